"""Engine and Pyodide -> a memory snapshot with the engine imported, and the bytecode for a start without one.

Node carries it out, in some ten seconds.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from rollbook.model.toolkit import Files
from rollbook.theme_files import THEME
from rollbook.toolkit.pack_memory import pack_memory
from rollbook.toolkit.pyodide_files import Pyodide

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


def snapshot_inputs(pyodide: Pyodide, engine: bytes) -> Files:
    """Pyodide, the engine's archive -> these and whatever else decides what the snapshot is."""
    own = [Path(__file__), Path(__file__).with_name("pack_memory.py"), *sorted(MAKER.iterdir())]
    compressor = {"version of zstandard": version("zstandard").encode()}
    return {**pyodide.files, "engine.zip": engine, **compressor, **{path.name: path.read_bytes() for path in own}}


def snapshot(node: str, pyodide: Pyodide, engine: bytes) -> Files:
    """Node's path, Pyodide, the engine's archive -> the packed memory; library and engine as bytecode."""
    with TemporaryDirectory(prefix="rollbook-") as folder:
        work = Path(folder)
        (work / "engine.zip").write_bytes(engine)
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
