"""What the values of a run were made from -> keys of calls with them, the same in every run."""

from __future__ import annotations

import hashlib
import io
import pickle
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from operator import attrgetter
from typing import Any

from rollbook.cache.program import program
from rollbook.model.lazy_tree import LazyTree

# Known by what they are, wherever they come from.
_PLAIN: frozenset[type] = frozenset((str, bytes, int, float, bool, type(None), type))
_KNOWN: tuple[type, ...] = (*_PLAIN, LazyTree)


class Origins:
    """What the values of a run were made from -> keys of calls with them."""

    def __init__(self) -> None:
        # The values are kept with their names: a number is only theirs as long as they exist.
        self._named: dict[int, tuple[object, str]] = {}
        self._calls: dict[int, tuple[object, Callable[..., object], tuple[object, ...], int]] = {}

    def learn(self, made: object, make: Callable[..., object], arguments: tuple[object, ...]) -> None:
        """What came of a call -> known by that call from now on, and each of its parts if it is a tuple."""
        for number, part in enumerate((made, *made) if isinstance(made, tuple) else (made,)):
            if not isinstance(part, _KNOWN) and part != () and id(part) not in self._named:
                self._calls.setdefault(id(part), (part, make, arguments, number))

    def key(self, make: Callable[..., object], arguments: tuple[object, ...]) -> bytes:
        """A call -> its key: equal calls have equal keys in every run. RecursionError if it is nested too deep."""
        for argument in arguments:
            if not isinstance(argument, _KNOWN) and self.name(argument) is None:
                self._named[id(argument)] = (argument, self._digest(argument).hex())
        return self._digest((make.__module__, make.__qualname__, arguments))

    def name(self, value: object) -> str | None:
        """A value -> what it was made from, if that is known."""
        if found := self._named.get(id(value)):
            return found[1]
        if call := self._calls.pop(id(value), None):
            _, make, arguments, number = call
            self._named[id(value)] = (value, f"{self.key(make, arguments).hex()}/{number}")
            return self._named[id(value)][1]
        return None

    def _digest(self, value: object) -> bytes:
        written = io.BytesIO()
        _Describer(written, self).dump(value)
        return hashlib.blake2b(program().encode() + written.getbuffer(), digest_size=20).digest()


_Reduce = Callable[[Any], tuple[type, tuple[Any, ...]]]


class _Fields(dict[type, _Reduce]):
    """Classes -> how their values are taken apart: a dataclass by its fields, which takes pickle itself far longer."""

    def __missing__(self, kind: type) -> _Reduce:
        names = [field.name for field in fields(kind)] if is_dataclass(kind) else []
        if len(names) < 2:  # the getter of a single name gives no tuple
            raise KeyError(kind)
        values = attrgetter(*names)
        self[kind] = reduce = lambda value: (kind, values(value))
        return reduce


_FIELDS = _Fields()


class _Describer(pickle.Pickler):
    """Writes what a value holds, and of what came from a call only its name."""

    def __init__(self, file: io.BytesIO, origins: Origins) -> None:
        super().__init__(file, protocol=5)
        # Otherwise what stands twice would be written once, if it happens to be the same object.
        self.fast = True
        self.dispatch_table = _FIELDS
        self._origins = origins

    def persistent_id(self, value: Any) -> object:
        kind = type(value)
        if kind in _PLAIN:
            return None
        if isinstance(value, LazyTree):
            return value.origin or None
        if kind in (frozenset, set):  # in an order of its own in each run
            return sorted(_sorted_by(part) for part in value)
        return self._origins.name(value)


def _sorted_by(part: object) -> bytes:
    written = io.BytesIO()
    pickler = pickle.Pickler(written, protocol=5)
    pickler.fast = True
    pickler.dump(part)
    return written.getvalue()
