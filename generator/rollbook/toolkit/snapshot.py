"""Engine and Pyodide -> a memory snapshot with the engine imported, packed, and the bytecode for a start without it.

Node carries it out, in some ten seconds.

Python's memory -> a file a tenth of its size: only the pages that hold something, compressed. The form, which
restore.mjs reads: four-byte little-endian numbers (MAGIC, bytes of the head that Pyodide puts before the memory,
runs; for each run its first page and its number of pages), then that head, then the pages of all runs; all of it as
Zstandard, which takes a fifth less than what browsers inflate by themselves and is read by a few kilobytes of script.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import struct
import subprocess
from collections.abc import Iterator
from importlib.metadata import version
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from zstandard import ZstdCompressionParameters, ZstdCompressor

from rollbook.model.quick_dataclass import dataclass
from rollbook.model.toolkit import Files
from rollbook.theme_files import THEME
from rollbook.toolkit.pyodide import Pyodide

MAGIC = 0x4D454D53
PAGE = 4096
_EMPTY = bytes(PAGE)
# The window holds all of the pages.
_PARAMETERS = ZstdCompressionParameters.from_level(19, window_log=24)


@dataclass(frozen=True, slots=True)
class PackedMemory:
    """What travels, and the SHA-256 of what it is unpacked to, by which the reader notices damage."""

    packed: bytes
    sha256: str


def pack_memory(snapshot: bytes) -> PackedMemory:
    """A snapshot as Pyodide wrote it -> its packed form."""
    # The second number of Pyodide's head says where it ends.
    _, start = struct.unpack_from("<2I", snapshot)
    head, memory = snapshot[:start], snapshot[start:]
    runs = tuple(_runs(memory))
    numbers = [MAGIC, len(head), len(runs), *(number for run in runs for number in run)]
    pages = b"".join(memory[first * PAGE : (first + count) * PAGE] for first, count in runs)
    unpacked = struct.pack(f"<{len(numbers)}I", *numbers) + head + pages
    compressed = ZstdCompressor(compression_params=_PARAMETERS).compress(unpacked)
    return PackedMemory(compressed, hashlib.sha256(unpacked).hexdigest())


def _runs(memory: bytes) -> Iterator[tuple[int, int]]:
    """Memory -> (first page, number of pages) of every stretch of pages that are not empty."""
    pages = range(len(memory) // PAGE)
    for filled, stretch in groupby(pages, lambda page: memory[page * PAGE : (page + 1) * PAGE] != _EMPTY):
        if filled:
            run = tuple(stretch)
            yield run[0], len(run)


LEAN = "lean"  # the folder that make_snapshot.mjs finds the lean runtime in
MAKER = THEME / "engine" / "at_build"
NODE_AT_LEAST = (20, 19)
_LIMIT_SECONDS = 600


def find_node() -> str | None:
    """-> the path of a Node that is new enough, if there is one."""
    node = shutil.which("node")
    if node is None:
        return None
    shown = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)\.(\d+)", shown)
    return node if version and (int(version[1]), int(version[2])) >= NODE_AT_LEAST else None


def snapshot_inputs(pyodide: Pyodide, lean: Files, engine: bytes) -> Files:
    """Pyodide, what of it is leaner, the engine's archive -> these and whatever else decides what the snapshot is."""
    own = [Path(__file__), *sorted(MAKER.iterdir())]
    compressor = {"version of zstandard": version("zstandard").encode()}
    leaner = {f"{LEAN}/{name}": content for name, content in lean.items()}
    makers = {path.name: path.read_bytes() for path in own}
    return {**pyodide.files, **leaner, "engine.zip": engine, **compressor, **makers}


def snapshot(node: str, pyodide: Pyodide, lean: Files, engine: bytes) -> Files:
    """Node, Pyodide, what of it is leaner, the engine's archive -> packed memory; library and engine as bytecode."""
    with TemporaryDirectory(prefix="rollbook-") as folder:
        work = Path(folder)
        (work / "engine.zip").write_bytes(engine)
        (work / LEAN).mkdir()
        for name, content in {"pyodide-lock.json": pyodide.files["pyodide-lock.json"], **lean}.items():
            (work / LEAN / name).write_bytes(content)
        command = [node, str(MAKER / "make_snapshot.mjs"), str(pyodide.folder), folder]
        made = subprocess.run(command, capture_output=True, text=True, timeout=_LIMIT_SECONDS, check=False)
        if made.returncode != 0:
            raise RuntimeError(f"Node could not make the engine's snapshot:\n{made.stderr[-2000:]}")
        memory = pack_memory((work / "memory.bin").read_bytes())
        return {
            "memory.bin": memory.packed,
            "memory.sha256": memory.sha256.encode(),
            "library.zip": (work / "python_stdlib.zip").read_bytes(),
            "rules.zip": (work / "rules.zip").read_bytes(),
        }
