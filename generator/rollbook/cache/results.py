"""A call of a function that depends on its arguments alone -> its result, worked out once.

A function is marked where it stands: `reused` in memory, as long as the program runs; `stored` on disk as well, between
runs, where working it out takes longer than reading it. Both are plain functions unless Results are in use, and what
they give is the same either way. Arguments are values that never change.

In memory a call is known by texts that are equal, and by anything else that is the very same object. On disk it is
known by all that its arguments were made from, together with the program's own name (trace.py). What isn't exactly what
was put there counts as missing (cache.py).
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar, cast

from rollbook.cache.cache import NO_CACHE, Cache, MissingError
from rollbook.cache.origins import Origins, written
from rollbook.cache.program import program
from rollbook.cache.trace import Trace
from rollbook.model.lazy_tree import LazyTree
from rollbook.model.source import Source
from rollbook.model.spot import Spot, Target

if TYPE_CHECKING:
    from rollbook.cache.crew import Crew

Given = ParamSpec("Given")
# Where results begin. What they are made into is the same object again if they are the same.
_COMPARED = (str, bytes, int, frozenset, Source, Spot, Target)
Made = TypeVar("Made")


# A function and its arguments, to be found again by.
_Call = tuple[object, ...]


def _call(make: Callable[..., object], arguments: tuple[object, ...]) -> _Call:
    return (make, *map(_comparable, arguments))


def _comparable(argument: object) -> object:
    """An argument -> the same if it is compared; else, as a chapter's tree is too much for that, only its identity."""
    # First what most are: to ask for each of these classes takes longer than all else.
    if isinstance(argument, LazyTree):
        return _SAME, id(argument)
    if isinstance(argument, _COMPARED):
        return argument
    # No argument can be mistaken for the second: nobody else has the marker.
    return tuple(map(_comparable, argument)) if isinstance(argument, tuple) else (_SAME, id(argument))


_SAME = object()


@dataclass(slots=True)
class _Known:
    """What came of a call, and the last run that asked. Its arguments stay: an id is only theirs as long as they do."""

    arguments: tuple[object, ...]
    made: Any
    run: int = -1


class Helper(Protocol):
    """Another process that is at work for this run."""

    def end(self) -> None:
        """It is gone, whatever it was doing."""


