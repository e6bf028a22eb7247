"""What a run asked for and got -> recorded, so that the next run need not work it out.

A call is identified by a digest of function, arguments and program. An argument that came from such a
call is identified by that call instead (origins.py), so a page can be recognised without reading it. Trees are not
recorded: a value comes back without its tree (model/lazy_tree.py), and the call is repeated if something looks at it.
"""

from __future__ import annotations

import hashlib
import io
import pickle
import zlib
from collections.abc import Callable
from typing import Any, TypeVar, cast

from rollbook.cache.cache import Cache, MissingError, file_name
from rollbook.cache.program import program
from rollbook.model.files import OutputFile, stored_file
from rollbook.model.lazy_tree import LazyTree, fill_in_tree, make_lazy, name_origin, without_tree

Made = TypeVar("Made")
# A file longer than this is quicker by itself: a page that did not change is then not even written again. What else is
# longer is compressed: of a large shelf that is much, in memory and for the next run to read.
_LONG = 2_000
_PICKLE = b"\x80"  # the first byte of what is not compressed
# So many runs may pass without asking: `check` asks for less than `build`, and both should find what they left.
_OLDEST = 4
# Most of what is written down is made of these, and none of them can be set apart.
_PLAIN = frozenset((str, int, float, bool, type(None), type, tuple, list, dict))


class Trace:
    """The calls of earlier runs on one shelf, by their keys, each with its age; and what this run adds."""

    def __init__(self, cache: Cache, shelf: str) -> None:
        self._cache, self._name = cache, f"trace {program()} {shelf}"
        found = cache.get(self._name)
        self._known: dict[bytes, tuple[int, bytes]] = pickle.loads(found) if found else {}
        self._asked: dict[bytes, bytes] = {}
        self._added = self._stored = False

    def knows(self, key: bytes) -> bool:
        """A call's key -> whether something was written down for it."""
        return key in self._asked or key in self._known

    def recall(self, key: bytes, arguments: tuple[object, ...], work: Callable[[], Made]) -> Made:
        """A call's key and arguments, what it does -> what came of it before; MissingError if nobody knows."""
        written = self._asked.get(key) or self._known.get(key, (0, b""))[1]
        if not written:
            raise MissingError
        bare, body = pickle.loads(written if written.startswith(_PICKLE) else zlib.decompress(written))
        if not isinstance(body, bytes):  # as of most calls: there is neither a tree nor a long file in it
            self._asked[key] = written
            return cast("Made", body[0])
        lazy: list[LazyTree] = []

        def fetch() -> None:
            for value, made in zip(lazy, _looked_through(work()).lazy_values, strict=True):
                fill_in_tree(value, made)

        def file_again(path: str) -> bytes:
            return next(file.content for file in _looked_through(work()).files if file.path == path)

        made_from = _lazy_values(arguments) if bare else []
        for number, each in enumerate(bare):
            lazy.append(make_lazy(each, made_from, each[1] or _part(key, number), fetch))
        made = _Reader(body, lazy, self._cache, file_again).load()
        self._asked[key] = written
        return cast("Made", made)

    def record(self, key: bytes, arguments: tuple[object, ...], made: object) -> list[LazyTree]:
        """A call's key and arguments, what came of it -> written down; its values with trees, named by the key."""
        body = io.BytesIO()
        writer = _Writer(body, self._cache)
        lazy = writer.lazy_values
        try:
            writer.dump(made)
            bare = [without_tree(value, _lazy_values(arguments)) for value in lazy]
            written = pickle.dumps((bare, body.getvalue() if lazy or writer.apart else (made,)))
            self._asked[key] = written if len(written) < _LONG else zlib.compress(written, zlib.Z_BEST_SPEED)
            self._added = True
        except (pickle.PicklingError, AttributeError, TypeError, RecursionError):
            return []  # what can't be written down is worked out each time
        for number, value in enumerate(lazy):
            if not value.origin:
                name_origin(value, _part(key, number))
        return lazy

    def take(self) -> dict[bytes, bytes]:
        """-> what was asked for since the last time, for another process to `adopt`."""
        asked, self._asked = self._asked, {}
        return asked

    @property
    def asked(self) -> dict[bytes, bytes]:
        """What this run asked for so far, by its keys."""
        return dict(self._asked)

    def adopt(self, asked: dict[bytes, bytes]) -> None:
        """What another process of this run asked for -> as if this one had."""
        self._added = self._added or not asked.keys() <= self._known.keys()
        self._asked |= asked

    def store(self) -> None:
        """-> what this run asked for, and others not long ago, kept for the next.

        All saves of a preview are one run: from the second on, most of what they use is asked of memory alone.
        """
        if self._added:
            asked = self.asked  # a copy: a browser may ask for a page at the same time
            others = ((key, known) for key, known in self._known.items() if key not in asked)
            if not self._stored:
                others = ((key, (age + 1, written)) for key, (age, written) in others if age < _OLDEST)
            self._known = dict(others) | {key: (0, written) for key, written in asked.items()}
            self._cache.put(self._name, pickle.dumps(self._known))
            self._asked, self._added, self._stored = {}, False, True


