"""The engine -> site/engine: Pyodide, the snapshot, and the modules that start it in a worker."""

from __future__ import annotations

import json
from dataclasses import dataclass

from rollbook.cache import Cache
from rollbook.model.output import OutputFile
from rollbook.render.browser.pack_engine import pack_engine
from rollbook.render.browser.pyodide_files import Pyodide, pyodide_files
from rollbook.render.browser.snapshot import find_node, snapshot
from rollbook.render.site.hashed import fingerprint, hashed_name
from rollbook.render.site.pack_scripts import pack_module
from rollbook.render.theme_files import theme_text

MODULES = ("worker.mjs", "start.mjs", "fetch_own.mjs", "file_cache.mjs", "unpack_memory.mjs")
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
SLOW = "no Node 20.19 or newer was found, so readers' first roll takes several times as long"


@dataclass(frozen=True, slots=True)
class BrowserFiles:
    """The files to write, the worker's path below the site's root, and what is not as good as it could be.

    `spare` names the files that only a start without snapshot needs, where there is a snapshot.
    """

    files: tuple[OutputFile, ...]
    worker: str
    spare: tuple[str, ...]
    remark: str


@dataclass(frozen=True, slots=True)
class _Parts:
    """What a start needs beside Pyodide. Without memory it starts from the beginning."""

    memory: bytes | None
    library: bytes
    rules: bytes


def render_browser(cache: Cache) -> BrowserFiles:
    """Results of earlier builds -> everything below site/engine."""
    pyodide = pyodide_files()
    node = find_node()
    parts = _from_snapshot(node, pyodide, cache) if node else _from_sources(pyodide)
    runtime = _Folder(f"engine/pyodide-{pyodide.version}", {name: pyodide.files[name] for name in RUNTIME})
    named = _named_parts(parts)
    manifest = _manifest(pyodide, runtime, {key: (path, len(content)) for key, (path, content) in named.items()})
    modules = {name: theme_text(f"engine/{name}").encode() for name in MODULES}
    start = _Folder("engine/start", {"worker.mjs": manifest + pack_module(modules, "worker.mjs")})
    loose = tuple(OutputFile(f"site/{path}", content) for path, content in named.values())
    return BrowserFiles(
        files=(*runtime.files(), *loose, *start.files()),
        worker=f"{start.path}/worker.mjs",
        spare=tuple(f"site/{named[key][0]}" for key in ("library", "rules") if "memory" in named),
        remark="" if node else SLOW,
    )


@dataclass(frozen=True, slots=True)
class _Folder:
    """Files that name each other, so that the folder carries one hash for all."""

    name: str
    contents: dict[str, bytes]

    @property
    def path(self) -> str:
        mark = fingerprint(b"".join(f"{name} {len(text)}\0".encode() + text for name, text in self.contents.items()))
        return f"{self.name}-{mark}"

    def files(self) -> tuple[OutputFile, ...]:
        return tuple(OutputFile(f"site/{self.path}/{name}", content) for name, content in self.contents.items())


def _from_snapshot(node: str, pyodide: Pyodide, cache: Cache) -> _Parts:
    made = snapshot(node, pyodide, pack_engine(), cache)
    return _Parts(made.memory, made.library, made.rules)


def _from_sources(pyodide: Pyodide) -> _Parts:
    return _Parts(None, pyodide.files["python_stdlib.zip"], pack_engine())


def _named_parts(parts: _Parts) -> dict[str, tuple[str, bytes]]:
    """Parts -> by their key in the manifest: path below the site's root, content."""
    # Not .gz: some hosts take that for an encoding, and browsers would then inflate it unasked.
    given = {"memory": ("memory.bin", parts.memory), "library": ("library.zip", parts.library)}
    given["rules"] = ("rules.zip", parts.rules)
    return {key: (hashed_name(f"engine/{name}", part), part) for key, (name, part) in given.items() if part is not None}


def _manifest(pyodide: Pyodide, runtime: _Folder, parts: dict[str, tuple[str, int]]) -> bytes:
    """-> the line that tells the worker where everything lies, seen from its own folder, and how long it is."""
    files = {key: {"path": f"../../{path}", "size": size} for key, (path, size) in parts.items()}
    wasm = {"path": f"../../{runtime.path}/pyodide.asm.wasm", "size": len(pyodide.files["pyodide.asm.wasm"])}
    manifest = {
        "pyodide": f"../../{runtime.path}/pyodide.mjs",
        "factory": f"../../{runtime.path}/pyodide.asm.mjs",
        "wasm": wasm,
        "lock": pyodide.lock(),
        **files,
    }
    return f"const MANIFEST = {json.dumps(manifest)};\n".encode()
