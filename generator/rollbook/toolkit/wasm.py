"""The binary form of WebAssembly: its sections, and the numbers and names that they are written with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

_PREAMBLE = b"\0asm\1\0\0\0"
IMPORTS, EXPORTS, DATA = 2, 7, 11

_FUNCTION, _GLOBAL = 0, 3


def sections(wasm: bytes) -> Iterator[tuple[int, bytes]]:
    """A module -> its sections in order: the kind and the body of each."""
    if not wasm.startswith(_PREAMBLE):
        raise ValueError("this is not WebAssembly")
    place = len(_PREAMBLE)
    while place < len(wasm):
        size, start = number(wasm, place + 1)
        yield wasm[place], wasm[start : start + size]
        place = start + size


def changed(wasm: bytes, changes: Mapping[int, Callable[[bytes], bytes]]) -> bytes:
    """A module, changes by kind of section -> the module with those sections changed."""
    bodies = ((kind, changes[kind](body) if kind in changes else body) for kind, body in sections(wasm))
    return _PREAMBLE + b"".join(bytes([kind]) + written(len(body)) + body for kind, body in bodies)


def imported(wasm: bytes) -> Iterator[tuple[str, str]]:
    """A module -> its imports: (from where, what)."""
    body = next(body for kind, body in sections(wasm) if kind == IMPORTS)
    count, place = number(body, 0)
    for _ in range(count):
        source, place = _name(body, place)
        what, place = _name(body, place)
        kind = body[place]
        if kind not in (_FUNCTION, _GLOBAL):
            raise ValueError("the module is given something other than functions and numbers")
        place = number(body, place + 1)[1] if kind == _FUNCTION else place + 3
        yield source, what


def exports(body: bytes) -> Iterator[tuple[str, bytes]]:
    """The export section -> each entry's name and bytes."""
    count, place = number(body, 0)
    for _ in range(count):
        start = place
        name, place = _name(body, place)
        _, place = number(body, place + 1)
        yield name, body[start:place]


def _name(body: bytes, place: int) -> tuple[str, int]:
    size, start = number(body, place)
    return body[start : start + size].decode(), start + size


def number(body: bytes, place: int) -> tuple[int, int]:
    """A LEB128 number's position -> its value, and the position after it."""
    value = shift = 0
    while True:
        byte = body[place]
        value |= (byte & 0x7F) << shift
        place, shift = place + 1, shift + 7
        if byte < 0x80:
            return value, place


def written(value: int) -> bytes:
    """A number -> LEB128."""
    digits = bytearray()
    while value >= 0x80:
        digits.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*digits, value])
