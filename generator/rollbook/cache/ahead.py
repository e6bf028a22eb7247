"""Calls that are about to be made -> their results, worked out ahead on all cores.

Only what is marked as `stored` (results.py), and only where the result has no tree: those come through a pipe, and what
the next run reuses comes with them. Whoever asks afterwards gets them from memory and does not know. So nothing depends
on this: a process that fails, or a system that cannot divide one, costs time and nothing else.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from contextlib import contextmanager, suppress
from functools import partial
from inspect import unwrap
from time import monotonic, process_time
from typing import TYPE_CHECKING, Any

from rollbook.cache.results import Results, results_in_use

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Call = partial[Any]
# To divide a process and to bring its results home takes about so long; less work than that is not worth it. Where so
# many calls in a row took long, the others will too.
_WORTH = 0.1
_LONG, _ENOUGH = 0.005, 3
# More would wait for the one that gathers.
MOST = 8
_DIGITS, _MOST_TURNS = 2, 2_000
# A helper has as much to do as this process: one that takes so many times as long, and some seconds, hangs.
_PATIENCE = 10
_LEAST_PATIENCE = 10.0


def cores() -> int:
    """How many processors this process may use; a container often has fewer than the machine."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def work_meanwhile(calls: Iterable[Call], least: int = 1, may: Callable[[Call], bool] = lambda call: True) -> None:
    """Calls that `work_ahead` will be given later -> begun by another process, if at least so many are to be made.

    This one goes on with something else until it asks for them, and then makes those that nobody has begun. The other
    process asks of each call whether it may.
    """
    results = results_in_use()
    if results is None or not can_divide():
        return
    unknown = [call for call in calls if not results.knows(unwrap(call.func), call.args)]
    if len(unknown) >= least:
        results.helpers.append(_Meanwhile(unknown, results, may))


def work_ahead(calls: Sequence[Call]) -> None:
    """Calls of stored functions, `partial(function, arguments…)` -> remembered where Results are in use.

    A crew then lets go of the trees in their arguments: to ask more of these is to have them made again."""
    results = results_in_use()
    if results is None or not can_divide():
        return
    _gather_begun(calls, results)
    if results.crew is not None:
        calls = results.crew.finish(calls)
    # By the clock of this process: on a busy machine everything takes long.
    start, long = process_time(), 0
    for number, call in enumerate(calls):
        # What earlier runs left is there at once, so that only the rest shows what is to be done.
        begun = process_time()
        if begun - start > _WORTH or long == _ENOUGH:
            _divide(calls[number:], results, min(cores(), MOST))
            return
        call()
        long = long + 1 if process_time() - begun > _LONG else 0


def work_begun(calls: Sequence[Call]) -> None:
    """Calls that `work_meanwhile` was given -> remembered, as `work_ahead` does, but the others are left to be made."""
    results = results_in_use()
    if results is not None and can_divide():
        _gather_begun(calls, results)


def _gather_begun(calls: Sequence[Call], results: Results) -> None:
    """Calls -> those among them that another process began are made with it, and remembered as soon as it is ready."""
    functions = {call.func for call in calls}
    for helper in [each for each in results.helpers if isinstance(each, _Meanwhile) and each.makes(functions)]:
        results.helpers.remove(helper)
        try:
            helper.join_in()
            helper.gather(_LEAST_PATIENCE + _PATIENCE * helper.age)
        finally:
            helper.end()


def can_divide() -> bool:
    """Not from a thread beside the main one, and not on systems where a divided process is none to rely on."""
    is_main = threading.current_thread() is threading.main_thread()
    return is_main and cores() > 1 and hasattr(os, "fork") and os.uname().sysname == "Linux"


def _divide(calls: Sequence[Call], results: Results, parts: int) -> None:
    """Calls -> each made by this process or by one of the others, whichever is free, all at the same time."""
    parts = min(parts, len(calls))
    with _queue(len(calls) - parts) as queue:
        helpers = [_Helper(calls, results, _turns(part, parts, len(calls), queue)) for part in range(1, parts)]
        start = monotonic()
        try:
            for number in _turns(0, parts, len(calls), queue):
                calls[number]()
            patience = _LEAST_PATIENCE + _PATIENCE * (monotonic() - start)
            for helper in helpers:
                helper.gather(patience)
        finally:
            for helper in helpers:
                helper.end()


