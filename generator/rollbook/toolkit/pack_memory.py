"""Python's memory -> a file a tenth of its size: only the pages that hold something, compressed.

The form, which unpack_memory.mjs reads: four-byte little-endian numbers (MAGIC, bytes in all, runs; for each run its
first page and its number of pages), then the pages of all runs; all of it as Zstandard, which takes a fifth less than
what browsers inflate by themselves and is read by a few kilobytes of script.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from zstandard import ZstdCompressionParameters, ZstdCompressor

MAGIC = 0x4D454D52
PAGE = 4096
_EMPTY = bytes(PAGE)
# The window holds all of the pages.
_PARAMETERS = ZstdCompressionParameters.from_level(19, window_log=24)


@dataclass(frozen=True, slots=True)
class PackedMemory:
    """What travels, and the SHA-256 of what it is unpacked to, by which the reader notices damage."""

    packed: bytes
    sha256: str


def pack_memory(memory: bytes) -> PackedMemory:
    """Memory as Pyodide wrote it -> its packed form."""
    runs = tuple(_runs(memory))
    numbers = [MAGIC, len(memory), len(runs), *(number for run in runs for number in run)]
    pages = b"".join(memory[first * PAGE : (first + count) * PAGE] for first, count in runs)
    padding = bytes(-len(pages) % PAGE)
    unpacked = struct.pack(f"<{len(numbers)}I", *numbers) + pages + padding
    compressed = ZstdCompressor(compression_params=_PARAMETERS).compress(unpacked)
    return PackedMemory(compressed, hashlib.sha256(unpacked).hexdigest())


def _runs(memory: bytes) -> Iterator[tuple[int, int]]:
    """Memory -> (first page, number of pages) of every stretch of pages that are not empty."""
    pages = range(-(-len(memory) // PAGE))
    for filled, stretch in groupby(pages, lambda page: not _is_empty(memory[page * PAGE : (page + 1) * PAGE])):
        if filled:
            run = tuple(stretch)
            yield run[0], len(run)


def _is_empty(page: bytes) -> bool:
    return page == _EMPTY[: len(page)]
