"""A process of a crew (crew.py): it makes calls, keeps the trees that come of them, and tells of everything else."""

from __future__ import annotations

import gc
import pickle
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from rollbook.cache.ahead import end_with_parent
from rollbook.cache.parcel import Calls, Parcel, Shared, elsewhere, open_parcel
from rollbook.cache.trace import Trace
from rollbook.model.lazy_tree import LazyTree, let_go_of_tree

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

# What came of the calls, as the next run reads it; the names of the trees that are kept, and of those let go.
Answer = tuple[dict[bytes, bytes], list[list[str]], list[str]]


class _Trees:
    """The trees that a process keeps, by their names, and what each was made from."""

    def __init__(self) -> None:
        self.values: dict[str, LazyTree] = {}
        self._made_from: dict[str, list[str]] = {}

    def add(self, made: list[LazyTree], arguments: tuple[Any, ...]) -> None:
        """What came of a call, its arguments -> kept."""
        for value in made:
            if self.values.setdefault(value.origin, value) is value:
                self._made_from.setdefault(value.origin, trees_in(arguments))

    def let_go(self, names: list[str]) -> list[str]:
        """Trees by their names -> all that went: these, and those of the steps before, which share most of them."""
        gone = []
        while names:
            name = names.pop()
            if value := self.values.pop(name, None):
                # Others may have the value: all that links of the shelf are resolved by has every page.
                let_go_of_tree(value, elsewhere)
                gone.append(name)
                names += self._made_from.pop(name)
        return gone


class Member:
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
        self.gone: set[str] = set()  # and of those whose trees it had
        self._shipped: set[int] = set()

    def send(self, calls: Calls, shared: Shared, often: Counter[int], let_go: bool) -> bool:
        """Calls, what they have in common, whether their trees are let go -> whether they are on their way."""
        with suppress(OSError, pickle.PicklingError, AttributeError, TypeError, RecursionError):
            parcel = Parcel(shared, self._shipped, often, self.names).pack(calls)
            self._connection.send(let_go)
            self._connection.send_bytes(parcel)
            return True
        return False

    def receive(self, patience: float) -> Answer | None:
        """-> what came of the calls; None if the process died."""
        with suppress(EOFError, OSError):
            if self._connection.poll(patience):
                answer: Answer = pickle.loads(self._connection.recv_bytes())
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
        kept = _Trees()
        shared: dict[int, Any] = {}
        with suppress(Exception):
            while True:
                names, asked = [], []
                let_go = connection.recv()
                for key, make, arguments in open_parcel(connection.recv_bytes(), kept.values, shared):
                    made: list[LazyTree] = []
                    # A fault is the parent's to find: it makes the call again, where there is somebody to tell.
                    with suppress(Exception):
                        made = trace.record(key, arguments, make(*arguments))
                    kept.add(made, arguments)
                    asked += trees_in(arguments)
                    names.append([value.origin for value in made])
                gone = kept.let_go(asked) if let_go else []
                connection.send_bytes(pickle.dumps((trace.take(), names, gone), protocol=5))


def trees_in(arguments: tuple[Any, ...]) -> list[str]:
    """Arguments of a call -> the names of the trees among them."""
    return [value.origin for value in arguments if isinstance(value, LazyTree)]
