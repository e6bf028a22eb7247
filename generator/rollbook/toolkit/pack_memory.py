"""Python's memory -> a file a sixth of its size: only the pages that hold something, compressed.

The form, which unpack_memory.mjs reads: four-byte little-endian numbers (MAGIC, bytes in all, runs; for each run its
first page and its number of pages), then the pages of all runs; all of it as gzip, which every browser inflates.
"""

from __future__ import annotations

import gzip
import struct
from collections.abc import Iterator
from itertools import groupby

MAGIC = 0x4D454D52
PAGE = 4096
_EMPTY = bytes(PAGE)


def pack_memory(memory: bytes) -> bytes:
    """Memory as Pyodide wrote it -> its packed form; gzip's check sum lets the reader notice damage."""
    runs = tuple(_runs(memory))
    numbers = [MAGIC, len(memory), len(runs), *(number for run in runs for number in run)]
    pages = b"".join(memory[first * PAGE : (first + count) * PAGE] for first, count in runs)
    padding = bytes(-len(pages) % PAGE)
    return gzip.compress(struct.pack(f"<{len(numbers)}I", *numbers) + pages + padding, 9, mtime=0)


def _runs(memory: bytes) -> Iterator[tuple[int, int]]:
    """Memory -> (first page, number of pages) of every stretch of pages that are not empty."""
    pages = range(-(-len(memory) // PAGE))
    for filled, stretch in groupby(pages, lambda page: not _is_empty(memory[page * PAGE : (page + 1) * PAGE])):
        if filled:
            run = tuple(stretch)
            yield run[0], len(run)


def _is_empty(page: bytes) -> bool:
    return page == _EMPTY[: len(page)]
