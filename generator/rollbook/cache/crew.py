"""Calls whose results have trees -> made by processes that keep the trees, and tell this one everything else.

To fetch a tree from another process takes about as long as making it. So each process of a crew has a share of the
chapters, from their text to the finished page. This process knows them without their trees, as if an earlier run had
left them (trace.py). When it asks something about one of them, each process answers that for all of its share in the
same book, since the others come next. What nobody answers is worked out here, from the text on if need be: so nothing
depends on a crew, and a process that fails costs time and nothing else.
"""

from __future__ import annotations

import gc
import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from inspect import unwrap
from typing import TYPE_CHECKING, Any

from rollbook.cache.ahead import MOST, Call, can_divide, cores, end_with_parent
from rollbook.cache.origins import Origins
from rollbook.cache.parcel import Calls, Parcel, Shared, open_parcel
from rollbook.cache.results import results_in_use
from rollbook.cache.trace import Trace
from rollbook.model.lazy_tree import LazyTree, name_origin
from rollbook.model.quick_dataclass import dataclass

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

# So many chapters at least, and only if most of them are new: fewer are read before a process has started.
_FEW = 64
_SAMPLE = 8
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

    member: _Member
    book: int
    like: dict[str, None]


# A call that a book needs: by its key, its function, its arguments.
_Asked = tuple[bytes, Callable[..., Any], tuple[Any, ...], int]


class Crew:
    """Processes that have a share of a shelf's chapters each. `origins` and `trace` are those of this run."""

    def __init__(self, size: int, origins: Origins, trace: Trace) -> None:
        self._origins, self._trace = origins, trace
        self._members = [_Member(trace) for _ in range(size)]
        self._kept: dict[str, _Kept] = {}  # by the origin of each value
        self._like: dict[tuple[int, Callable[..., Any]], dict[str, None]] = {}
        self._asked: set[bytes] = set()
        self._shared = Shared()

    def make(self, calls: Sequence[Call], book: int) -> None:
        """Calls for a book -> shared out: each process keeps the trees that come of its own."""
        asked = [(self._members[at % len(self._members)], call, book) for at, call in enumerate(calls)]
        self._share([(member, unwrap(call.func), call.args, book) for member, call, book in asked])

    def ahead(self, calls: Iterable[Call]) -> list[Call]:
        """Calls -> made by those who have the trees in their arguments; the others are left."""
        asked, left = [], []
        for call in calls:
            _, kept = self._holder(call.args)
            if kept is None:
                left.append(call)
            else:
                asked.append((kept.member, unwrap(call.func), call.args, kept.book))
        self._share(asked)
        return left

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

    def _share(self, calls: list[tuple[_Member, Callable[..., Any], tuple[Any, ...], int]]) -> bool:
        """Calls, each with who makes it and for which book -> made, all at the same time; whether there were any."""
        shares: dict[_Member, list[_Asked]] = {}
        for member, make, arguments, book in calls:
            key = self._origins.key(make, arguments)
            if key not in self._asked:
                self._asked.add(key)
                shares.setdefault(member, []).append((key, make, arguments, book))
        often = Counter(id(part) for share in shares.values() for _, _, arguments, _ in share for part in arguments)
        sent = [
            (member, share)
            for member, share in shares.items()
            if member.send([(key, make, arguments) for key, make, arguments, _ in share], self._shared, often)
        ]
        for member, share in sent:
            self._learn(member, share)
        return bool(sent)

    def _learn(self, member: _Member, share: list[_Asked]) -> None:
        """What a process answers -> as if this one had worked it out; if it is gone, so are its trees."""
        answer = member.receive(_PATIENCE + _PATIENCE_EACH * len(share))
        if answer is None:
            self._kept = {origin: kept for origin, kept in self._kept.items() if kept.member is not member}
            return
        traced, names = answer
        self._trace.adopt(traced)
        for (_, make, _, book), origins in zip(share, names, strict=True):
            like = self._like.setdefault((book, make), {})
            for origin in origins:
                like[origin] = None
                self._kept.setdefault(origin, _Kept(member, book, like))
            member.names.update(origins)


def _named(origin: str) -> LazyTree:
    """The name of a value that another process has -> what stands for it here."""
    value = LazyTree()
    name_origin(value, origin)
    return value


class _Member:
    """A copy of this process, which makes calls and keeps the trees that come of them."""

    def __init__(self, trace: Trace) -> None:
        # Here and not above: most runs find everything done, and start faster without it.
        import multiprocessing

        context = multiprocessing.get_context("fork")
        self._connection, other_end = context.Pipe()
        self._process = context.Process(target=self._work, args=(other_end, trace), daemon=True)
        self._process.start()
        # Only the process may hold its end: when it is gone, ours says so.
        other_end.close()
        self.names: set[str] = set()  # the origins of the values whose trees it has
        self._shipped: set[int] = set()

    def send(self, calls: Calls, shared: Shared, often: Counter[int]) -> bool:
        """Calls, what they have in common -> whether they are on their way."""
        with suppress(OSError, pickle.PicklingError, AttributeError, TypeError, RecursionError):
            self._connection.send_bytes(Parcel(shared, self._shipped, often, self.names).pack(calls))
            return True
        return False

    def receive(self, patience: float) -> tuple[dict[bytes, bytes], list[list[str]]] | None:
        """-> what came of the calls as the next run reads it, and the names of the trees; None if the process died."""
        with suppress(EOFError, OSError):
            if self._connection.poll(patience):
                answer: tuple[dict[bytes, bytes], list[list[str]]] = pickle.loads(self._connection.recv_bytes())
                return answer
        self.end()
        return None

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self._connection.close()

    def _work(self, connection: Connection, trace: Trace) -> None:
        end_with_parent()
        self._connection.close()
        gc.disable()  # it would touch, and so copy, all that is shared
        trace.take()
        values: dict[str, LazyTree] = {}
        shared: dict[int, Any] = {}
        with suppress(Exception):
            while True:
                names = []
                for key, make, arguments in open_parcel(connection.recv_bytes(), values, shared):
                    made: list[LazyTree] = []
                    # A fault is the parent's to find: it makes the call again, where there is somebody to tell.
                    with suppress(Exception):
                        made = trace.record(key, arguments, make(*arguments))
                    values.update((value.origin, value) for value in made)
                    names.append([value.origin for value in made])
                connection.send_bytes(pickle.dumps((trace.take(), names), protocol=5))