@dataclass(slots=True)
class Results:
    """What was worked out so far: in memory by this run and the one before it, on disk by any."""

    cache: Cache = NO_CACHE
    shelf: str = ""  # whose calls are written down, so that those of another don't push them out
    _run: int = 0
    _known: dict[_Call, _Known] = field(default_factory=dict)
    _trace: Trace | None = None
    _origins: Origins = field(default_factory=Origins)
    helpers: list[Helper] = field(default_factory=list)  # at work for this run, until someone asks (ahead.py)
    crew: Crew | None = None  # processes that make and keep trees for this run

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """A run, which remembers what it asks for; what the run before didn't ask for is forgotten now."""
        # A copy, since a browser may ask for a page at the same time.
        self._known = {call: known for call, known in self._known.copy().items() if known.run == self._run}
        self._run += 1
        self._origins = Origins()
        if self._trace is None and self.cache.folder is not None:
            self._trace = Trace(self.cache, self.shelf)
        token = _IN_USE.set(self)
        try:
            yield
            self._dismiss()  # before anything is stored or written: they have most of a large shelf in memory
            if self._trace is not None:
                self._trace.store()
        finally:
            _IN_USE.reset(token)
            self._dismiss()

    def _dismiss(self) -> None:
        """-> no other process is at work for this run."""
        while self.helpers:
            self.helpers.pop().end()
        if self.crew is not None:
            self.crew.end()
            self.crew = None

    def remember(self, make: Callable[..., Made], arguments: tuple[object, ...], work: Callable[[], Made]) -> Made:
        """A call -> its result from memory, or else by this work."""
        call = _call(make, arguments)
        known = self._known.get(call)
        if known is None:
            known = self._known[call] = _Known(arguments, work())
        if known.run != self._run:
            known.run = self._run
            if self._trace is not None:
                self._origins.learn(known.made, make, arguments)
        return cast("Made", known.made)

    def knows(self, make: Callable[..., object], arguments: tuple[object, ...]) -> bool:
        """A call -> whether its result is in memory or, as far as can be told without reading it, on disk."""
        if _call(make, arguments) in self._known:
            return True
        try:
            return self._trace is not None and self._trace.knows(self._origins.key(make, arguments))
        except RecursionError:
            return False

    def recall(self, make: Callable[..., Made], arguments: tuple[object, ...], work: Callable[[], Made]) -> Made:
        """A call -> its result from disk, or else by this work."""
        if self._trace is None:
            return work()
        try:
            key = self._origins.key(make, arguments)
        except RecursionError:  # nested deeper than can be written down
            return work()
        for _ in range(2):
            with suppress(MissingError):
                return self._trace.recall(key, arguments, work)
            if self.crew is None or not self.crew.answer(make, arguments):
                break
        made = work()
        self._trace.record(key, arguments, made)
        return made

    def start_crew(self, start: Callable[[Origins, Trace], Crew]) -> Crew | None:
        """How to start a crew -> it, until this run ends; None where nothing is stored, and trees have no names."""
        if self._trace is not None:
            self.crew = start(self._origins, self._trace)
        return self.crew

    def listen(self, work: Callable[[], Made]) -> tuple[Traced, Made]:
        """Work -> what it adds to what is kept between runs, and its result; for another process to `adopt`."""
        if self._trace is None:
            return {}, work()
        before = self._trace.asked
        made = work()
        return {key: written for key, written in self._trace.asked.items() if key not in before}, made

    def adopt(self, traced: Traced) -> None:
        """What another process added -> kept by this one."""
        if self._trace is not None:
            self._trace.adopt(traced)

    def store(self, name: str, made_from: object, work: Callable[[], Made]) -> Made:
        """The name of a result, all that it is made from -> the result from disk, or else by this work."""
        if self.cache.folder is None:
            return work()
        try:
            key = f"{name} {digest(made_from)}"
        except RecursionError:  # nested deeper than can be written down
            return work()
        found = self.cache.get(key)
        if found is not None:
            return cast("Made", pickle.loads(found))
        made = work()
        self.cache.put(key, pickle.dumps(made))
        return made


# What calls gave, by their keys, as the next run reads it.
Traced = dict[bytes, bytes]
_IN_USE: ContextVar[Results | None] = ContextVar("results", default=None)


def results_in_use() -> Results | None:
    """-> where results are remembered just now, if anywhere."""
    return _IN_USE.get()


def reused(make: Callable[Given, Made]) -> Callable[Given, Made]:
    """A function -> the same, whose results are remembered while Results are in use. Its arguments go by position."""

    @wraps(make)
    def ask(*arguments: Given.args, **named: Given.kwargs) -> Made:
        results = _IN_USE.get()
        if results is None:
            return make(*arguments, **named)
        return results.remember(make, arguments, lambda: make(*arguments, **named))

    return ask


def stored(make: Callable[Given, Made]) -> Callable[Given, Made]:
    """A function -> the same, whose results are stored on disk, too, while Results are in use."""

    @wraps(make)
    def ask(*arguments: Given.args, **named: Given.kwargs) -> Made:
        results = _IN_USE.get()
        if results is None:
            return make(*arguments, **named)
        return results.remember(
            make, arguments, lambda: results.recall(make, arguments, lambda: make(*arguments, **named))
        )

    return ask


def digest(value: object) -> str:
    """A value -> a name for all that it holds and for this program: equal values have equal names in every run."""
    return hashlib.sha256(program().encode() + written(value)).hexdigest()
