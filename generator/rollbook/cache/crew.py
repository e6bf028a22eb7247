"""Calls whose results have trees -> made by processes that keep the trees, and tell this one everything else.

To fetch a tree from another process takes about as long as making it. So each process of a crew has a share of the
chapters, from their text to the finished page. This process knows them without their trees, as if an earlier run had
left them (trace.py). When it asks something about one of them, each process answers that for all of its share in the
same book, since the others come next. What nobody answers is worked out here, from the text on if need be: so nothing
depends on a crew, and a process that fails costs time and nothing else.

The trees are most of what a large shelf has in memory. They are let go as its pages are made, some at a time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from inspect import unwrap
from typing import Any

from rollbook.cache.ahead import MOST, Call, can_divide, cores
from rollbook.cache.crew_member import Member, trees_in
from rollbook.cache.origins import Origins
from rollbook.cache.parcel import Shared
from rollbook.cache.results import results_in_use
from rollbook.cache.trace import Trace
from rollbook.model.lazy_tree import LazyTree, name_origin
from rollbook.model.quick_dataclass import dataclass

# So many chapters at least, and only if most of them are new: fewer are read before a process has started.
_FEW = 64
_SAMPLE = 8
# So many trees of each process are finished with at once: what comes of them is brought home before the next.
_AT_ONCE = 256
# One that takes longer for its calls hangs.
_PATIENCE, _PATIENCE_EACH = 60.0, 2.0


def work_apart(books: Sequence[Sequence[Call]]) -> None:
    """Calls of stored functions, those for a book together -> made by a crew, which keeps the trees of their results.

    Only for values whose trees the steps ask for in calls of stored functions alone.
    """
    results = results_in_use()
    calls = [call for book in books for call in book]
    if results is None or results.crew is not None or len(calls) < _FEW or not can_divide():
        return
    sample = calls[:: max(len(calls) // _SAMPLE, 1)]
    known = sum(results.knows(unwrap(call.func), call.args) for call in sample)
    if 2 * known < len(sample) and (crew := results.start_crew(partial(Crew, min(cores(), MOST)))):
        for number, book in enumerate(books):
            crew.make(book, number)


def ask_ahead(calls: Sequence[Call]) -> None:
    """Calls of stored functions that are about to be made -> made by those who have the trees in their arguments."""
    results = results_in_use()
    if results is not None and results.crew is not None:
        results.crew.ahead(calls)


@dataclass(frozen=True, slots=True)
class _Kept:
    """A value whose tree a process has: which one, for which book, and what came of the same function for that book."""

    member: Member
    book: int
    like: dict[str, None]


# A call that a book needs, and who makes it.
_Job = tuple[Member, Callable[..., Any], tuple[Any, ...], int]
# The same call for whoever makes it: by its key, its function, its arguments.
_Asked = tuple[bytes, Callable[..., Any], tuple[Any, ...], int]


class Crew:
    """Processes that have a share of a shelf's chapters each. `origins` and `trace` are those of this run."""

    def __init__(self, size: int, origins: Origins, trace: Trace) -> None:
        self._origins, self._trace = origins, trace
        self._members = [Member(trace) for _ in range(size)]
        self._kept: dict[str, _Kept] = {}  # by the origin of each value
        self._like: dict[tuple[int, Callable[..., Any]], dict[str, None]] = {}
        self._asked: set[bytes] = set()
        self._shared = Shared()

    def make(self, calls: Sequence[Call], book: int) -> None:
        """Calls for a book -> shared out: each process keeps the trees that come of its own."""
        asked = [(self._members[at % len(self._members)], call, book) for at, call in enumerate(calls)]
        self._share([(member, unwrap(call.func), call.args, book) for member, call, book in asked])

    def ahead(self, calls: Iterable[Call]) -> None:
        """Calls -> made by those who have the trees in their arguments."""
        self._share([job for jobs in self._by_tree(calls)[0].values() for job in jobs])

    def finish(self, calls: Iterable[Call]) -> list[Call]:
        """Calls, the last with these trees -> made by those who have them, who then let go of them; others are left."""
        by_tree, left = self._by_tree(calls)
        trees = list(by_tree.values())
        size = _AT_ONCE * len(self._members)
        for start in range(0, len(trees), size):
            self._share([job for jobs in trees[start : start + size] for job in jobs], let_go=True)
        for member in self._members:
            if not member.names:  # nobody will ask it for anything, and what it has in memory is needed elsewhere
                member.end()
        return left

    def _by_tree(self, calls: Iterable[Call]) -> tuple[dict[str, list[_Job]], list[Call]]:
        """Calls -> those that others make, by the trees in their arguments, and the rest."""
        by_tree: dict[str, list[_Job]] = {}
        left = []
        for call in calls:
            at, kept = self._holder(call.args)
            if kept is None:
                left.append(call)
            else:
                job = kept.member, unwrap(call.func), call.args, kept.book
                by_tree.setdefault(call.args[at].origin, []).append(job)
        return by_tree, left

    def answer(self, make: Callable[..., Any], arguments: tuple[Any, ...]) -> bool:
        """A call -> whether it was made, and with it the same for all that is like its argument."""
        at, kept = self._holder(arguments)
        if kept is None:
            return False
        return self._share(
            [
                (self._kept[origin].member, make, (*arguments[:at], _named(origin), *arguments[at + 1 :]), kept.book)
                for origin in kept.like
                if origin in self._kept
            ]
        )

    def end(self) -> None:
        """No process is left, whatever it was doing."""
        for member in self._members:
            member.end()

    def _holder(self, arguments: tuple[Any, ...]) -> tuple[int, _Kept | None]:
        """Arguments -> the first whose tree another process has, and who."""
        for at, value in enumerate(arguments):
            if isinstance(value, LazyTree) and (kept := self._kept.get(value.origin)):
                return at, kept
        return 0, None

    def _share(self, jobs: list[_Job], *, let_go: bool = False) -> bool:
        """Calls, each with who makes it and for which book -> made, all at the same time; whether there were any.

        If they are the last with the trees in their arguments, these are let go."""
        shares: dict[Member, list[_Asked]] = {}
        for member, make, arguments, book in jobs:
            key = self._origins.key(make, arguments)
            if key not in self._asked and not member.gone.intersection(trees_in(arguments)):
                self._asked.add(key)
                shares.setdefault(member, []).append((key, make, arguments, book))
        often = Counter(id(part) for share in shares.values() for _, _, arguments, _ in share for part in arguments)
        sent = [
            (member, share)
            for member, share in shares.items()
            if member.send([(key, make, arguments) for key, make, arguments, _ in share], self._shared, often, let_go)
        ]
        for member, share in sent:
            self._learn(member, share)
        return bool(sent)

    def _learn(self, member: Member, share: list[_Asked]) -> None:
        """What a process answers -> as if this one had worked it out; if it is gone, so are its trees."""
        answer = member.receive(_PATIENCE + _PATIENCE_EACH * len(share))
        if answer is None:
            self._kept = {origin: kept for origin, kept in self._kept.items() if kept.member is not member}
            return
        traced, names, gone = answer
        self._trace.adopt(traced)
        for (_, make, _, book), origins in zip(share, names, strict=True):
            like = self._like.setdefault((book, make), {})
            for origin in origins:
                like[origin] = None
                self._kept.setdefault(origin, _Kept(member, book, like))
            member.names.update(origins)
        member.names.difference_update(gone)
        member.gone.update(gone)


def _named(origin: str) -> LazyTree:
    """The name of a value that another process has -> what stands for it here."""
    value = LazyTree()
    name_origin(value, origin)
    return value
