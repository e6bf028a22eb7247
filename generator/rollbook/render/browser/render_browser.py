"""The toolkit's engine -> site/engine: Pyodide, the snapshot, and the module that starts it in a worker."""

from __future__ import annotations

import json
from dataclasses import dataclass

from rollbook.model.output import OutputFile
from rollbook.model.toolkit import Files
from rollbook.render.hashed import fingerprint, hashed_name

# The names of what the toolkit holds.
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
WORKER = "worker.mjs"
DESCRIPTION = "pyodide.json"  # Pyodide's version, and the list of its packages
# What a start needs beside Pyodide, by its name in the manifest. Without memory it starts from the beginning.
# Not .gz: some hosts take that for an encoding, and browsers would then inflate it unasked.
_PARTS = {"memory": "memory.bin", "library": "library.zip", "rules": "rules.zip"}
ONLY_WITHOUT_MEMORY = ("library.zip", "rules.zip")


@dataclass(frozen=True, slots=True)
class BrowserFiles:
    """The files to write, and the worker's path below the site's root; none of either where there is no engine."""

    files: tuple[OutputFile, ...]
    worker: str


def render_browser(engine: Files) -> BrowserFiles:
    """The toolkit's engine -> everything below site/engine."""
    if not engine:
        return BrowserFiles((), "")
    pyodide = json.loads(engine[DESCRIPTION])
    runtime = _Folder(f"engine/pyodide-{pyodide['version']}", {name: engine[name] for name in RUNTIME})
    parts = {key: engine[name] for key, name in _PARTS.items() if name in engine}
    paths = {key: hashed_name(f"engine/{_PARTS[key]}", content) for key, content in parts.items()}
    sizes = {key: (path, len(parts[key])) for key, path in paths.items()}
    manifest = _manifest(pyodide["lock"], runtime, sizes)
    start = _Folder("engine/start", {WORKER: manifest + engine[WORKER]})
    loose = tuple(OutputFile(f"site/{path}", parts[key]) for key, path in paths.items())
    return BrowserFiles((*runtime.files(), *loose, *start.files()), f"{start.path}/{WORKER}")


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


def _manifest(lock: object, runtime: _Folder, parts: dict[str, tuple[str, int]]) -> bytes:
    """-> the line that tells the worker where everything lies, seen from its own folder, and how long it is."""
    files = {key: {"path": f"../../{path}", "size": size} for key, (path, size) in parts.items()}
    wasm = {"path": f"../../{runtime.path}/pyodide.asm.wasm", "size": len(runtime.contents["pyodide.asm.wasm"])}
    manifest = {
        "pyodide": f"../../{runtime.path}/pyodide.mjs",
        "factory": f"../../{runtime.path}/pyodide.asm.mjs",
        "wasm": wasm,
        "lock": lock,
        **files,
    }
    return f"const MANIFEST = {json.dumps(manifest)};\n".encode()
