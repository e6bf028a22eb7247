"""Pyodide's WebAssembly -> the same without most of what it writes into memory at its start.

A snapshot holds all of that memory as it was when the engine was ready, so a restored Python would get the first state
of it in vain: a third of the file. Code, functions and their numbers stay as they are, and so does every address.
"""

from __future__ import annotations

from collections.abc import Iterator

_PREAMBLE = b"\0asm\1\0\0\0"
_DATA_SECTION = 11
# A piece of data that stands at a fixed address: its kind, the address as an instruction (i32.const), the end of that.
_AT_ADDRESS, _CONST, _END = 0, 0x41, 0x0B
# Before the snapshot is restored, C++ sets itself up and reads data from here on, and none before. Found by trying with
# the recorded Pyodide: with a wrong value no restored engine starts, which every test in a browser notices.
READ_EARLY = 0x380000


def without_data(wasm: bytes) -> bytes:
    """A module -> the same with every piece of data empty that nobody reads before the restore."""
    if not wasm.startswith(_PREAMBLE):
        raise ValueError("this is no WebAssembly")
    sections = (_section(kind, _emptied(body) if kind == _DATA_SECTION else body) for kind, body in _sections(wasm))
    return _PREAMBLE + b"".join(sections)


def _sections(wasm: bytes) -> Iterator[tuple[int, bytes]]:
    place = len(_PREAMBLE)
    while place < len(wasm):
        size, start = _number(wasm, place + 1)
        yield wasm[place], wasm[start : start + size]
        place = start + size


def _section(kind: int, body: bytes) -> bytes:
    return bytes([kind]) + _written(len(body)) + body


def _emptied(data: bytes) -> bytes:
    """The section of data -> as many pieces at the same addresses, with nothing in most of them."""
    count, place = _number(data, 0)
    emptied = [_written(count)]
    for _ in range(count):
        if data[place] != _AT_ADDRESS or data[place + 1] != _CONST:
            raise ValueError("a piece of data has no fixed address")
        address, end = _number(data, place + 2)
        if data[end] != _END:
            raise ValueError("the address of a piece of data is worked out")
        size, start = _number(data, end + 1)
        emptied.append(data[place : start + size] if address >= READ_EARLY else data[place : end + 1] + _written(0))
        place = start + size
    return b"".join(emptied)


def _number(written: bytes, place: int) -> tuple[int, int]:
    """A number of any length (LEB128) and where it stands -> its value, and the place behind it."""
    value = shift = 0
    while True:
        byte = written[place]
        value |= (byte & 0x7F) << shift
        place, shift = place + 1, shift + 7
        if byte < 0x80:
            return value, place


def _written(value: int) -> bytes:
    """A number -> the same as LEB128."""
    digits = bytearray()
    while value >= 0x80:
        digits.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*digits, value])
