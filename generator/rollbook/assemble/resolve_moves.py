"""The lines of every moved.yml -> old spots of the shelf, and the targets that each leads to now.

On the left stands what a reader's browser showed, from the book on: `combat.html#called-shots`, `fights.html`,
`../old-book/combat.html`; or `rule:combat.called-shots`, which then stood on the page that it leads to. On the right
stands a link as chapters write it. It may itself have moved since: the last place counts.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import field

from rollbook.assemble.link_targets import LinkTargets, as_path, from_content
from rollbook.model.chapter import Draft
from rollbook.model.diagnostic import Diagnostic, Suggestions, listed
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.spot import Target, WrittenMove

# What can be a page's file on every system.
_PAGE = re.compile(r'[^/\\:*?"<>|\s]+/[^/\\:*?"<>|\s]+')
_ANCHOR = re.compile(r"(?!rb-)\S*")
# Folders of the site that are no books.
_TAKEN = ("static", "engine")
_SHAPE = "write it as the browser showed it, without the book's folder: combat.html#called-shots"


def resolve_moves(draft: Draft, link_targets: LinkTargets) -> tuple[dict[Target, Target], list[Diagnostic]]:
    """All books as written, and what is there now -> old spots with their targets, and lines that cannot be."""
    lines = _Lines(link_targets)
    for book in draft.books:
        for move in book.moves:
            lines.add(_Line(book.id, move))
    moves = {spot: target for spot in lines.by_spot if (target := lines.target(spot))}
    return {_placed(spot, target): target for spot, target in moves.items()}, list(lines.found)


def _placed(spot: Target, target: Target) -> Target:
    """What was told of without its page stood on the page where it stands now."""
    return spot if spot.page or not spot.anchor else Target(target.book, target.page, spot.anchor)


@dataclass(frozen=True, slots=True)
class _Line:
    book: str
    move: WrittenMove


@dataclass(slots=True)
class _Lines:
    """Lines by the spots that they are about, and what is wrong with others."""

    link_targets: LinkTargets
    by_spot: dict[Target, _Line] = field(default_factory=dict)
    found: dict[Diagnostic, None] = field(default_factory=dict)
    _pages: dict[str, Target] = field(default_factory=dict)  # pages now and before, by what any system calls them
    _targets: dict[Target, Target | None] = field(default_factory=dict)  # where each spot leads in the end
    _suggestions: Suggestions = field(default_factory=Suggestions)

    def __post_init__(self) -> None:
        for book, page in self.link_targets.anchors:
            self._pages.setdefault(_folded(Target(book, page)), Target(book, page))

    def add(self, line: _Line) -> None:
        spot = self._spot(line)
        if spot is None:
            return
        if self._is_there(spot):
            hint = "remove this line, or rename what has this address now: an existing page always wins"
            self._report("idle-move", f"{line.move.old!r} is still there", line, hint)
        elif spot in self.by_spot:
            other = self.by_spot[spot].move.old_place
            message = f"{line.move.old!r} moves twice; the other is {other.file}:{other.line}"
            self._report("bad-move", message, line, "remove one of the two lines")
        elif rival := self._rival(spot):
            message = f"{line.move.old!r} and {rival!r} would be the same file on many systems"
            self._report("bad-move", message, line, "remove this line; most hosts take readers to the other one")
        else:
            self.by_spot[spot] = line
            self._pages.setdefault(_folded(spot), Target(spot.book, spot.page))

    def target(self, spot: Target) -> Target | None:
        """An old spot -> where it leads in the end; None and a problem where it leads nowhere."""
        way: list[Target] = []
        goal = None
        while goal is None and spot in self.by_spot and spot not in self._targets:
            self._targets[spot] = None
            way.append(spot)
            name, anchor = self._goal(self.by_spot[spot])
            goal, spot = self.link_targets.find(name, anchor), _as_spot(name, anchor)
        if goal is None and spot in way:
            self._report_circle(way[way.index(spot) :])
        elif goal is None and spot in self.by_spot:
            goal = self._targets[spot]
        elif goal is None:
            self._report_dead(self.by_spot[way[-1]])
        self._targets.update(dict.fromkeys(way, goal))
        return goal

    def _report_circle(self, spots: list[Target]) -> None:
        for line in (self.by_spot[spot] for spot in spots):
            hint = "make one of these lines lead to a page"
            self._report("bad-move", f"{line.move.old!r} moves in a circle", line, hint)

    def _report_dead(self, line: _Line) -> None:
        message = f"{line.move.new!r} is not on the shelf"
        hint = self._suggestion(*self._goal(line))
        self.found.setdefault(Diagnostic("dead-move", message, line.move.new_place, hint))

    def _goal(self, line: _Line) -> tuple[str, str]:
        """A line -> the path and anchor of its right side."""
        name, _, anchor = as_path(line.move.new.removesuffix("/")).partition("#")
        name = re.sub(r"(^|/)index\.html$", r"\1", name).removesuffix(".html")
        return from_content(name, line.book) if name else line.book, anchor

    def _spot(self, line: _Line) -> Target | None:
        """A line -> the spot that its left side names; None and a problem where it can't be one."""
        old = as_path(line.move.old)
        name, _, anchor = old.partition("#")
        if old != line.move.old:
            return Target(name.strip("/") or line.book, "", anchor)
        spot = _as_spot(from_content(name, line.book) if name else "", anchor)
        path = f"{spot.book}/{spot.page or 'index'}"
        possible = _PAGE.fullmatch(path) and spot.book not in (".", "..", *_TAKEN) and _ANCHOR.fullmatch(anchor)
        if not name or not possible or (anchor and not spot.page):
            self._report("bad-move", f"{line.move.old!r} cannot have been the address of a page", line, _SHAPE)
            return None
        return spot

    def _is_there(self, spot: Target) -> bool:
        if spot.anchor and not spot.page:
            return self.link_targets.find(spot.book, spot.anchor) is not None
        return self.link_targets.holds(spot)

    def _rival(self, spot: Target) -> str:
        """A spot -> the page whose file differs from its own by capitals only, if there is one."""
        own = Target(spot.book, spot.page)
        known = self._pages.get(_folded(own), own)
        return f"{known.page}.html" if known != own else ""

    def _suggestion(self, name: str, anchor: str) -> str:
        book, _, page = name.partition("/")
        files = self.link_targets.files.get(book)
        if files is None:
            books = self.link_targets.files
            return self._suggestions.closest(book, "books", lambda: books) or listed("books are", books)
        if anchor and self.link_targets.find(name, ""):
            anchors = self.link_targets.anchors_below
            return self._suggestions.closest(f"#{anchor}", name, lambda: [f"#{known}" for known in anchors(name)])
        if not files:
            return f"the book {book!r} has no page yet: write something in one of its chapters"
        return self._suggestions.closest(page, book, lambda: files) or f"link to a file of the book, such as {files[0]}"

    def _report(self, code: str, message: str, line: _Line, hint: str) -> None:
        self.found.setdefault(Diagnostic(code, message, line.move.old_place, hint))


