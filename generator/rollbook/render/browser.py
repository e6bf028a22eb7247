"""The toolkit's engine -> site/engine: Pyodide, the snapshot, and the module that starts it in a worker.

And site/python, which no page of ours asks for: the same engine as a wheel. All files of the site -> the service worker
that caches them for use without a connection.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Sequence

from rollbook.cache import stored
from rollbook.model.edition import EDITIONS
from rollbook.model.files import SITE_NAMES, OutputFile
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.toolkit import Files
from rollbook.render.address import fingerprint, hashed_name
from rollbook.theme_files import theme_text

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

_Place = dict[str, str | int]  # of a file: what the worker must know to fetch it, and to trust what it has cached


@dataclass(frozen=True, slots=True)
class BrowserFiles:
    """The files to write, and the worker's path below the site's root; none of either if there is no engine."""

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
    """-> the line that tells the worker where everything is, seen from its own folder, and how long it is.

    What the worker caches for the next page has its SHA-256 too: any script of the same origin could change it there.
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


# In bytes. The shelf of this repository has 25 million, more than half of them the engine; a phone can hold twice that.
WHOLE_UP_TO = 60_000_000
_Entry = dict[str, str | int]  # of a file: its path below the site's root, its size and its SHA-256

# Beside the home page: a service worker serves what is in its own folder and below.
SERVICE_WORKER = "service-worker.js"
_SCRIPTS = ("offline/service_worker.js", "offline/as_built.js")


def render_offline(outputs: Sequence[OutputFile], whole_up_to: int = WHOLE_UP_TO) -> tuple[OutputFile, ...]:
    """Every output -> site/service-worker.js, and for a large shelf a list of files for each of its books.

    A small shelf is cached whole after the first visit; of a large one, what all books share and the books that a
    reader opens: nobody's phone should fetch a library for the sake of one chapter.
    """
    spare = _SPARE if any(file.path.startswith(_MEMORY) for file in outputs) else ()
    files = [file for file in outputs if _is_for_offline(file.path) and not file.path.startswith(spare)]
    entries = [_entry(file) for file in sorted(files, key=_by_urgency) if not file.stand_in]
    others = {_path(file.path): _path(file.stand_in) for file in files if file.stand_in}
    apart: dict[str, list[_Entry]] = defaultdict(list)
    if sum(file.size for file in files) > whole_up_to:
        for entry in entries:
            if book := _book_of(str(entry["path"])):
                apart[book].append(entry)
    shared = [entry for entry in entries if _book_of(str(entry["path"])) not in apart]
    lists = {book: _list_of(book, own) for book, own in apart.items()}
    books = [{"id": book, "list": _entry(file)} for book, file in lists.items()]
    parts = {"files": shared, "books": books, "standIns": others}
    shelf = {"version": fingerprint(json.dumps(parts).encode()), **parts}
    text = "\n".join([f"const SHELF = {json.dumps(shelf, indent=0)};", *map(theme_text, _SCRIPTS)])
    return (OutputFile(f"site/{SERVICE_WORKER}", text.encode()), *lists.values())


def _book_of(path: str) -> str:
    """A path below the site's root -> the book whose own file it is; empty for what the whole shelf needs."""
    folder, _, rest = path.partition("/")
    if path.startswith(_SEARCH):
        return path.removeprefix(_SEARCH).rpartition("-")[0]
    return folder if rest and folder not in SITE_NAMES else ""


def _list_of(book: str, entries: list[_Entry]) -> OutputFile:
    content = json.dumps(entries, indent=0).encode()
    return OutputFile(f"site/{hashed_name(f'static/offline/{book}.json', content)}", content)


def render_online() -> OutputFile:
    """-> a service worker that caches nothing: for a preview, which must show what was just saved."""
    return OutputFile(f"site/{SERVICE_WORKER}", theme_text("offline/no_service_worker.js").encode())


# What no page asks for: files for the host, which it may not even hand out, for search engines, feed readers and
# other people's Python.
_NOT_FOR_READERS = (
    "site/_headers",
    "site/_redirects",
    "site/python/",
    "site/robots.txt",
    "site/sitemap.xml",
    "site/static/share/",
    "site/static/licences-",
)
_LEFT_OUT = ("/atom.xml", "/rules.json", *{edition.suffix for edition in EDITIONS.values() if not edition.offline})
# Where there is a snapshot, a reader needs these only if it can't be restored.
_SEARCH = "static/search/"
_MEMORY, _SPARE = "site/engine/memory-", ("site/engine/library-", "site/engine/plain-", "site/engine/rules-")


def _is_for_offline(path: str) -> bool:
    return path.startswith("site/") and not path.startswith(_NOT_FOR_READERS) and not path.endswith(_LEFT_OUT)


def _by_urgency(file: OutputFile) -> tuple[bool, str]:
    """The engine first: it is what a reader at the table misses most."""
    return not file.path.startswith("site/engine/"), file.path


def _entry(file: OutputFile) -> _Entry:
    return {"path": _path(file.path), "size": file.size, "sha256": file.sha256}


def _path(path: str) -> str:
    return path.removeprefix("site/")
