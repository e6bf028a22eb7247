"""Step 6, render, for paper: a Book -> its PDF and what could not be printed.

1. the text of each page as HTML, fit for one large document
2. the document around it: cover, licence, contents
3. the fonts and pictures that it needs, as bytes
4. the layout, in which nothing may get lost
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

from generator.book import Book, Shelf
from generator.diagnostic import Diagnostic
from generator.markdown import handbook_parser
from generator.output import OutputFile
from generator.render.fragment import render_fragment
from generator.render.pdf.beyond_print import overdrawn
from generator.render.pdf.drawings import drawings
from generator.render.pdf.faces import faces_for, true_type
from generator.render.pdf.find_words import find_words
from generator.render.pdf.fit_for_paper import fit_for_paper
from generator.render.pdf.lay_out import Printed, PrintJob, lay_out
from generator.render.pdf.palette import palette
from generator.render.pdf.paper import Paper, picture, spot
from generator.render.pdf.print_view import PrintView, print_view
from generator.render.pdf.templates import template
from generator.render.theme_files import theme_text
from generator.render.widgets import WidgetMarkup


def render_pdf(book: Book, shelf: Shelf) -> tuple[OutputFile | None, tuple[Diagnostic, ...]]:
    """A book of the shelf -> its PDF, and what is wrong with it; no PDF where it could not be laid out."""
    fragments, problems = _fragments(book, shelf.settings.address)
    if problems:
        return None, problems
    printed = lay_out(_job(book, print_view(book, fragments, _licence(book, shelf))))
    output = OutputFile(f"pdf/{book.id}.pdf", printed.pdf) if printed.pdf else None
    return output, tuple(_diagnostics(book, printed))


def _fragments(book: Book, site: str) -> tuple[tuple[str, ...], tuple[Diagnostic, ...]]:
    """A book -> the HTML of each page, fit for print, and what in its text and pictures is too much for that."""
    widgets = WidgetMarkup(book.rules, book.settings.language, "print")
    fitted = [
        fit_for_paper(render_fragment(page.tokens, Paper(book.id, page.id, site), widgets=widgets), page.id, page.place)
        for page in book.pages
    ]
    found = [problem for _, problems in fitted for problem in problems]
    for asset in book.assets:
        found += [Diagnostic("print-limit", message, book.pages[0].place, hint) for message, hint in overdrawn(asset)]
    return tuple(html for html, _ in fitted), tuple(found)


def _licence(book: Book, shelf: Shelf) -> str:
    tokens = handbook_parser(book.settings.language).parse(book.settings.licence)
    return render_fragment(tokens, Paper(book.id, "licence", shelf.settings.address))


def _job(book: Book, view: PrintView) -> PrintJob:
    """A book and its view -> everything that the layout needs, in bytes."""
    inks = palette(book)
    html = template("book.html").render(book=view)
    faces = faces_for(html)
    files = {f"fonts/{face.name}": true_type(face) for face in faces}
    files |= drawings(inks)
    files |= {picture(asset.path): asset.content for asset in book.assets}
    styles = (
        "\n".join(face.rule for face in faces),
        inks.variables,
        theme_text("print/book.css"),
        theme_text("print/widgets.css"),
    )
    return PrintJob(html, styles, files, _identifier([html.encode(), *map(str.encode, styles), *files.values()]))


def _identifier(job: Iterable[bytes]) -> bytes:
    """Everything that the PDF is made of -> a name that stays the same as long as all of it does."""
    digest = hashlib.sha256()
    for part in job:
        digest.update(hashlib.sha256(part).digest())
    return digest.hexdigest()[:32].encode()


def _diagnostics(book: Book, printed: Printed) -> Iterator[Diagnostic]:
    """A printed book -> its problems, each where it was written, as far as can be told."""
    start = book.pages[0].place
    for remark in printed.remarks:
        yield Diagnostic("print-remark" if printed.pdf else "print-failed", f"in the PDF: {remark}", start)
    pages = {spot(page.id): page for page in book.pages}
    for loss in printed.losses:
        place = find_words(pages[loss.part], loss.text.removesuffix(" …")) if loss.part in pages else start
        where = "stands beyond the edge of the paper" if loss.off_paper else "is missing"
        hint = "a table or a line is too wide for the page" if loss.off_paper else ""
        yield Diagnostic("text-lost", f"in the PDF {loss.text!r} {where}", place, hint)
