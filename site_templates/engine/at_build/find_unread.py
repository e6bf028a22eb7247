"""Runs inside Pyodide at build time: finds what the module itself brings into memory and no request can read.

Frozen modules: those that are needed are imported before the memory is kept, and nothing is imported after it.
Tables of Chinese, Japanese and Korean encodings: the engine reads and writes UTF-8 alone.
Both are found by what Python itself says of them, so another release of Pyodide needs no other numbers.
"""

import _imp
import ctypes
from importlib import import_module

CODECS = ("_codecs_cn", "_codecs_hk", "_codecs_jp", "_codecs_kr", "_codecs_tw")
# A codec's table has a row for each first byte: where its characters stand, and the first and the last of them.
ROWS, ROW_BYTES, CHARACTER_BYTES = 256, 8, 2
# This one alone is laid out otherwise: pairs of characters, some hundred bytes of them.
OF_PAIRS = "__map_jisx0213_pair"

get_buffer = ctypes.pythonapi.PyObject_GetBuffer
get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
get_pointer.restype, get_pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]


class Buffer(ctypes.Structure):
    """The beginning of a Py_buffer, and room for the rest of it."""

    _fields_ = (
        ("start", ctypes.c_void_p),
        ("owner", ctypes.py_object),
        ("length", ctypes.c_ssize_t),
        ("rest", ctypes.c_uint32 * 16),
    )


get_buffer.argtypes = [ctypes.py_object, ctypes.POINTER(Buffer), ctypes.c_int]


def find_unread():
    """-> (address, bytes) of every stretch that may be emptied."""
    return [*_frozen_modules(), *_codec_tables()]


def _frozen_modules():
    for name in _imp._frozen_module_names():
        found = _imp.find_frozen(name, withdata=True)
        if found is not None:
            buffer = Buffer()
            get_buffer(found[0], ctypes.byref(buffer), 0)
            yield buffer.start, buffer.length


def _codec_tables():
    for codec in map(import_module, CODECS):
        for name, capsule in vars(codec).items():
            if name.startswith("__map_") and name != OF_PAIRS:
                charset = get_pointer(capsule, b"multibytecodec.map")
                # Behind the charset's name: the table for writing and the one for reading; either may be missing.
                yield from _rows(_number(charset + 4))
                yield from _rows(_number(charset + 8))


def _rows(table):
    for row in range(table, table + ROWS * ROW_BYTES, ROW_BYTES) if table else ():
        characters = _number(row)
        if characters:
            first, last = (ctypes.c_uint8.from_address(row + place).value for place in (4, 5))
            yield characters, CHARACTER_BYTES * (last - first + 1)


def _number(address):
    return ctypes.c_uint32.from_address(address).value
