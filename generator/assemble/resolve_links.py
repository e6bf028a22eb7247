"""Links and pictures as written -> targets on the shelf; those that lead nowhere are reported.

A link inside the shelf is written as an editor sees the files: `combat.md`, `combat.md#critical-hits`,
`#critical-hits`, `../skill20/rules.md`. Where one file makes several pages, the anchor decides which is meant.
`rule:combat.attack`, `calc:attack`, `table:weapons` and `term:armor-class` lead to a rule, calculator, table or term
of the glossary wherever in the book it stands, `table:skill20/confusion` to another book's.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from posixpath import normpath
from urllib.parse import unquote

from markdown_it.token import Token

from generator.assemble.directory import Directory, as_path, from_content
from generator.assemble.resolve_moves import Moved
from generator.book import Book, Page, Shelf, Target
from generator.diagnostic import Diagnostic, closest
from generator.spelling import Spelling
from generator.written_link import written_link

_OUTSIDE = ("http://", "https://", "mailto:")


def resolve_links(shelf: Shelf, directory: Directory, moved: Moved) -> tuple[Shelf, list[Diagnostic]]:
    """A shelf whose links are as written -> the same with targets; links that lead nowhere, or by an old address."""
    found: list[Diagnostic] = []
    books = []
    for book in shelf.books:
        pages = []
        for page in book.pages:
            resolver = _Resolver(directory, moved, book, page, found)
            pages.append(replace(page, tokens=tuple(resolver.token(token) for token in page.tokens)))
        books.append(replace(book, pages=tuple(pages)))
    return replace(shelf, books=tuple(books)), found


@dataclass(frozen=True, slots=True)
class _Resolver:
    directory: Directory
    moved: Moved
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
        name, _, anchor = as_path(unquote(address)).partition("#")
        target = self._target(name, anchor)
        place = origin.at(link.meta["at"], link.meta["end"] - link.meta["at"])
        if target is None and (target := self.moved.find(self._path(name) if name else self.book.id, anchor)):
            self.found.append(Diagnostic("moved-link", f"{unquote(address)!r} has moved", place, self._rewrite(target)))
        if target is None:
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
        """A path as written in this chapter -> the path from the content folder on."""
        return from_content(name, f"{self.book.id}/{self.page.file}".rpartition("/")[0])

    def _rewrite(self, target: Target) -> str:
        pages = self.directory.named(f"{target.book}/{target.page}")
        return f"write {written_link(target, pages[0][1].file if pages else '', self.book.id)!r}"

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
