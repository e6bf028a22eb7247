"""Links and pictures as written -> targets on the shelf; those that lead nowhere are reported.

A link inside the shelf is written as an editor sees the files: `combat.md`, `combat.md#critical-hits`,
`#critical-hits`, `../skill20/rules.md`. Where one file makes several pages, the anchor decides which is meant.
`rule:combat.attack`, `calc:attack`, `table:weapons` and `term:armor-class` lead to a rule, calculator, table or term
of the glossary wherever in the book it stands, `table:skill20/confusion` to another book's. `calc:attack?AC=13` leads
to the calculator with that number in it.
"""

from __future__ import annotations

from dataclasses import field, replace
from itertools import chain
from pathlib import PurePosixPath
from posixpath import normpath
from urllib.parse import unquote

from rollbook.assemble.link_targets import LinkTargets, as_path, from_content
from rollbook.assemble.resolve_moves import OldAddresses
from rollbook.cache import reused, stored
from rollbook.engine.calculator.inputs import read_inputs_given
from rollbook.model.book import Book, Page, Shelf
from rollbook.model.diagnostic import Diagnostic, Suggestions
from rollbook.model.document.inlines import Inline, Line, Link, Picture, plain_text
from rollbook.model.document.walk import change_inlines, change_lines, inlines_in, inlines_of
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.ruleset import Ruleset
from rollbook.model.source import find_picture
from rollbook.model.spot import Target, written_link

_OUTSIDE = ("http://", "https://", "mailto:")


def resolve_links(
    shelf: Shelf, link_targets: LinkTargets, old_addresses: OldAddresses
) -> tuple[Shelf, list[Diagnostic]]:
    """A shelf whose links are as written -> the same with targets; links that lead nowhere, or by an old address."""
    found: list[Diagnostic] = []
    known = _box(link_targets, shelf)
    known.setdefault("known", _Known(link_targets, old_addresses))
    books = []
    for book in shelf.books:
        pages = []
        pictures = frozenset(asset.path for asset in book.assets)
        for page in book.pages:
            resolved, problems = _resolve(page, book.id, pictures, known)
            pages.append(resolved)
            found += problems
        used = frozenset(asset for page in pages for asset in _shown(page)) | {book.settings.cover.picture}
        assets = tuple(asset for asset in book.assets if not asset.shared or asset.path in used)
        books.append(replace(book, pages=tuple(pages), assets=assets))
    return replace(shelf, books=tuple(books)), found


@dataclass(frozen=True, slots=True)
class _Known:
    """All that links of a shelf are resolved by."""

    link_targets: LinkTargets
    old_addresses: OldAddresses
    suggestions: Suggestions = field(default_factory=Suggestions)


def _box(link_targets: LinkTargets, shelf: Shelf) -> dict[str, _Known]:
    """What links can lead to -> where the first that knew exactly this is, so that pages are resolved by it once."""
    anchors = tuple(
        (book.id, page.id, page.file, *chain.from_iterable(link_targets.anchors[book.id, page.id].items()))
        for book in shelf.books
        for page in book.pages
    )
    pictures = tuple(frozenset(asset.path for asset in book.assets) for book in shelf.books)
    return _first(anchors, pictures, tuple(book.rules for book in shelf.books), tuple(shelf.moves.items()))


@reused
def _first(
    anchors: tuple[tuple[str, ...], ...],
    pictures: tuple[frozenset[str], ...],
    rules: tuple[Ruleset, ...],
    moves: tuple[tuple[Target, Target], ...],
) -> dict[str, _Known]:
    """Everything of a shelf that decides where its links lead -> a place to keep what knows it."""
    return {}


@stored
def _resolve(
    page: Page, book: str, pictures: frozenset[str], box: dict[str, _Known]
) -> tuple[Page, tuple[Diagnostic, ...]]:
    """A page, its book, that book's pictures, what links can lead to -> the page, and its links that lead nowhere."""
    found: list[Diagnostic] = []
    known = box["known"]
    resolver = _Resolver(
        known.link_targets, known.old_addresses, _named(book, known), pictures, page, known.suggestions, found
    )
    return replace(page, blocks=change_lines(page.blocks, resolver.line)), tuple(found)


def _named(book: str, known: _Known) -> Book:
    return next(found for found, _ in known.link_targets.named(book))


def _split_given(address: str) -> tuple[str, dict[str, str]]:
    """`calc:attack?AC=13&light=dim` -> `calc:attack`, and what the calculator should hold."""
    if not address.startswith("calc:") or "?" not in address:
        return address, {}
    path, _, query = address.partition("?")
    pairs = (each.partition("=") for each in query.split("&"))
    return path, {unquote(name): unquote(value) for name, _, value in pairs}


@stored
def _shown(page: Page) -> tuple[str, ...]:
    """A page -> the pictures on it, by their paths in the book."""
    return tuple(picture.asset for picture in inlines_of(Picture, page.blocks))