def _filled_queue(size: int) -> int:
    """How many numbers -> the end of a pipe with so many in it, each to be taken by one process."""
    queue, end = os.pipe()
    # No more than any pipe has room for: nobody takes one yet.
    os.write(end, b"".join(number.to_bytes(_DIGITS, "big") for number in range(min(size, _MOST_TURNS))))
    os.close(end)
    return queue


@contextmanager
def _queue(size: int) -> Iterator[int]:
    """The same, closed at the end."""
    queue = _filled_queue(size)
    try:
        yield queue
    finally:
        os.close(queue)


def _turns(part: int, parts: int, calls: int, queue: int) -> Iterator[int]:
    """Which process this is, of how many -> the numbers of the calls that it makes: one is its own, others it takes."""
    yield part
    yield from _taken(parts, calls, queue)


def _taken(first: int, calls: int, queue: int) -> Iterator[int]:
    """The first call that is in the queue, how many calls there are -> the numbers of those that this process takes."""
    while number := os.read(queue, _DIGITS):
        yield from range(first + int.from_bytes(number, "big"), calls, min(calls - first, _MOST_TURNS))


class _Helper:
    """A copy of this process, which knows all that this one knows, and makes those of the calls with these numbers."""

    def __init__(self, calls: Sequence[Call], results: Results, numbers: Iterable[int]) -> None:
        self._calls, self._results, self._numbers = calls, results, numbers
        # Here and not above: most runs find everything done, and start faster without it.
        import multiprocessing

        context = multiprocessing.get_context("fork")
        self._connection, other_end = context.Pipe(duplex=False)
        self._process = context.Process(target=self._help, args=(other_end,), daemon=True)
        self._process.start()
        # Only the helper may hold its end: when it is gone, ours says so.
        other_end.close()

    def gather(self, patience: float) -> None:
        """What the helper found -> remembered here, unless it failed: then whoever asks will see why."""
        with suppress(EOFError, OSError):
            if not self._connection.poll(patience):
                return
            made, traced = pickle.loads(self._connection.recv_bytes())
            self._results.adopt(traced)
            for number, one in made.items():
                call = self._calls[number]
                _remember(self._results, unwrap(call.func), call.args, one)

    def end(self) -> None:
        """The process is gone, whatever it was doing."""
        self._process.kill()
        self._process.join()
        self._connection.close()

    def _help(self, connection: Connection) -> None:
        end_with_parent()
        self._connection.close()
        self._results.crew = None  # it answers the parent, and nobody else
        gc.disable()  # it would touch, and so copy, all that is shared
        # A fault is the parent's to find: it makes the call again, where there is somebody to tell.
        with suppress(Exception):
            traced, made = self._results.listen(lambda: {number: self._calls[number]() for number in self._numbers})
            connection.send_bytes(pickle.dumps((made, traced), protocol=5))


class _Meanwhile(_Helper):
    """One that is at work while this process is at something else, until both take the calls that are left."""

    def __init__(self, calls: Sequence[Call], results: Results, may: Callable[[Call], bool]) -> None:
        self._queue, self._start = _filled_queue(len(calls)), monotonic()
        numbers = _taken(0, len(calls), self._queue)
        super().__init__(calls, results, (number for number in numbers if may(calls[number])))

    @property
    def age(self) -> float:
        """For how many seconds it has been at work."""
        return monotonic() - self._start

    def makes(self, functions: Set[Callable[..., object]]) -> bool:
        """Whether it makes calls of one of these functions."""
        return any(call.func in functions for call in self._calls)

    def join_in(self) -> None:
        """The calls that nobody has taken yet -> some of them made here, until none is left."""
        for number in _taken(0, len(self._calls), self._queue):
            self._calls[number]()

    def end(self) -> None:
        super().end()
        os.close(self._queue)


def _remember(results: Results, make: Callable[..., Any], arguments: tuple[object, ...], made: object) -> None:
    results.remember(make, arguments, lambda: made)


def end_with_parent() -> None:
    """This process -> ends with the one that started it: silently if asked to, and also when that one is killed."""
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, signal.SIG_DFL)
    try:
        threading.Thread(target=_wait_for_parent, daemon=True).start()
    except RuntimeError:  # no memory for a thread: its parent finds it gone, and does without
        os._exit(1)


def _wait_for_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