def _lazy_values(arguments: tuple[object, ...]) -> list[LazyTree]:
    return [argument for argument in arguments if isinstance(argument, LazyTree)]


def _part(key: bytes, number: int) -> str:
    return f"{key.hex()}.{number}"


class _Writer(pickle.Pickler):
    """Sets apart what has a tree, and long files. Without a cache it only looks for them."""

    def __init__(self, file: io.BytesIO, cache: Cache | None) -> None:
        super().__init__(file, protocol=5)
        self._cache = cache
        self._numbers: dict[int, int] = {}
        self.lazy_values: list[LazyTree] = []
        self.files: list[OutputFile] = []
        self.apart = False

    def persistent_id(self, value: Any) -> int | str | tuple[str, str, int] | None:
        kind = type(value)
        if kind in _PLAIN:
            return None
        if isinstance(value, LazyTree):
            number = self._numbers.setdefault(id(value), len(self.lazy_values))
            if number == len(self.lazy_values):
                self.lazy_values.append(value)
            return number
        if kind is OutputFile and value.size > _LONG and not value.stand_in:
            self.files.append(value)
            self._store(value.sha256, value)
            return value.path, value.sha256, value.size
        if kind is bytes and len(value) > _LONG and self._cache is not None:
            return self._store(hashlib.sha256(value).hexdigest(), OutputFile("", value))
        return None

    def _store(self, sha256: str, file: OutputFile) -> str:
        """A file's SHA-256, the file -> its name in the cache, where it is now."""
        self.apart, name = True, file_name(sha256)
        if self._cache is not None and not self._cache.holds(name):
            self._cache.put(name, file.content)
        return name


def _looked_through(made: object) -> _Writer:
    """What came of a call -> what is in it that can be set apart."""
    writer = _Writer(io.BytesIO(), None)
    writer.dump(made)
    return writer


class _Reader(pickle.Unpickler):
    def __init__(self, body: bytes, lazy: list[LazyTree], cache: Cache, file_again: Callable[[str], bytes]) -> None:
        super().__init__(io.BytesIO(body))
        self._lazy_values, self._cache, self._file_again = lazy, cache, file_again

    def persistent_load(self, name: Any) -> object:
        if isinstance(name, int):
            return self._lazy_values[name]
        if isinstance(name, tuple):
            return self._file(*name)
        if (content := self._cache.get(name)) is None:
            raise MissingError
        return content

    def _file(self, path: str, sha256: str, size: int) -> OutputFile:
        cache, again, name = self._cache, self._file_again, file_name(sha256)
        if not cache.holds(name):
            raise MissingError
        return stored_file(path, sha256, size, lambda: cache.get(name) or again(path))
