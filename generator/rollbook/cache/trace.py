"""What a run asked for and got -> recorded, so that the next run need not work it out.

A call is identified by a digest of function, arguments and program. An argument that came from such a
call is identified by that call instead (`Origins`), so a page can be recognised without reading it. Trees are not
recorded: a value comes back without its tree (model/lazy_tree.py), and the call is repeated if something looks at it.
"""

from __future__ import annotations

import hashlib
import io
import pickle
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from operator import attrgetter
from typing import Any, TypeVar, cast

from rollbook.cache.cache import Cache, MissingError
from rollbook.cache.program import program
from rollbook.model.lazy_tree import LazyTree, fill_in_tree, make_lazy, name_origin, without_tree

Made = TypeVar("Made")
# Longer than this a file of its own is quicker: a page that did not change is then not even written again.
_LONG = 2_000
# So many runs may pass without asking: `check` asks for less than `build`, and both should find what they left.
_OLDEST = 4
# Known by what they are, wherever they come from.
_PLAIN: frozenset[type] = frozenset((str, bytes, int, float, bool, type(None), type))
_KNOWN: tuple[type, ...] = (*_PLAIN, LazyTree)


class Trace:
    """The calls of earlier runs on one shelf, by their keys, each with its age; and what this run adds."""

    def __init__(self, cache: Cache, shelf: str) -> None:
        self._cache, self._name = cache, f"trace {program()} {shelf}"
        found = cache.get(self._name)
        self._known: dict[bytes, tuple[int, bytes]] = pickle.loads(found) if found else {}
        self._asked: dict[bytes, bytes] = {}
        self._added = self._kept = False

    def recall(self, key: bytes, arguments: tuple[object, ...], work: Callable[[], Made]) -> Made:
        """A call's key and arguments, what it does -> what came of it before; MissingError if nobody knows."""
        written = self._asked.get(key) or self._known.get(key, (0, b""))[1]
        if not written:
            raise MissingError
        bare, body = pickle.loads(written)
        lazy: list[LazyTree] = []

        def fetch() -> None:
            anew: list[LazyTree] = []
            _Writer(io.BytesIO(), anew, None).dump(work())
            for value, made in zip(lazy, anew, strict=True):
                fill_in_tree(value, made)

        made_from = _lazy_values(arguments) if bare else []
        for number, each in enumerate(bare):
            lazy.append(make_lazy(each, made_from, each[1] or _part(key, number), fetch))
        made = _Reader(body, lazy, self._cache).load() if isinstance(body, bytes) else body[0]
        self._asked[key] = written
        return cast("Made", made)

    def record(self, key: bytes, arguments: tuple[object, ...], made: object) -> None:
        """A call's key and arguments, what came of it -> written down; values with trees are named by the key."""
        lazy: list[LazyTree] = []
        body = io.BytesIO()
        try:
            writer = _Writer(body, lazy, self._cache)
            writer.dump(made)
            bare = [without_tree(value, _lazy_values(arguments)) for value in lazy]
            self._asked[key] = pickle.dumps((bare, body.getvalue() if lazy or writer.apart else (made,)))
            self._added = True
        except (pickle.PicklingError, AttributeError, TypeError, RecursionError):
            return  # what can't be written down is worked out each time
        for number, value in enumerate(lazy):
            if not value.origin:
                name_origin(value, _part(key, number))

    @property
    def asked(self) -> dict[bytes, bytes]:
        """What this run asked for so far, by its keys."""
        return dict(self._asked)

    def adopt(self, asked: dict[bytes, bytes]) -> None:
        """What another process of this run asked for -> as if this one had."""
        self._added = self._added or not asked.keys() <= self._known.keys()
        self._asked |= asked

    def keep(self) -> None:
        """-> what this run asked for, and others not long ago, kept for the next.

        All saves of a preview are one run: from the second on, most of what they use is asked of memory alone.
        """
        if self._added:
            asked = self.asked  # a copy: a browser may ask for a page at the same time
            others = ((key, known) for key, known in self._known.items() if key not in asked)
            if not self._kept:
                others = ((key, (age + 1, written)) for key, (age, written) in others if age < _OLDEST)
            self._known = dict(others) | {key: (0, written) for key, written in asked.items()}
            self._cache.put(self._name, pickle.dumps(self._known))
            self._asked, self._added, self._kept = {}, False, True


def _lazy_values(arguments: tuple[object, ...]) -> list[LazyTree]:
    return [argument for argument in arguments if isinstance(argument, LazyTree)]


def _part(key: bytes, number: int) -> str:
    return f"{key.hex()}.{number}"


class _Writer(pickle.Pickler):
    """Sets apart what has a tree, and long files. Without a cache only the former are looked for."""

    def __init__(self, file: io.BytesIO, lazy: list[LazyTree], cache: Cache | None) -> None:
        super().__init__(file, protocol=5)
        self._lazy_values, self._cache = lazy, cache
        self._numbers: dict[int, int] = {}
        self.apart = False

    def persistent_id(self, value: Any) -> int | str | None:
        if isinstance(value, LazyTree):
            number = self._numbers.setdefault(id(value), len(self._lazy_values))
            if number == len(self._lazy_values):
                self._lazy_values.append(value)
            return number
        if type(value) is bytes and len(value) > _LONG and self._cache is not None:
            self.apart, name = True, file_name(hashlib.sha256(value).hexdigest())
            if not self._cache.holds(name):
                self._cache.put(name, value)
            return name
        return None


class _Reader(pickle.Unpickler):
    def __init__(self, body: bytes, lazy: list[LazyTree], cache: Cache) -> None:
        super().__init__(io.BytesIO(body))
        self._lazy_values, self._cache = lazy, cache

    def persistent_load(self, name: Any) -> object:
        if isinstance(name, int):
            return self._lazy_values[name]
        if (content := self._cache.get(name)) is None:
            raise MissingError
        return content


def file_name(sha256: str) -> str:
    """The SHA-256 of a file -> the key that it is kept under."""
    return f"file {sha256}"


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
