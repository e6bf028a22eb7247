"""All files of the site -> the service worker that keeps them in the reader's browser."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence

from rollbook.model.edition import EDITIONS
from rollbook.model.files import SITE_NAMES, OutputFile
from rollbook.render.address import fingerprint, hashed_name
from rollbook.theme_files import theme_text

# In bytes. The shelf of this repository has 25 million, more than half of them the engine; a phone can keep twice that.
WHOLE_UP_TO = 60_000_000
_Entry = dict[str, str | int]  # of a file: its path below the site's root, its size and its SHA-256

# Beside the home page: a service worker serves what is in its own folder and below.
SERVICE_WORKER = "service-worker.js"
_PARTS = ("offline/service_worker.js", "offline/as_built.js")


def render_offline(outputs: Sequence[OutputFile], whole_up_to: int = WHOLE_UP_TO) -> tuple[OutputFile, ...]:
    """Every output -> site/service-worker.js, and for a large shelf a list of files for each of its books.

    A small shelf is kept whole after the first visit; of a large one, what all books share and the books that a reader
    opens: nobody's phone should fetch a library for the sake of one chapter.
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
    text = "\n".join([f"const SHELF = {json.dumps(shelf, indent=0)};", *map(theme_text, _PARTS)])
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
    """-> a service worker that keeps nothing: for a preview, which must show what was just saved."""
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
