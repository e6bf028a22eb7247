"""One book -> its cover page, its chapters and its pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from urllib.parse import quote

from markupsafe import Markup

from rollbook.cache import reused
from rollbook.engine.odds import Allowance
from rollbook.markdown import read_line
from rollbook.model.book import Book, Page
from rollbook.model.document.blocks import IndexBlock, Paragraph
from rollbook.model.document.inlines import RawTag
from rollbook.model.document.walk import every_block
from rollbook.model.output import OutputFile, PendingFile
from rollbook.model.printing import Pdf
from rollbook.model.ruleset import rules_applied
from rollbook.model.source import Place
from rollbook.model.spelling import verbatim
from rollbook.model.target import Target
from rollbook.render.address import HOME, address, link
from rollbook.render.fragment import render_fragment
from rollbook.render.roll_notes import RollNotes
from rollbook.render.site.book_rules import book_rules
from rollbook.render.site.contents import entries, folds, plays
from rollbook.render.site.covers import cover
from rollbook.render.site.downloads import downloads
from rollbook.render.site.feeds import FEED, has_news
from rollbook.render.site.head import Heads
from rollbook.render.site.live_markup import LiveMarkup, live_notes
from rollbook.render.site.moved import Moved
from rollbook.render.site.pictures import Picture, picture_files, pictures_of
from rollbook.render.site.site_medium import SiteMedium
from rollbook.render.site.site_tools import SiteTools
from rollbook.render.site.templates import fill_chapter_item, fill_page
from rollbook.render.site.views import ChapterView, CoverView, Download, Entry, Link
from rollbook.render.widgets import WidgetMarkup
from rollbook.render.write_html import HtmlWriter, escaped
from rollbook.words import PageWords, page_words

# A shorter first paragraph would leave its large initial standing alone.
_OPENING = 160
# Chapters in the navigation of a page; the cover has them all.
_MOST_LISTED = 200


def render_book(
    book: Book, heads: Heads, moved: Moved, pdfs: tuple[Pdf, ...], allowance: Allowance
) -> Iterator[OutputFile | PendingFile]:
    """A book, what has moved on its shelf, the PDFs beside it, what odds may still cost -> all its files but those."""
    pictures = pictures_of(book)
    yield from picture_files(book, shared=False)
    rules = book_rules(book)
    yield rules
    # Under a name that stays, for programs of others: see "Rules in a notebook" in the guide.
    yield OutputFile(f"site/{book.id}/rules.json", rules.content)
    notes = live_notes(book, allowance)
    binding = _bind(book, heads, moved, pdfs, pictures, notes, quote(rules.path.rpartition("/")[2]))
    yield OutputFile(f"site/{address(Target(book.id))}", _cover_page(binding))
    for position, page in enumerate(book.pages):
        yield PendingFile(f"site/{address(Target(book.id, page.id))}", partial(_chapter_page, binding, position))


@dataclass(frozen=True, slots=True)
class _Binding:
    """What all pages of a book share, worked out once. `items` are its chapters as lines of the navigation."""

    book: Book
    heads: Heads
    moved: Moved
    words: PageWords
    cover: Link
    shelf: Link
    chapters: tuple[Link, ...]
    items: tuple[Markup, ...]
    downloads: tuple[Download, ...]
    pictures: Mapping[str, Picture]
    notes: RollNotes
    rules: str
    has_screen: bool
    checked: Mapping[str, int]  # rules, and how many examples hold each


def _bind(
    book: Book,
    heads: Heads,
    moved: Moved,
    pdfs: tuple[Pdf, ...],
    pictures: Mapping[str, Picture],
    notes: RollNotes,
    rules: str,
) -> _Binding:
    start = address(Target(book.id))
    chapters = tuple(Link(page.title, link(start, address(Target(book.id, page.id)))) for page in book.pages)
    return _Binding(
        book=book,
        heads=heads,
        moved=moved,
        words=page_words(book.settings.language),
        cover=Link(book.title, link(start, start)),
        shelf=Link(heads.shelf.title, link(start, HOME)),
        chapters=chapters,
        items=tuple(fill_chapter_item(chapter, current=False) for chapter in chapters),
        downloads=downloads(pdfs, page_words(book.settings.language)),
        pictures=pictures,
        notes=notes,
        rules=rules,
        checked=_checked(book),
        has_screen=any(map(_has_index, book.pages)),
    )


@reused
def _has_index(page: Page) -> bool:
    return any(isinstance(block, IndexBlock) for block in every_block(page.blocks))


def _checked(book: Book) -> dict[str, int]:
    """A book -> its rules that calculators carry out, and how many worked examples hold each."""
    found: dict[str, int] = {}
    for calculator in book.rules.calculators.values():
        for rule, examples in rules_applied(calculator).items():
            found[rule] = found.get(rule, 0) + examples
    return found


def _cover_page(binding: _Binding) -> bytes:
    book = binding.book
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
    return fill_page("cover", binding.heads.for_cover(book, binding.rules), binding.words, view, book.theme)


def _chapter_page(binding: _Binding, position: int) -> bytes:
    book, chapters = binding.book, binding.chapters
    page = book.pages[position]
    items = list(binding.items)
    items[position] = fill_chapter_item(chapters[position], current=True)
    view = ChapterView(
        # A book of one page often has its name; the path would say it twice.
        crumbs=(binding.shelf, binding.cover) if page.title != book.title else (binding.shelf,),
        book=binding.cover,
        navigation=_navigation(items[: book.chapters], position),
        appendix=_navigation(items[book.chapters :], position - book.chapters),
        number=_number(binding, position),
        title=page.title,
        text=_text(binding, page),
        opens_with_prose=_opens_with_prose(page),
        folds=folds(page),
        contents=entries(page.sections, ""),
        plays=plays(book, page),
        previous=chapters[position - 1] if position else None,
        next=chapters[position + 1] if position + 1 < len(chapters) else None,
        old_anchors=tuple(binding.moved.within.get(Target(book.id, page.id), {}).get("", ())),
        moved=binding.moved.passages(Target(book.id, page.id)),
        edit=_edit_address(book, page),
        feed=FEED if binding.heads.sharing and has_news(page) else "",
        downloads=binding.downloads,
    )
    return fill_page(
        "chapter", binding.heads.for_chapter(book, position, binding.rules), binding.words, view, book.theme
    )


def _number(binding: _Binding, position: int) -> str:
    """What stands above a page's title: the chapter's number, or that this is the appendix."""
    if position >= binding.book.chapters:
        return binding.words.appendix
    return binding.words.chapter.format(number=position + 1) if len(binding.chapters) > 1 else ""


def _navigation(items: list[Markup], position: int) -> Markup:
    """The lines around a page; with all those of a very long book every page would be a book of its own."""
    first = max(min(position - _MOST_LISTED // 2, len(items) - _MOST_LISTED), 0)
    return Markup("").join(items[first : first + _MOST_LISTED])


def _text(binding: _Binding, page: Page) -> Markup:
    book = binding.book
    here = Target(book.id, page.id)
    medium = SiteMedium(here, binding.pictures, binding.moved.within.get(here, {}))
    tools = SiteTools(binding.words, pins=binding.has_screen)
    live = LiveMarkup(binding.words, binding.notes, book.rules.tables, tools, binding.checked)
    widgets = WidgetMarkup(book, "site", tools, live)
    return Markup(render_fragment(page.blocks, medium, live, widgets))


def _opens_with_prose(page: Page) -> bool:
    """Whether the page begins with a paragraph that is long enough to carry a large initial."""
    first = page.blocks[0] if page.blocks else None
    return isinstance(first, Paragraph) and len(first.line.written) >= _OPENING and first.line.written[:1].isalpha()


def _edit_address(book: Book, page: Page) -> str:
    """A page -> where its repository offers to edit it; empty where the book names no repository."""
    settings = book.settings
    if not settings.repository:
        return ""
    folder = (settings.path or f"content/{book.id}").strip("/")
    return f"{settings.repository.rstrip('/')}/edit/{quote(settings.branch)}/{quote(f'{folder}/{page.file}')}"


def _one_line(text: str) -> Markup:
    """One line of Markdown -> its HTML; raw HTML in it stays text."""
    return Markup(_PlainLine().inlines(read_line(text, verbatim(Place("book.yml"))).inlines))


class _PlainLine(HtmlWriter):
    def raw_tag(self, raw: RawTag) -> str:
        return escaped(raw.html)
