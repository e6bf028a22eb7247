"""A page of a book -> the chapter as readers get it, made from nothing but what it is given.

What changes with every edit anywhere, such as other pages, is not among that: so a page that is the same is known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from urllib.parse import quote

from markupsafe import Markup

from rollbook.cache import reused, stored
from rollbook.engine.odds.budget import Allowance
from rollbook.model.book import Book, Page
from rollbook.model.document.blocks import Paragraph
from rollbook.model.files import OutputFile
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.ruleset import Ruleset
from rollbook.model.spot import Target
from rollbook.render.address import address, link
from rollbook.render.fragment import render_fragment
from rollbook.render.medium import Image
from rollbook.render.roll_notes import RollNotes, notes_allowance
from rollbook.render.site.contents import entries, folds
from rollbook.render.site.live_markup import LiveMarkup, SiteTools, live_notes
from rollbook.render.site.pictures import Picture
from rollbook.render.site.views import (
    ChapterHead,
    ChapterView,
    Download,
    Head,
    Link,
    MovedPassage,
    Play,
    fill_chapter_item,
    fill_page,
)
from rollbook.render.widgets import WidgetMarkup
from rollbook.words import PageWords, page_words

# A shorter first paragraph would leave its large initial standing alone.
_OPENING = 160
# Chapters in the navigation of a page; the cover has them all.
_MOST_LISTED = 200


@dataclass(frozen=True, slots=True)
class Binding:
    """What all pages of a book share. `items` are its chapters as lines of the navigation.

    The first of them are `numbered`, the rest is the appendix.
    """

    book: Book  # without its pages and pictures
    numbered: int
    head: Head  # what the heads of its chapters have in common
    cover: Link
    shelf: Link
    chapters: tuple[Link, ...]
    items: tuple[Markup, ...]
    downloads: tuple[Download, ...]
    pictures: Mapping[str, Picture]
    checked: Mapping[str, int]  # rules, and how many examples hold each
    has_screen: bool


@dataclass(frozen=True, slots=True)
class Placed:
    """What a page gets from where it stands: its place in the book, what can be rolled on it, what has moved."""

    position: int
    head: ChapterHead
    plays: tuple[Play, ...]
    old: tuple[tuple[str, tuple[str, ...]], ...]  # anchors of now, each with those before; "" is the page itself
    moved: tuple[MovedPassage, ...]
    feed: str


def render_chapter(page: Page, placed: Placed, binding: Binding, allowance: Allowance) -> OutputFile:
    """A page, where it stands, what its book shares, what odds may still cost -> the file."""
    file, cost = paid_by_itself(page, placed, binding)
    if allowance.left - cost >= allowance.most:
        allowance.left -= cost
        return file
    # Pages before it have used up what there was. Then it comes out otherwise than by itself.
    return _written(page, placed, binding, allowance)


@stored
def paid_by_itself(page: Page, placed: Placed, binding: Binding) -> tuple[OutputFile, int]:
    """-> the file as it is while there is enough for all odds in it, and what they cost."""
    allowance = notes_allowance()
    before = allowance.left
    return _written(page, placed, binding, allowance), before - allowance.left


def _written(page: Page, placed: Placed, binding: Binding, allowance: Allowance) -> OutputFile:
    book, chapters, position = binding.book, binding.chapters, placed.position
    words = page_words(book.settings.language)
    items = list(binding.items)
    items[position] = fill_chapter_item(chapters[position], current=True)
    opener, text = _texts(page, placed, binding, words, allowance)
    view = ChapterView(
        # A book of one page often has its name; the path would say it twice.
        crumbs=(binding.shelf, binding.cover) if page.title != book.title else (binding.shelf,),
        book=binding.cover,
        navigation=_navigation(items[: binding.numbered], position),
        appendix=_navigation(items[binding.numbered :], position - binding.numbered),
        number=_number(binding, position, words),
        title=page.title,
        opener=opener,
        text=text,
        opens_with_prose=_opens_with_prose(page),
        folds=folds(page),
        contents=entries(page.sections, ""),
        plays=placed.plays,
        previous=chapters[position - 1] if position else None,
        next=chapters[position + 1] if position + 1 < len(chapters) else None,
        old_anchors=dict(placed.old).get("", ()),
        moved=placed.moved,
        edit=_edit_address(book, page),
        feed=placed.feed,
        downloads=binding.downloads,
    )
    own = placed.head
    head = replace(
        binding.head, title=own.title, description=own.description, shared=own.shared, first_faces=own.first_faces
    )
    content = fill_page("chapter", head, words, view, book.theme)
    return OutputFile(f"site/{address(Target(book.id, page.id))}", content)


def _number(binding: Binding, position: int, words: PageWords) -> str:
    """What is above a page's title: the chapter's number, or that this is the appendix."""
    if position >= binding.numbered:
        return words.appendix
    return words.chapter.format(number=position + 1) if len(binding.chapters) > 1 else ""


def _navigation(items: list[Markup], position: int) -> Markup:
    """The lines around a page; with all those of a very long book every page would be a book of its own."""
    first = max(min(position - _MOST_LISTED // 2, len(items) - _MOST_LISTED), 0)
    return Markup("".join(items[first : first + _MOST_LISTED]))  # joined as they are: each is markup already


def _texts(
    page: Page, placed: Placed, binding: Binding, words: PageWords, allowance: Allowance
) -> tuple[Markup, Markup]:
    """-> what is above the page's title, and what below."""
    book = binding.book
    medium = SiteMedium(Target(book.id, page.id), binding.pictures, dict(placed.old))
    tools = SiteTools(words, pins=binding.has_screen)
    notes = _notes(book.rules).paid_by(allowance)
    live = LiveMarkup(words, notes, book.rules.tables, tools, binding.checked)
    widgets = WidgetMarkup(book, "site", tools, live)
    above = Markup(render_fragment(page.opener, medium, live, widgets)) if page.opener else Markup("")
    return above, Markup(render_fragment(page.text, medium, live, widgets, page.title))


