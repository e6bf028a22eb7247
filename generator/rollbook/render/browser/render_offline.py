"""All files of the site -> the service worker that keeps them in the reader's browser."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from rollbook.model.edition import EDITIONS
from rollbook.model.output import OutputFile
from rollbook.render.hashed import fingerprint
from rollbook.theme_files import theme_text

# Beside the home page: a service worker serves what lies in its own folder and below.
SERVICE_WORKER = "service-worker.js"


def render_offline(outputs: Sequence[OutputFile]) -> OutputFile:
    """Every output -> site/service-worker.js."""
    spare = _SPARE if any(file.path.startswith(_MEMORY) for file in outputs) else ()
    files = [file for file in outputs if _is_kept(file.path) and not file.path.startswith(spare)]
    entries = [_entry(file) for file in sorted(files, key=_by_urgency)]
    shelf = {"version": fingerprint(json.dumps(entries).encode()), "files": entries}
    text = f"const SHELF = {json.dumps(shelf, indent=0)};\n{theme_text('offline/service_worker.js')}"
    return OutputFile(f"site/{SERVICE_WORKER}", text.encode())


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
_LEFT_OUT = ("/atom.xml", "/rules.json", *{edition.suffix for edition in EDITIONS.values() if not edition.kept_offline})
# Where there is a snapshot, a reader needs these only if it can't be restored.
_MEMORY, _SPARE = "site/engine/memory-", ("site/engine/library-", "site/engine/plain-", "site/engine/rules-")


def _is_kept(path: str) -> bool:
    return path.startswith("site/") and not path.startswith(_NOT_FOR_READERS) and not path.endswith(_LEFT_OUT)


def _by_urgency(file: OutputFile) -> tuple[bool, str]:
    """The engine first: it is what a reader at the table misses most."""
    return not file.path.startswith("site/engine/"), file.path


def _entry(file: OutputFile) -> dict[str, str | int]:
    path = file.path.removeprefix("site/")
    return {"path": path, "size": len(file.content), "sha256": hashlib.sha256(file.content).hexdigest()}
