"""What links can lead to: every file, page and anchor of the shelf, by the names that editors use for them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from posixpath import normpath

from rollbook.cache import stored
from rollbook.model.book import Anchor, Book, Page, Shelf, page_anchors
from rollbook.model.spot import Target

# What a link can name by an id of its own, wherever in the book it stands.
_KINDS = ("calc", "record", "rule", "stat-block", "table", "term")


class LinkTargets:
    """Every file of the shelf with the pages made from it, and every page with its anchors."""

    def __init__(self, shelf: Shelf) -> None:
        self.pages: dict[str, list[tuple[Book, Page]]] = {}
        self.files: dict[str, list[str]] = {}  # the files of each book that have pages, by name
        self.anchors: dict[tuple[str, str], Mapping[str, str]] = {}
        self._targets: dict[str, dict[str, Target]] = {}
        for book in shelf.books:
            self.pages[book.id] = [(book, page) for page in book.pages]
            self.files[book.id] = sorted({page.file for page in book.pages})
            for page in book.pages:
                self.pages.setdefault(f"{book.id}/{page.file}", []).append((book, page))
                self.pages.setdefault(f"{book.id}/{page.id}", []).append((book, page))
                self.anchors[book.id, page.id] = _anchors(page)

    def anchors_below(self, name: str) -> list[str]:
        """A file's, page's or book's path -> the anchors in it."""
        return [anchor for book, page in self.named(name) for anchor in self.anchors[book.id, page.id]]

    def named(self, name: str) -> list[tuple[Book, Page]]:
        """A file's, page's or book's path -> its pages."""
        return self.pages.get(name) or self.pages.get(f"{name}.md") or self.pages.get(f"{name}.markdown") or []

    def find(self, name: str, anchor: str) -> Target | None:
        """A file's or page's path and an anchor in it -> the target, if there is one."""
        found = self.named(name)
        if found and not anchor:
            book, page = found[0]
            return Target(book.id) if name == book.id else Target(book.id, page.id)
        return self._anchored(name).get(anchor)

    def _anchored(self, name: str) -> dict[str, Target]:
        """A file's, page's or book's path -> the targets of the anchors in it; of two alike the first counts."""
        if name not in self._targets:
            targets = self._targets[name] = {}
            for book, page in self.named(name):
                for known, anchor in self.anchors[book.id, page.id].items():
                    targets.setdefault(known, Target(book.id, page.id, anchor))
        return self._targets[name]

    def holds(self, spot: Target) -> bool:
        """Whether a reader who asks for this very address gets there."""
        if not spot.page:
            return spot.book in self.pages and not spot.anchor
        anchors = self.anchors.get((spot.book, spot.page))
        return anchors is not None and (not spot.anchor or spot.anchor in anchors.values())


def as_path(address: str) -> str:
    """`rule:combat.attack` -> `#rule-combat.attack`; `table:skill20/confusion` -> `/skill20#table-confusion`."""
    kind, colon, name = address.partition(":")
    if not colon or kind not in _KINDS:
        return address
    book, slash, own = name.rpartition("/")
    # A term is a word of the text: `term:AC` means it however it is written.
    own = slug(own) if kind == "term" else own
    return f"/{book}#{kind}-{own}" if slash else f"#{kind}-{own}"


def from_content(name: str, folder: str) -> str:
    """A path as written in a file of a folder -> the path from the content folder on; a slash before it means that."""
    return normpath(name.strip("/")) if name.startswith("/") else normpath(f"{folder}/{name}").removesuffix("/")


@stored
def _anchors(page: Page) -> dict[str, str]:
    """The names that a link may use for the anchors of a page -> the anchors."""
    # The title of a page is its first-level heading: its anchor is the top of the page.
    named = {slug(page.title): ""}
    for anchor in page_anchors(page):
        named.update(dict.fromkeys(_names(anchor), anchor.id))
    return named


def _names(anchor: Anchor) -> Iterable[str]:
    """An anchor -> what links may call it: its name, and a term each of its spellings."""
    spellings = anchor.definition.spellings if anchor.definition else ()
    return (anchor.name, *(f"term-{slug(spelling)}" for spelling in spellings))


def slug(title: str) -> str:
    """`Stats & Saves` -> `stats-saves`. Letters of every script stay; accents of Latin letters go."""
    plain = unicodedata.normalize("NFKD", title.casefold())
    letters = (c if c.isalnum() else " " for c in plain if not unicodedata.combining(c) and c not in "'’")
    return "-".join("".join(letters).split())


class Taken:
    """The names of a page's anchors or of a book's pages so far."""

    def __init__(self, *names: str) -> None:
        self._names = set(names)
        self._numbers: dict[str, int] = {}  # the last number behind each name, since all up to it are taken

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def add(self, name: str) -> str:
        """A name that nothing has -> itself, taken from now on."""
        self._names.add(name)
        return name

    def unique(self, name: str, parent: str = "") -> str:
        """A name -> the name itself, or told apart by its parent's, or at last by a number; taken from now on.

        The parent comes first because a number would shift whenever another heading of that name is added above.
        """
        if name not in self._names:
            return self.add(name)
        if parent and f"{parent}-{name}" not in self._names:
            return self.add(f"{parent}-{name}")
        number = self._numbers.get(name, 1) + 1
        while f"{name}-{number}" in self._names:
            number += 1
        self._numbers[name] = number
        return self.add(f"{name}-{number}")
