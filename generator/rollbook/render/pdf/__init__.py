"""Step 6, render, for paper: a Book on one paper -> its PDF and what could not be printed.

1. the text of each page as HTML, fit for one large document
2. the document around it: cover, licence, contents
3. the fonts and pictures that it needs, as bytes
4. the layout, in which nothing may get lost
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from rollbook.markdown import OnePlace, read_blocks
from rollbook.model.book import Book
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import SheetBlock
from rollbook.model.document.walk import every_block
from rollbook.model.paper_format import BOOKLETS, PAPER_FORMATS, Inks, PaperFormat
from rollbook.model.printing import Matter, Pdf, Printing, in_print
from rollbook.render.accent import emblem
from rollbook.render.fonts import FAMILIES
from rollbook.render.fragment import render_fragment
from rollbook.render.pdf.beyond_print import lost_gradients, overdrawn
from rollbook.render.pdf.fit_for_paper import fit_for_paper
from rollbook.render.pdf.forms import form_pages, print_forms
from rollbook.render.pdf.impose import impose
from rollbook.render.pdf.lay_out import Printed, lay_out
from rollbook.render.pdf.paper import Paper, spot
from rollbook.render.pdf.print_cards import print_cards
from rollbook.render.pdf.print_index import back_index
from rollbook.render.pdf.print_job import book_job, drawings, palette, runs_on
from rollbook.render.pdf.print_screen import print_screen
from rollbook.render.pdf.print_view import has_initials, jacket_of, print_view
from rollbook.render.pdf.set_in_columns import LETTER, WIDE_LETTER, Ruler
from rollbook.render.pdf.unreadable_text import find_words, missing_glyphs
from rollbook.render.templates import templates
from rollbook.render.widgets import WidgetMarkup


def render_pdf(order: Printing, site: str) -> tuple[Pdf | None, tuple[Diagnostic, ...]]:
    """What to print, the site's address or nothing -> the PDF, or no PDF, and what is wrong with it."""
    match order.matter:
        case Matter.BOOK:
            return _print_book(order, site)
        case Matter.BOOKLET_A4 | Matter.BOOKLET_LETTER:
            return _print_booklet(order, site)
        case Matter.SHEET | Matter.BLANK_SHEET:
            return _print_leaflet(order, *print_forms(order))
        case Matter.SCREEN:
            return _print_leaflet(order, *print_screen(order))
        case Matter.CARDS:
            return _print_leaflet(order, *print_cards(order))
        case Matter.SHOP:
            return _print_book(order, site)
        case Matter.SHOP_COVER:
            return _print_jacket(order, site)
        case Matter.EPUB:
            raise ValueError("an EPUB is not printed")
    assert_never(order.matter)


def _print_book(order: Printing, site: str) -> tuple[Pdf | None, tuple[Diagnostic, ...]]:
    """An order for a whole book -> the PDF, or no PDF, and what is wrong with it."""
    whole, order = order.book, replace(order, book=in_print(order.book))
    with_forms = _shows_sheet(whole, order.book)
    printed, problems = _print(order.book, order.paper, site, with_forms)
    if printed is None:
        return None, problems
    if not printed.is_whole and order.paper.columns > 1:
        # Columns are where WeasyPrint loses text or runs one into the other; a long line is better than that.
        again, _ = _print(order.book, order.paper.in_one_column, site, with_forms)
        printed = again if again and again.is_whole else printed
    pdf = Pdf(order.name, order.edition, printed.pages, printed.pdf) if printed.pdf else None
    return pdf, (*_diagnostics(order, printed), *missing_glyphs(order.book, printed.missing))


def _print_booklet(order: Printing, site: str) -> tuple[Pdf | None, tuple[Diagnostic, ...]]:
    """An order for a whole book on sheets to fold -> the PDF, or no PDF, and what is wrong with it."""
    pdf, problems = _print_book(order, site)
    if pdf is None:
        return None, problems
    _, sheet = BOOKLETS[order.matter.value]
    content, sides = impose(pdf.content, sheet, palette(order.book, Inks.COLOUR).night)
    return replace(pdf, pages=sides, content=content), problems


def _print_jacket(order: Printing, site: str) -> tuple[Pdf | None, tuple[Diagnostic, ...]]:
    """An order for the cover of a book that a shop binds -> the PDF, or no PDF, and what is wrong."""
    pages = order.inside
    if not pages:
        pdf, problems = _print_book(order, site)
        if pdf is None:
            return None, problems
        pages = pdf.pages
    jacket = jacket_of(order.book, order.paper, pages)
    job = book_job(order.book, jacket.paper, jacket.html(order.book), None)
    plate = drawings(palette(order.book, order.paper.inks), order.paper, emblem(order.book))
    return _print_leaflet(order, lay_out(replace(job, files={**job.files, **plate})), ())


