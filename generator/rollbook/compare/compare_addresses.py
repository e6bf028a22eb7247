"""Two states of a shelf -> addresses that readers may have from the older one and that lead nowhere in the newer one.

What each probably became is a guess, made from names; an editor looks at it before it goes into moved.yml.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping

from rollbook.model.book import Book, Page, Shelf, page_anchors
from rollbook.model.comparison import LostAddress
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.spot import Target, written_link

# How alike two names must be for one to be taken for the other's new form, from 0 to 1.
_ALIKE = 0.5
Anchors = Mapping[Target, tuple[str, ...]]


def compare_addresses(old: Shelf, new: Shelf) -> dict[str, tuple[LostAddress, ...]]:
    """The older and the newer shelf -> what is lost, by the book whose moved.yml should say where it went."""
    before, after = _anchors(old), _anchors(new)
    known = {page: frozenset(names) for page, names in before.items()}
    fresh = {page: tuple(name for name in names if name not in known.get(page, ())) for page, names in after.items()}
    shelves = _Shelves(before, after, fresh, new.moves, old.moves)
    lost: dict[str, list[LostAddress]] = {}
    for page, anchors in _asked_for(old, before).items():
        for spot, target in _lost(page, anchors, shelves):
            # A book that is gone cannot tell where it went; the one that took it in can.
            owner = spot.book if any(book.id == spot.book for book in new.books) else target.book
            lost.setdefault(owner, []).append(_line(spot, target, owner, new))
    return {book: tuple(lines) for book, lines in lost.items()}


def _anchors(shelf: Shelf) -> Anchors:
    """A shelf -> its pages, covers among them, with the anchors of each."""
    pages: dict[Target, tuple[str, ...]] = {}
    for book in shelf.books:
        pages[Target(book.id)] = ()
        pages |= {Target(book.id, page.id): tuple(anchor.id for anchor in page_anchors(page)) for page in book.pages}
    return pages


def _asked_for(old: Shelf, before: Anchors) -> dict[Target, list[str]]:
    """What readers may ask for: all that was there, and what had moved before."""
    asked = {page: list(anchors) for page, anchors in before.items()}
    for spot in old.moves:
        asked.setdefault(Target(spot.book, spot.page), []).extend([spot.anchor] if spot.anchor else [])
    return asked


@dataclass(frozen=True, slots=True)
class _Shelves:
    """Pages with their anchors on the older and the newer shelf, which of the latter are new, and what has moved."""

    before: Anchors
    after: Anchors
    fresh: Anchors
    moves: Mapping[Target, Target]
    former_moves: Mapping[Target, Target]

    def known(self, spot: Target) -> Target | None:
        """What an earlier moved.yml said of a spot, if that is still there."""
        target = self.former_moves.get(spot)
        there = self.after.get(Target(target.book, target.page)) if target else None
        return target if target and there is not None and (not target.anchor or target.anchor in there) else None


def _lost(page: Target, anchors: Iterable[str], shelves: _Shelves) -> Iterator[tuple[Target, Target]]:
    """A page and its anchors -> those that lead nowhere, each with what it probably became."""
    home = page if page in shelves.after else shelves.moves.get(page)
    if home is None:
        home = shelves.known(page) or _became(page, shelves.before.get(page, ()), shelves.after)
        if home is None:
            return
        yield page, home
    # An anchor goes along with its page.
    there = shelves.after.get(Target(home.book, home.page), ())
    for anchor in dict.fromkeys(anchors):
        spot = Target(page.book, page.page, anchor)
        if anchor not in there and spot not in shelves.moves:
            yield spot, shelves.known(spot) or _moved_to(anchor, home, shelves)


def _became(page: Target, anchors: Iterable[str], after: Anchors) -> Target | None:
    """A page that is gone -> the one that has the most of its anchors, or else the most similar name."""
    shared = {spot: len({*anchors} & {*names}) for spot, names in after.items() if spot.page}
    best = max(
        shared, key=lambda spot: (shared[spot], spot.book == page.book, _likeness(spot.page, page.page)), default=None
    )
    if best is not None and (shared[best] or _likeness(best.page, page.page) >= _ALIKE):
        return best
    # Its book's cover; for a whole book that is gone, whatever is left.
    return next((spot for spot in (Target(page.book), *after) if spot in after), None)


def _moved_to(anchor: str, home: Target, shelves: _Shelves) -> Target:
    """An anchor that is gone, and its page -> the same name elsewhere in the book, or a similar new one, or the top."""
    own = [spot for spot in shelves.after if spot.book == home.book]
    for spot in own:
        if anchor in shelves.after[spot]:
            return Target(spot.book, spot.page, anchor)
    for spots in ([Target(home.book, home.page)], own):
        named = {
            name: spot
            for spot in reversed(spots)
            for name in shelves.fresh.get(spot, ())
            if _kind(name) == _kind(anchor)
        }
        if near := difflib.get_close_matches(anchor, named, n=1, cutoff=_ALIKE):
            return Target(named[near[0]].book, named[near[0]].page, near[0])
    return Target(home.book, home.page)


def _kind(anchor: str) -> str:
    """Rules become rules, and tables tables."""
    return next((kind for kind in ("calc-", "rule-", "table-", "term-") if anchor.startswith(kind)), "")


def _likeness(one: str, other: str) -> float:
    return difflib.SequenceMatcher(None, one, other).ratio()


def _line(spot: Target, target: Target, owner: str, new: Shelf) -> LostAddress:
    page = f"{spot.page or 'index'}.html"
    path = page if spot.book == owner else f"../{spot.book}/{page}"
    file = next((p.file for book in new.books for p in _pages(book, target)), "")
    old = f"{path}#{spot.anchor}" if spot.anchor else path
    return LostAddress(
        f"{spot.book}/{page}" + (f"#{spot.anchor}" if spot.anchor else ""),
        f"{old}: {written_link(target, file, owner)}",
    )


def _pages(book: Book, target: Target) -> Iterator[Page]:
    yield from (page for page in book.pages if (book.id, page.id) == (target.book, target.page))