def _as_spot(path: str, anchor: str) -> Target:
    """`book/combat.html` or `book/combat.md` and an anchor -> the spot; `book` and `book/index.html` are the cover."""
    book, _, page = path.partition("/")
    page = page.removesuffix(".html").removesuffix(".md").removesuffix(".markdown")
    return Target(book, "" if page == "index" else page, anchor)


def _folded(spot: Target) -> str:
    return unicodedata.normalize("NFC", f"{spot.book}/{spot.page}").casefold()


class OldAddresses:
    """Old spots of the shelf, for links in chapters that still use them."""

    def __init__(self, moves: Mapping[Target, Target], link_targets: LinkTargets) -> None:
        self._moves = moves
        self._link_targets = link_targets

    def find(self, name: str, anchor: str) -> Target | None:
        """A path from the content folder on and an anchor -> where that leads now, if it has moved."""
        target = next((self._moves[spot] for spot in self._spots(name, anchor) if spot in self._moves), None)
        if target is None or target.anchor or not anchor:
            return target
        # A whole page has moved: its passages went with it.
        return self._link_targets.find(f"{target.book}/{target.page}", anchor) or target

    def _spots(self, name: str, anchor: str) -> Iterator[Target]:
        for book, page in self._link_targets.named(name):
            yield Target(book.id, page.id, anchor)
        yield _as_spot(name, anchor)
        yield _as_spot(name, "")
