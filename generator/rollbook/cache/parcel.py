"""Calls on their way to a process that has the trees in their arguments: these travel by name, all else as it is.

What many calls have in common, such as what all links of a shelf are resolved by, travels once.
"""

from __future__ import annotations

import io
import pickle
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from inspect import unwrap
from operator import attrgetter
from typing import Any

from rollbook.model.lazy_tree import LazyTree, make_lazy, without_tree

Calls = list[tuple[bytes, Callable[..., Any], tuple[Any, ...]]]
_NEVER_SHARED = (str, bytes, int, float, bool, type(None), frozenset)
_PLAIN = (*_NEVER_SHARED, LazyTree)


class Shared:
    """Values that travelled once -> their numbers. They are kept: an id is only theirs as long as they exist."""

    def __init__(self) -> None:
        self._values: dict[int, tuple[int, object]] = {}

    def number(self, value: object) -> int | None:
        """A value -> its number, if it has one."""
        found = self._values.get(id(value))
        return found[0] if found else None

    def add(self, value: object) -> int:
        """A value -> its number from now on."""
        return self._values.setdefault(id(value), (len(self._values), value))[0]


class Parcel:
    """What goes to one process. `shipped` are the numbers of what it has, `own` the names of its values."""

    def __init__(self, shared: Shared, shipped: set[int], often: Counter[int], own: set[str]) -> None:
        self._shared, self._shipped, self._often, self._own = shared, shipped, often, own

    def pack(self, calls: Calls) -> bytes:
        """Calls, each with its key -> the bytes that `open_parcel` reads."""
        bodies = []
        for argument in (argument for _, _, arguments in calls for argument in arguments):
            if not isinstance(argument, _PLAIN) and (self._often[id(argument)] > 1 or self._has(argument)):
                number = self._shared.add(argument)
                if number not in self._shipped:
                    bodies.append((number, self._written(argument)))
                    self._shipped.add(number)
        made = [(key, make.__module__, make.__qualname__, arguments) for key, make, arguments in calls]
        return pickle.dumps((bodies, self._written(made)), protocol=5)

    def _has(self, value: object) -> bool:
        return self._shared.number(value) in self._shipped

    def _written(self, value: object) -> bytes:
        written = io.BytesIO()
        _Packer(written, self._shared, self._shipped, self._own).dump(value)
        return written.getvalue()


class _Packer(pickle.Pickler):
    """Writes names of trees, and numbers of what has been shipped."""

    def __init__(self, file: io.BytesIO, shared: Shared, shipped: set[int], own: set[str]) -> None:
        super().__init__(file, protocol=5)
        self._shared, self._shipped, self._own = shared, shipped, own

    def persistent_id(self, value: Any) -> object:
        if type(value) in _NEVER_SHARED:
            return None
        if isinstance(value, LazyTree):
            # What another process has is known here without its tree, and there as well.
            return value.origin if value.origin in self._own else (without_tree(value, ()), value.origin)
        number = self._shared.number(value)
        return number if number in self._shipped else None


class _Unpacker(pickle.Unpickler):
    def __init__(self, body: bytes, values: dict[str, LazyTree], shared: dict[int, Any]) -> None:
        super().__init__(io.BytesIO(body))
        self._named, self._numbered = values, shared

    def persistent_load(self, name: Any) -> object:
        if isinstance(name, str):
            return self._named[name]
        return self._numbered[name] if isinstance(name, int) else make_lazy(name[0], (), name[1], elsewhere)


def elsewhere() -> None:
    """What fetches a tree that this process doesn't have: its calls are then made by the one that asks."""
    raise LookupError("another process has this tree")


def open_parcel(parcel: bytes, values: dict[str, LazyTree], shared: dict[int, Any]) -> Calls:
    """A parcel, the values with trees by their names, what has been shared -> its calls."""
    bodies, written = pickle.loads(parcel)
    for number, body in bodies:
        shared[number] = _Unpacker(body, values, shared).load()
    calls = _Unpacker(written, values, shared).load()
    return [(key, _function(module, name), arguments) for key, module, name, arguments in calls]


def _function(module: str, name: str) -> Callable[..., Any]:
    found: Callable[..., Any] = unwrap(attrgetter(name)(import_module(module)))
    return found
