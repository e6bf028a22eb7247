"""The toolkit's engine -> site/engine: Pyodide, the snapshot, and the module that starts it in a worker.

And site/python, which no page of ours asks for: the same engine as a wheel.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from rollbook.cache import stored
from rollbook.model.files import OutputFile
from rollbook.model.toolkit import Files
from rollbook.render.address import fingerprint, hashed_name

# The names of what the toolkit holds.
WASM = "pyodide.asm.wasm"  # where there is a snapshot, without its first memory
LOADER, SCRIPT = "pyodide.mjs", "pyodide.asm.mjs"
RUNTIME = (LOADER, SCRIPT, WASM)
WORKER = "worker.mjs"
DESCRIPTION = "pyodide.json"  # Pyodide's version, the list of its packages, and what of the WebAssembly travels
# What a start needs beside Pyodide, by its name in the manifest. Without memory it starts from the beginning.
# Not .gz: some hosts take that for an encoding, and browsers would then inflate it unasked.
PLAIN_WASM = "plain.wasm"
_PARTS = {"memory": "memory.bin", "library": "library.zip", "rules": "rules.zip", "plain": PLAIN_WASM}
# For Python of others: the engine as a wheel, and the lock file that leads Pyodide to it.
LOCK = "pyodide-lock.json"
FOR_OTHERS = "python"
INFLATED = "memory.sha256"  # of what memory.bin inflates to
ONLY_WITHOUT_MEMORY = ("library.zip", "rules.zip", PLAIN_WASM)

_Place = dict[str, str | int]  # of a file: what the worker must know to fetch it, and to trust what it has kept


@dataclass(frozen=True, slots=True)
class BrowserFiles:
    """The files to write, and the worker's path below the site's root; none of either where there is no engine."""

    files: tuple[OutputFile, ...]
    worker: str


@stored
def render_browser(engine: Files) -> BrowserFiles:
    """The toolkit's engine -> everything below site/engine and site/python."""
    if not engine:
        return BrowserFiles((), "")
    pyodide = json.loads(engine[DESCRIPTION])
    runtime = _Folder(f"engine/pyodide-{pyodide['version']}", {name: engine[name] for name in RUNTIME})
    parts = {key: engine[name] for key, name in _PARTS.items() if name in engine}
    paths = {key: hashed_name(f"engine/{_PARTS[key]}", content) for key, content in parts.items()}
    places: dict[str, _Place] = {key: _place(path, parts[key]) for key, path in paths.items()}
    if "memory" in places:
        places["memory"]["inflated"] = engine[INFLATED].decode()
    wasm = engine[WASM]
    places["wasm"] = _place(f"{runtime.path}/{WASM}", wasm) | {"sha256": hashlib.sha256(wasm).hexdigest()}
    # Most hosts compress it on the way: until one has answered, that is what a reader is told to wait for.
    places["wasm"]["travels"] = pyodide["travels"]
    manifest = _manifest(pyodide["lock"], runtime, places)
    start = _Folder("engine/start", {WORKER: manifest + engine[WORKER]})
    loose = tuple(OutputFile(f"site/{path}", parts[key]) for key, path in paths.items())
    wheel = tuple(OutputFile(f"site/{FOR_OTHERS}/{name}", engine[name]) for name in engine if is_for_others(name))
    return BrowserFiles((*runtime.files(), *loose, *wheel, *start.files()), f"{start.path}/{WORKER}")


def is_for_others(name: str) -> bool:
    """A file of the toolkit's engine -> whether no page of the site needs it."""
    return name == LOCK or name.endswith(".whl")


@dataclass(frozen=True, slots=True)
class _Folder:
    """Files that name each other, so that the folder carries one hash for all."""

    name: str
    contents: Files

    @property
    def path(self) -> str:
        mark = fingerprint(b"".join(f"{name} {len(text)}\0".encode() + text for name, text in self.contents.items()))
        return f"{self.name}-{mark}"

    def files(self) -> tuple[OutputFile, ...]:
        return tuple(OutputFile(f"site/{self.path}/{name}", content) for name, content in self.contents.items())


def _manifest(lock: object, runtime: _Folder, parts: dict[str, _Place]) -> bytes:
    """-> the line that tells the worker where everything lies, seen from its own folder, and how long it is.

    What the worker keeps for the next page has its SHA-256 too: any script of the same origin could change it there.
    """
    manifest = {
        "pyodide": f"../../{runtime.path}/{LOADER}",
        "factory": f"../../{runtime.path}/{SCRIPT}",
        "lock": lock,
        **parts,
    }
    return f"const MANIFEST = {json.dumps(manifest)};\n".encode()


def _place(path: str, content: bytes) -> _Place:
    return {"path": f"../../{path}", "size": len(content)}