def _print_leaflet(
    order: Printing, printed: Printed | None, problems: tuple[Diagnostic, ...]
) -> tuple[Pdf | None, tuple[Diagnostic, ...]]:
    """An order for something of a book, what came of it -> the PDF, or no PDF, and what is wrong with it."""
    if printed is None:
        return None, problems
    pdf = Pdf(order.name, order.edition, printed.pages, printed.pdf) if printed.pdf else None
    return pdf, (*_diagnostics(order, printed), *missing_glyphs(order.book, printed.missing))


def _shows_sheet(book: Book, printed: Book) -> bool:
    """Whether a chapter that is printed shows the sheet, on the site at least: the form then stands at the end."""
    chapters = {page.id for page in printed.pages}
    pages = (page for page in book.pages if page.id in chapters)
    return any(isinstance(block, SheetBlock) for page in pages for block in every_block(page.blocks))


def _print(
    book: Book, paper: PaperFormat, site: str, with_forms: bool
) -> tuple[Printed | None, tuple[Diagnostic, ...]]:
    """A book on a paper, with the forms of its sheets or without -> its layout, or why it was not even tried."""
    fragments, problems = _fragments(book, paper, site)
    if problems:
        return None, problems
    forms = form_pages(book, paper, lambda form: book_job(book, paper, form, None)) if with_forms else ""
    index = back_index(book)
    view = print_view(book, paper, fragments, _licence(book, site), forms, index is not None)
    html = templates("print", book.theme.templates).get_template("book.html").render(book=view)
    return lay_out(book_job(book, paper, html, index)), ()


def _fragments(book: Book, paper: PaperFormat, site: str) -> tuple[tuple[tuple[str, str], ...], tuple[Diagnostic, ...]]:
    """A book -> the HTML above and below the title of each page, fit for print, and what is too much for that."""
    widgets, run_on, ruler = WidgetMarkup(book, "print"), runs_on(book, paper), _ruler(book)
    initials = has_initials(book, paper.inks)
    fitted, openers = [], []
    for page in book.pages:
        medium = _medium(book, page.id, site)
        above = render_fragment(page.opener, medium, widgets=widgets) if page.opener else ""
        openers.append(fit_for_paper(above, page.id, page.place, replace(paper, columns=1), run_on, site)[0])
        html = render_fragment(page.text, medium, widgets=widgets)
        fitted.append(fit_for_paper(html, page.id, page.place, paper, run_on, site, medium.site_page, ruler, initials))
    found = [problem for _, problems in fitted for problem in problems]
    for asset in book.assets:
        found += [Diagnostic("print-limit", message, book.pages[0].place, hint) for message, hint in overdrawn(asset)]
    return tuple((above, html) for above, (html, _) in zip(openers, fitted, strict=True)), tuple(found)


def _ruler(book: Book) -> Ruler:
    """A book -> what its tables are set in, and how wide a letter of it is, in millimetres."""
    tables = FAMILIES.get(book.theme.fonts.tables)
    has_one_width = tables is not None and tables.stand_in is not None and tables.stand_in.generic == "monospace"
    return Ruler(book.theme.fonts.tables, WIDE_LETTER if has_one_width else LETTER)


def _licence(book: Book, site: str) -> str:
    blocks, _ = read_blocks(book.settings.licence, OnePlace(book.pages[0].place), book.settings.language)
    html = render_fragment(blocks, _medium(book, "licence", site))
    narrow = replace(PAPER_FORMATS["a5"], turns=False)
    return fit_for_paper(html, "licence", book.pages[0].place, narrow, True, site)[0]


def _medium(book: Book, page: str, site: str) -> Paper:
    return Paper(book.id, page, site, frozenset(page.id for page in book.pages))


def _diagnostics(order: Printing, printed: Printed) -> Iterator[Diagnostic]:
    """A printed book -> its problems, each where it was written, as far as can be told."""
    book, start = order.book, order.book.pages[0].place
    for remark in printed.remarks:
        yield Diagnostic("print-remark" if printed.pdf else "print-failed", f"in {order.name}: {remark}", start)
    for message, hint in (each for asset in book.assets if order.is_whole_book for each in lost_gradients(asset)):
        yield Diagnostic("print-remark", f"in {order.name}: {message}", start, hint)
    pages = {spot(page.id): page for page in book.pages}
    for loss in printed.losses:
        place = find_words(pages[loss.part], loss.text.removesuffix(" …")) if loss.part in pages else start
        where = "runs off the edge of the paper" if loss.off_paper else "is missing"
        hint = "a table or a line is too wide for the page" if loss.off_paper else ""
        yield Diagnostic("text-lost", f"in {order.name} {loss.text!r} {where}", place, hint)
