"""Links and pictures as written -> targets on the shelf; those that lead nowhere are reported.

A link inside the shelf is written as an editor sees the files: `combat.md`, `combat.md#critical-hits`,
`#critical-hits`, `../skill20/rules.md`. Where one file makes several pages, the anchor decides which is meant.
`rule:combat.attack`, `calc:attack`, `table:weapons` and `term:armor-class` lead to a rule, calculator, table or term
of the glossary wherever in the book it stands, `table:skill20/confusion` to another book's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from posixpath import normpath
from urllib.parse import unquote

from markdown_it.token import Token

from generator.allowed_html import ID_PREFIX
from generator.assemble.name_anchors import slug
from generator.book import Book, Page, Shelf, Target
from generator.diagnostic import Diagnostic, closest
from generator.spelling import Spelling

_OUTSIDE = ("http://", "https://", "mailto:")
# What a link can name by an id of its own, wherever in the book it stands.
_KINDS = ("calc", "rule", "table", "term")


def resolve_links(shelf: Shelf) -> tuple[Shelf, list[Diagnostic]]:
    """A shelf whose links are as written -> the same with targets, and the links that lead nowhere."""
    directory = _Directory(shelf)
    found: list[Diagnostic] = []
    books = []
    for book in shelf.books:
        pages = []
        for page in book.pages:
            resolver = _Resolver(directory, book, page, found)
            pages.append(replace(page, tokens=tuple(resolver.token(token) for token in page.tokens)))
        books.append(replace(book, pages=tuple(pages)))
    return replace(shelf, books=tuple(books)), found


class _Directory:
    """Every file of the shelf with the pages made from it, and every page with its anchors."""

    def __init__(self, shelf: Shelf) -> None:
        self.pages: dict[str, list[tuple[Book, Page]]] = {}
        self.anchors: dict[tuple[str, str], Mapping[str, str]] = {}
        for book in shelf.books:
            self.pages[book.id] = [(book, page) for page in book.pages]
            for page in book.pages:
                self.pages.setdefault(f"{book.id}/{page.file}", []).append((book, page))
                self.pages.setdefault(f"{book.id}/{page.id}", []).append((book, page))
                self.anchors[book.id, page.id] = _anchors(page)

    def anchors_below(self, name: str) -> list[str]:
        """A file's, page's or book's path -> the anchors in it."""
        return [anchor for book, page in self._named(name) for anchor in self.anchors[book.id, page.id]]

    def _named(self, name: str) -> list[tuple[Book, Page]]:
        return self.pages.get(name) or self.pages.get(name + ".md") or []

    def find(self, name: str, anchor: str) -> Target | None:
        """A file's or page's path and an anchor in it -> the target, if there is one."""
        found = self._named(name)
        if found and not anchor:
            book, page = found[0]
            return Target(book.id) if name == book.id else Target(book.id, page.id)
        for book, page in found:
            if anchor in self.anchors[book.id, page.id]:
                return Target(book.id, page.id, self.anchors[book.id, page.id][anchor])
        return None


def _anchors(page: Page) -> dict[str, str]:
    """The names that a link may use for the anchors of a page -> the anchors."""
    # The title of a page is its first-level heading: its anchor is the top of the page.
    named = {slug(page.title): ""}
    for token in page.tokens:
        if "anchor" in token.meta:
            named.update(dict.fromkeys(_names(token), token.meta["anchor"]))
        for part in (token, *(token.children or ())):
            named.update({name: ID_PREFIX + name for name in part.meta.get("ids", ())})
    return named


def _names(token: Token) -> Iterable[str]:
    """A token with an anchor -> what links may call it: its anchor, and a term by each of its spellings."""
    definition = token.meta.get("definition")
    spellings = definition.spellings if definition else ()
    return (token.meta["anchor"], *(f"term-{slug(spelling)}" for spelling in spellings))


def _as_path(address: str) -> str:
    """`rule:combat.attack` -> `#rule-combat.attack`; `table:skill20/confusion` -> `/skill20#table-confusion`."""
    kind, colon, name = address.partition(":")
    if not colon or kind not in _KINDS:
        return address
    book, slash, own = name.rpartition("/")
    # A term is a word of the text: `term:AC` means it however it is written.
    own = slug(own) if kind == "term" else own
    return f"/{book}#{kind}-{own}" if slash else f"#{kind}-{own}"


@dataclass(frozen=True, slots=True)
class _Resolver:
    directory: _Directory
    book: Book
    page: Page
    found: list[Diagnostic]

    def token(self, token: Token) -> Token:
        if token.type != "inline" or not any(child.type in ("link_open", "image") for child in token.children or ()):
            return token
        return token.copy(children=list(self._children(token)))

    def _children(self, inline: Token) -> Iterable[Token]:
        dead = False
        for child in inline.children or ():
            if child.type == "link_open":
                child, dead = self._link(child, inline.meta["origin"])
            elif child.type == "image":
                child = self._image(child, inline.meta["origin"])
            if not (dead and child.type in ("link_open", "link_close")):
                yield child
            dead = dead and child.type != "link_close"

    def _link(self, link: Token, origin: Spelling) -> tuple[Token, bool]:
        """A link_open token -> it with its target, and whether it is dead."""
        address = str(link.attrs["href"])
        if address.lower().startswith(_OUTSIDE):
            return link, False
        name, _, anchor = _as_path(unquote(address)).partition("#")
        target = self._target(name, anchor)
        if target is None:
            place = origin.at(link.meta["at"], link.meta["end"] - link.meta["at"])
            message = f"the link to {unquote(address)!r} leads nowhere"
            self.found.append(Diagnostic("dead-link", message, place, self._suggestion(name, anchor)))
            return link, True
        resolved = link.copy()
        resolved.meta = link.meta | {"target": target, "term": address.startswith("term:")}
        return resolved, False

    def _target(self, name: str, anchor: str) -> Target | None:
        if name:
            return self.directory.find(self._path(name), anchor)
        here = (f"{self.book.id}/{self.page.id}", f"{self.book.id}/{self.page.file}", self.book.id)
        return next((target for path in here if (target := self.directory.find(path, anchor))), None)

    def _path(self, name: str) -> str:
        """A path as written in a chapter -> the path from the content folder on. A leading slash means that folder."""
        if name.startswith("/"):
            return normpath(name.strip("/"))
        folder = f"{self.book.id}/{self.page.file}".rpartition("/")[0]
        return normpath(f"{folder}/{name}").removesuffix("/")

    def _suggestion(self, name: str, anchor: str) -> str:
        if anchor and (not name or self.directory.find(self._path(name), "")):
            anchors = self.directory.anchors_below(self._path(name) if name else self.book.id)
            return closest("#" + anchor, [f"#{known}" for known in anchors])
        files = sorted({page.file for page in self.book.pages} | {page.id for page in self.book.pages})
        return closest(name.strip("/"), files) or "link to a file of the book, such as " + self.book.pages[0].file

    def _image(self, image: Token, origin: Spelling) -> Token:
        address = unquote(str(image.attrs["src"]))
        folder = self.page.file.rpartition("/")[0]
        path = normpath(f"{folder}/{address}".strip("/"))
        paths = [asset.path for asset in self.book.assets]
        if path not in paths:
            hint = closest(path, paths) or "put the picture into the book's folder and write its path from this chapter"
            message = f"there is no picture {address!r} in this book"
            place = origin.at(image.meta["at"], image.meta["end"] - image.meta["at"])
            self.found.append(Diagnostic("missing-image", message, place, hint))
            return image
        resolved = image.copy()
        resolved.meta = image.meta | {"asset": path}
        return resolved