@reused
def _notes(rules: Ruleset) -> RollNotes:
    return live_notes(rules)


def _opens_with_prose(page: Page) -> bool:
    """Whether the page begins with a paragraph that is long enough to carry a large initial."""
    first = page.text[0] if page.text else None
    return isinstance(first, Paragraph) and len(first.line.written) >= _OPENING and first.line.written[:1].isalpha()


def _edit_address(book: Book, page: Page) -> str:
    """A page -> where its repository offers to edit it; empty where the book names no repository."""
    settings = book.settings
    if not settings.repository:
        return ""
    folder = (settings.path or f"content/{book.id}").strip("/")
    return f"{settings.repository.rstrip('/')}/edit/{quote(settings.branch)}/{quote(f'{folder}/{page.file}')}"


class SiteMedium:
    """The Medium of one page."""

    def __init__(self, page: Target, pictures: Mapping[str, Picture], old: Mapping[str, Sequence[str]]) -> None:
        self._address = address(page)
        self._pictures = pictures
        self._old = old

    def href(self, target: Target) -> str:
        """A spot on the shelf -> the relative address that leads there from this page."""
        return link(self._address, address(target))

    def term(self, entry: Target) -> str:
        """A word's entry in the glossary -> its relative address."""
        return self.href(entry)

    def anchor(self, anchor: str) -> str:
        """An anchor of the page -> itself: every page is a document of its own."""
        return anchor

    def image(self, asset: str) -> Image:
        """A picture's path in the book -> its addresses from this page, and the room that the page keeps for it."""
        picture = self._pictures[asset]
        sets: dict[str, list[str]] = {}
        for copy in picture.copies:
            sets.setdefault(copy.type, []).append(f"{link(self._address, copy.path)} {copy.width}w")
        copies = tuple((type_, ", ".join(addresses)) for type_, addresses in sets.items())
        return Image(link(self._address, picture.path), picture.size, copies)

    def old_anchors(self, anchor: str) -> tuple[str, ...]:
        """An anchor of the page -> those that led here before."""
        return tuple(self._old.get(anchor, ()))
