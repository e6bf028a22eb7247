"""Engine and Pyodide -> a memory snapshot with the engine imported, and the bytecode for a start without one.

Node carries it out, in some ten seconds, so the result goes into the cache under the hash of everything that went in.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import struct
import subprocess
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from rollbook.cache import Cache
from rollbook.render.browser.pack_memory import pack_memory
from rollbook.render.browser.pyodide_files import Pyodide
from rollbook.render.theme_files import THEME

MAKER = THEME / "engine" / "at_build"
NODE_AT_LEAST = (20, 19)
_LIMIT_SECONDS = 600
_SIZES = struct.Struct("<3Q")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What Node made: the packed memory, the standard library and the engine as bytecode."""

    memory: bytes
    library: bytes
    rules: bytes


def find_node() -> str | None:
    """-> the path of a Node that is new enough, if there is one."""
    node = shutil.which("node")
    if node is None:
        return None
    shown = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)\.(\d+)", shown)
    return node if version and (int(version[1]), int(version[2])) >= NODE_AT_LEAST else None


def snapshot(node: str, pyodide: Pyodide, engine: bytes, cache: Cache) -> Snapshot:
    """Node's path, Pyodide, the engine's archive, results of earlier builds -> the snapshot."""
    key = _key(pyodide, engine)
    cached = cache.get(key)
    if cached is not None:
        return _unpack(cached)
    made = _make(node, pyodide, engine)
    cache.put(key, _pack(made))
    return made


def _pack(made: Snapshot) -> bytes:
    return _SIZES.pack(len(made.memory), len(made.library), len(made.rules)) + made.memory + made.library + made.rules


def _unpack(packed: bytes) -> Snapshot:
    memory, library, _ = _SIZES.unpack_from(packed)
    parts = packed[_SIZES.size :]
    return Snapshot(parts[:memory], parts[memory : memory + library], parts[memory + library :])


def _key(pyodide: Pyodide, engine: bytes) -> str:
    """Everything that decides what comes out -> a name for it."""
    digest = hashlib.sha256()
    own = [Path(__file__), Path(__file__).with_name("pack_memory.py"), *sorted(MAKER.iterdir())]
    makers = [(path.name, path.read_bytes()) for path in own]
    for name, content in [*sorted(pyodide.files.items()), ("engine", engine), *makers]:
        digest.update(f"{name} {len(content)}\0".encode() + content)
    return f"snapshot {digest.hexdigest()}"


def _make(node: str, pyodide: Pyodide, engine: bytes) -> Snapshot:
    with TemporaryDirectory(prefix="rollbook-") as folder:
        work = Path(folder)
        (work / "engine.zip").write_bytes(engine)
        command = [node, str(MAKER / "make_snapshot.mjs"), str(pyodide.folder), folder]
        made = subprocess.run(command, capture_output=True, text=True, timeout=_LIMIT_SECONDS, check=False)
        if made.returncode != 0:
            raise RuntimeError(f"Node could not make the engine's snapshot:\n{made.stderr[-2000:]}")
        memory = pack_memory((work / "memory.bin").read_bytes())
        return Snapshot(memory, (work / "python_stdlib.zip").read_bytes(), (work / "rules.zip").read_bytes())
