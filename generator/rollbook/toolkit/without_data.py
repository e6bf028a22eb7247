"""Pyodide's WebAssembly -> the same without most of what it writes into memory at its start.

A snapshot holds all of that memory as it was when the engine was ready, so a restored Python would get the first state
of it in vain: a third of the file. Code, functions and their numbers stay as they are, and so does every address.
"""

from __future__ import annotations

from rollbook.toolkit import wasm as binary

# A piece of data that stands at a fixed address: its kind, the address as an instruction (i32.const), the end of that.
_AT_ADDRESS, _CONST, _END = 0, 0x41, 0x0B
# Before the snapshot is restored, C++ sets itself up and reads data from here on, and none before. Found by trying with
# the recorded Pyodide: with a wrong value no restored engine starts, which every test in a browser notices.
READ_EARLY = 0x380000


def without_data(wasm: bytes) -> bytes:
    """A module -> the same with every piece of data empty that nobody reads before the restore."""
    return binary.changed(wasm, {binary.DATA: _emptied})


def _emptied(data: bytes) -> bytes:
    """The section of data -> as many pieces at the same addresses, with nothing in most of them."""
    count, place = binary.number(data, 0)
    emptied = [binary.written(count)]
    for _ in range(count):
        if data[place] != _AT_ADDRESS or data[place + 1] != _CONST:
            raise ValueError("a piece of data has no fixed address")
        address, end = binary.number(data, place + 2)
        if data[end] != _END:
            raise ValueError("the address of a piece of data is worked out")
        size, start = binary.number(data, end + 1)
        whole = address >= READ_EARLY
        emptied.append(data[place : start + size] if whole else data[place : end + 1] + binary.written(0))
        place = start + size
    return b"".join(emptied)
