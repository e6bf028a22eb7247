"""One book -> its cover page, its chapters and its pictures, and what they say of its files to take away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from urllib.parse import quote

from markupsafe import Markup

from rollbook.cache import reused
from rollbook.engine.odds.budget import Allowance
from rollbook.markdown import read_line
from rollbook.model.book import Book
from rollbook.model.document.blocks import IndexBlock, NewsEntry
from rollbook.model.document.inlines import RawTag
from rollbook.model.edition import EDITIONS
from rollbook.model.files import OutputFile, PendingFile
from rollbook.model.printing import Pdf
from rollbook.model.ruleset import rules_applied
from rollbook.model.source import Place, verbatim
from rollbook.model.spot import Target
from rollbook.render.accent import emblem
from rollbook.render.address import HOME, address, link
from rollbook.render.site.book_rules import book_rules
from rollbook.render.site.contents import entries, plays_on
from rollbook.render.site.head import Heads
from rollbook.render.site.moved import Moved
from rollbook.render.site.pictures import picture_files, picture_path, pictures_of
from rollbook.render.site.published import FEED
from rollbook.render.site.render_chapter import Binding, Placed, paid_by_itself, render_chapter
from rollbook.render.site.views import Cover, CoverView, Download, Entry, Link, fill_chapter_item, fill_page
from rollbook.render.write_html import HtmlWriter, escaped
from rollbook.words import PageWords, page_words


def render_book(
    book: Book, heads: Heads, moved: Moved, pdfs: tuple[Pdf, ...], allowance: Allowance
) -> Iterator[OutputFile | PendingFile]:
    """A book, what has moved on its shelf, the PDFs beside it, what odds may still cost -> all its files but those."""
    yield from picture_files(book, shared=False)
    rules = book_rules(book)
    yield rules
    # Under a name that stays, for programs of others: see "Rules in a notebook" in the guide.
    yield OutputFile(f"site/{book.id}/rules.json", rules.content)
    rules_name = quote(rules.path.rpartition("/")[2])
    binding = _bind(book, heads, pdfs, rules_name)
    yield PendingFile(f"site/{address(Target(book.id))}", partial(_cover_page, book, binding, heads, rules_name))
    plays = plays_on(book)
    for position, page in enumerate(book.pages):
        here = Target(book.id, page.id)
        placed = Placed(
            position=position,
            head=heads.for_chapter(book, position, binding.head),
            plays=plays.get(page.id, ()),
            old=tuple((anchor, tuple(names)) for anchor, names in moved.within.get(here, {}).items()),
            moved=moved.passages(here),
            feed=FEED if heads.sharing and NewsEntry in page.kinds else "",
        )
        yield PendingFile(
            f"site/{address(here)}",
            partial(render_chapter, page, placed, binding, allowance),
            partial(paid_by_itself, page, placed, binding),
        )


def _bind(book: Book, heads: Heads, pdfs: tuple[Pdf, ...], rules: str) -> Binding:
    start = address(Target(book.id))
    chapters = tuple(Link(page.title, link(start, address(Target(book.id, page.id)))) for page in book.pages)
    return Binding(
        book=replace(book, pages=(), assets=()),
        numbered=book.chapters,
        head=heads.for_chapters(book, rules),
        cover=Link(book.title, link(start, start)),
        shelf=Link(heads.shelf.title, link(start, HOME)),
        chapters=chapters,
        items=_items(tuple((chapter.title, chapter.href) for chapter in chapters)),
        downloads=downloads(pdfs, page_words(book.settings.language)),
        pictures=pictures_of(book),
        checked=_checked(book),
        has_screen=any(IndexBlock in page.kinds for page in book.pages),
    )


@reused
def _items(chapters: tuple[tuple[str, str], ...]) -> tuple[Markup, ...]:
    """Titles and addresses of chapters -> the lines of the navigation that lead there: the same for many saves."""
    return tuple(fill_chapter_item(Link(title, href), current=False) for title, href in chapters)


def _checked(book: Book) -> Mapping[str, int]:
    """A book -> its rules that calculators carry out, and how many worked examples hold each."""
    found: dict[str, int] = {}
    for calculator in book.rules.calculators.values():
        for rule, examples in rules_applied(calculator).items():
            found[rule] = found.get(rule, 0) + examples
    return found


def _cover_page(book: Book, binding: Binding, heads: Heads, rules: str) -> OutputFile:
    contents = [
        Entry(chapter.title, chapter.href, entries(page.sections, chapter.href, depth=1))
        for chapter, page in zip(binding.chapters, book.pages, strict=True)
    ]
    view = CoverView(
        crumbs=(binding.shelf,),
        cover=cover(book, address(Target(book.id))),
        description=book.settings.description,
        start=next(iter(binding.chapters), None),
        contents=tuple(contents[: book.chapters]),
        appendix=tuple(replace(entry, entries=()) for entry in contents[book.chapters :]),
        downloads=binding.downloads,
        licence=_one_line(book.settings.licence),
    )
    words = page_words(book.settings.language)
    filled = fill_page("cover", heads.for_cover(book, rules), words, view, book.theme)
    return OutputFile(f"site/{address(Target(book.id))}", filled)


def _one_line(text: str) -> Markup:
    """One line of Markdown -> its HTML; raw HTML in it stays text."""
    return Markup(_PlainLine().inlines(read_line(text, verbatim(Place("book.yml"))).inlines))


class _PlainLine(HtmlWriter):
    def raw_tag(self, raw: RawTag) -> str:
        return escaped(raw.html)


def cover(book: Book, page: str) -> Cover:
    """A book and the address of the page that shows it -> the face of it."""
    settings = book.settings
    authors = ", ".join(settings.authors)
    return Cover(
        book=book.id,
        language=settings.language,
        title=book.title,
        subtitle=settings.subtitle,
        edition=settings.edition,
        byline=page_words(settings.language).by.format(authors=authors) if authors else "",
        emblem=emblem(book),
        picture=link(page, picture_path(book, settings.cover.picture)) if settings.cover.picture else "",
        has_words=settings.cover.words != "no" or not settings.cover.picture,
    )


_MEGABYTE = 1_000_000


def downloads(pdfs: tuple[Pdf, ...], words: PageWords) -> tuple[Download, ...]:
    """PDFs that are beside the book's pages, the words of its language -> a link for each."""
    labels = {name: getattr(words, edition.label) for name, edition in EDITIONS.items() if edition.label}
    return tuple(
        Download(labels[pdf.edition], _kind(pdf, words), quote(pdf.name), _size(pdf, words))
        for pdf in pdfs
        if pdf.edition in labels
    )


def _kind(pdf: Pdf, words: PageWords) -> str:
    """What a label doesn't say: an EPUB's own does."""
    return str(words.pdf) if EDITIONS[pdf.edition].suffix == ".pdf" else ""


def _size(pdf: Pdf, words: PageWords) -> str:
    # Even the smallest is said to be a tenth, never nothing.
    megabytes = max(len(pdf.content) / _MEGABYTE, 0.1)
    told = f"{megabytes:.1f}".replace(".", words.speech.say("decimal_mark"))
    if not pdf.pages:
        return words.file_size.format(megabytes=told)
    return words.pdf_size.format(pages=words.pages.format(count=pdf.pages), megabytes=told)
