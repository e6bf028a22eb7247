"""What the values of a run were made from -> keys of calls with them, the same in every run."""

from __future__ import annotations

import hashlib
import io
import marshal
import pickle
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from operator import attrgetter, methodcaller
from types import BuiltinFunctionType, FunctionType
from typing import Any

from rollbook.cache.program import program
from rollbook.model.lazy_tree import LazyTree

# Known by what they are, wherever they come from.
_PLAIN: frozenset[type] = frozenset((str, bytes, int, float, bool, type(None)))
_KNOWN: tuple[type, ...] = (*_PLAIN, type, LazyTree)
# As marshal wrote before it told the same text from an equal one.
_ALIKE = 2


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
            if not isinstance(argument, _KNOWN) and argument != ():
                self._name(argument)
        return _digest([make.__module__, make.__qualname__, self._described(arguments)])

    def _name(self, value: object) -> str:
        """A value -> a name for what it was made from, if that is known, or else for all that it holds."""
        if found := self._named.get(id(value)):
            return found[1]
        if call := self._calls.pop(id(value), None):
            _, make, arguments, number = call
            name = f"{self.key(make, arguments).hex()}/{number}"
        else:
            name = _digest(self._described(list(value.items()) if isinstance(value, dict) else value)).hex()
        self._named[id(value)] = (value, name)
        return name

    def _described(self, value: Any) -> Any:
        """A value -> lists and tuples of texts and numbers that say what it is; a list begins with what it is of."""
        if id(value) in self._named or id(value) in self._calls:
            return ["made", self._name(value)]
        kind = type(value)
        if kind is tuple:
            if _PLAIN.issuperset(map(type, value)):
                return value
            return tuple([part if type(part) in _PLAIN else self._described(part) for part in value])
        if kind is dict:  # the calculators of a book share its tables
            return ["dict", self._name(value)]
        if isinstance(value, LazyTree) and value.origin:
            return ["tree", value.origin]
        name, parts = _PARTS[kind]
        return [name, *[part if type(part) in _PLAIN else self._described(part) for part in parts(value)]]


def _digest(described: Any) -> bytes:
    return hashlib.blake2b(program().encode() + marshal.dumps(described, _ALIKE), digest_size=20).digest()


_Parts = tuple[str, Callable[[Any], Iterable[Any]]]


class _PartsOf(dict[type, _Parts]):
    """Classes -> their names, and how their values are taken apart: most by their fields, the others as by pickle."""

    def __missing__(self, kind: type) -> _Parts:
        names = [field.name for field in fields(kind)] if is_dataclass(kind) else getattr(kind, "__match_args__", ())
        if len(names) > 1 and (is_dataclass(kind) or names == getattr(kind, "__slots__", ())):
            parts: Callable[[Any], Iterable[Any]] = attrgetter(*names)  # the getter of a single name gives no tuple
        elif issubclass(kind, _GLOBAL):
            parts = attrgetter("__module__", "__qualname__")
        else:
            parts = _RARE.get(kind, methodcaller("__reduce_ex__", 5))
        self[kind] = f"{kind.__module__}.{kind.__qualname__}", parts
        return self[kind]


def _in_order(values: Iterable[object]) -> list[bytes]:
    """A set, in an order of its own in each run -> what is in it, in the same order in all."""
    return sorted(map(written, values))


def written(value: object) -> bytes:
    """A value -> bytes that are the same for equal values in every run."""
    body = io.BytesIO()
    pickler = pickle.Pickler(body, protocol=5)
    # Otherwise what stands twice would be written once, if it happens to be the same object.
    pickler.fast = True
    pickler.dump(value)
    return body.getvalue()


_GLOBAL = (type, FunctionType, BuiltinFunctionType)
_RARE: dict[type, Callable[[Any], Iterable[Any]]] = {list: iter, set: _in_order, frozenset: _in_order}
_PARTS = _PartsOf()