@dataclass(frozen=True, slots=True)
class _Resolver:
    link_targets: LinkTargets
    old_addresses: OldAddresses
    book: Book
    pictures: frozenset[str]
    page: Page
    suggestions: Suggestions
    found: list[Diagnostic]

    def line(self, line: Line) -> Line:
        """A line of words -> the same with targets."""
        if line.only_words or not any(isinstance(inline, Link | Picture) for inline in inlines_in(line.inlines)):
            return line
        return replace(line, inlines=change_inlines(line.inlines, self._inline))

    def _inline(self, inline: Inline) -> tuple[Inline, ...]:
        if isinstance(inline, Link):
            return self._link(inline)
        return (self._picture(inline),) if isinstance(inline, Picture) else (inline,)

    def _link(self, link: Link) -> tuple[Inline, ...]:
        """A link -> it with its target; of a dead one only the words."""
        address = link.address
        if address.lower().startswith(_OUTSIDE):
            return (link,)
        address, given = _split_given(address)
        name, _, anchor = as_path(unquote(address)).partition("#")
        target = self._target(name, anchor)
        if target is None and (target := self.old_addresses.find(self._path(name) if name else self.book.id, anchor)):
            message = f"{unquote(address)!r} has moved"
            self.found.append(Diagnostic("moved-link", message, link.place, self._rewrite(target)))
        if target is None:
            message = f"the link to {unquote(address)!r} leads nowhere"
            hint = self._suggestion(unquote(address), name, anchor)
            self.found.append(Diagnostic("dead-link", message, link.place, hint))
            return link.inlines
        held = self._given(link, target, given)
        return (replace(link, target=target, to_term=address.startswith("term:"), given=held),)

    def _given(self, link: Link, target: Target, given: dict[str, str]) -> tuple[tuple[str, str], ...]:
        """A link to a calculator, what it should hold there -> the same, if the calculator takes all of it."""
        book = next(book for book, _ in self.link_targets.named(target.book))
        calculator = book.rules.calculators.get(target.anchor.removeprefix("calc-")) if given else None
        if calculator is None:
            return ()
        known = [each.name for each in calculator.inputs]
        for name in (name for name in given if name not in known):
            message = f"the calculator {calculator.id!r} has no input {name!r}"
            hint = (
                self.suggestions.closest(name, f"calc:{calculator.id}", lambda: known) or f"it has {', '.join(known)}"
            )
            self.found.append(Diagnostic("bad-given", message, link.place, hint))
        taken = {name: value for name, value in given.items() if name in known}
        problems = read_inputs_given(calculator, taken, {})[1]
        for problem in problems:
            message = (
                f"{'='.join((str(problem.path[0]), taken[str(problem.path[0])]))!r} doesn't fit: {problem.message}"
            )
            self.found.append(Diagnostic("bad-given", message, link.place, problem.suggestion))
        return tuple(given.items()) if taken == given and not problems else ()

    def _target(self, name: str, anchor: str) -> Target | None:
        if name:
            return self.link_targets.find(self._path(name), anchor)
        here = (f"{self.book.id}/{self.page.id}", f"{self.book.id}/{self.page.file}", self.book.id)
        return next((target for path in here if (target := self.link_targets.find(path, anchor))), None)

    def _path(self, name: str) -> str:
        """A path as written in this chapter -> the path from the content folder on."""
        return from_content(name, f"{self.book.id}/{self.page.file}".rpartition("/")[0])

    def _rewrite(self, target: Target) -> str:
        pages = self.link_targets.named(f"{target.book}/{target.page}")
        return f"write {written_link(target, pages[0][1].file if pages else '', self.book.id)!r}"

    def _suggestion(self, address: str, name: str, anchor: str) -> str:
        if anchor and (not name or self.link_targets.find(self._path(name), "")):
            return self._near_anchor(address, self._path(name) if name else self.book.id, anchor)
        near = self.suggestions.closest(
            name.strip("/"), self.book.id, lambda: (known for page in self.book.pages for known in (page.file, page.id))
        )
        if not near and PurePosixPath(name).suffix not in ("", ".md", ".markdown"):
            return "only chapters and pictures are published: put this file online and link to its full address"
        return near or "link to a file of the book, such as " + self.book.pages[0].file

    def _near_anchor(self, address: str, path: str, anchor: str) -> str:
        """An address, where it leads, an anchor that isn't there -> the one most likely meant, of the same kind."""
        # What all of a kind have in common would make them look alike.
        kind = "" if as_path(address) == address else f"{address.partition(':')[0]}-"
        sign = "" if kind else "#"

        def known() -> list[str]:
            anchors = self.link_targets.anchors_below(path)
            return [sign + each.removeprefix(kind) for each in anchors if each.startswith(kind)]

        return self.suggestions.closest(sign + anchor.removeprefix(kind), f"{path}#{kind}", known)

    def _picture(self, picture: Picture) -> Picture:
        address = unquote(picture.address)
        if not plain_text(picture.inlines).strip() and not picture.decorative:
            message = f"{address!r} has no description for readers who can't see it"
            hint = (
                f"put one in the square brackets: ![A bridge with a broken arch]({picture.address}); "
                "or write {decorative} after it if it is only decoration"
            )
            self.found.append(Diagnostic("wordless-picture", message, picture.place, hint))
        folder = self.page.file.rpartition("/")[0]
        path = find_picture(f"{folder}/{address}".strip("/"), self.pictures)
        if not path:
            path = normpath(f"{folder}/{address}".strip("/"))
            near = self.suggestions.closest(path, f"{self.book.id}/pictures", lambda: self.pictures)
            hint = near or "put the picture in the book's folder, or in content/_media to share it between books"
            message = f"there is no picture {address!r} in this book"
            self.found.append(Diagnostic("missing-image", message, picture.place, hint))
            return picture
        return replace(picture, asset=path)
