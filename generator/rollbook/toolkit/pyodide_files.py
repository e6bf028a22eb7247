"""The installed Pyodide -> its files, each of them exactly the one that was recorded.

Pyodide checks no hashes itself, and what it brings runs on every reader's machine.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path

from rollbook.model.diagnostic import WrongUse
from rollbook.model.quick_dataclass import dataclass
from rollbook.theme_files import PACKAGES, theme_text

PACKAGE = PACKAGES / "pyodide"
# Under engine/, not beside the package: `npm ci` empties the package's folder.
RECORD = "engine/pyodide_files.json"


@dataclass(frozen=True, slots=True)
class Pyodide:
    """A release of Pyodide: its version, its folder, its files by name."""

    version: str
    folder: Path
    files: dict[str, bytes]

    def lock(self) -> dict[str, object]:
        """What Pyodide must know of its packages: that there are none. Without it a reader fetches 119 KB of names."""
        written = json.loads(self.files["pyodide-lock.json"])
        return {"info": written["info"], "packages": {}}


@cache
def pyodide_files() -> Pyodide:
    """-> the files of the installed package, checked against the record."""
    record = json.loads(theme_text(RECORD))
    files = {name: _checked(PACKAGE / name, digest) for name, digest in record["sha256"].items()}
    return Pyodide(record["version"], PACKAGE, files)


def _checked(path: Path, expected: str) -> bytes:
    if not path.is_file():
        raise WrongUse("Pyodide is not installed: run `make site` once, or `npm ci` in site_templates")
    content = path.read_bytes()
    found = hashlib.sha256(content).hexdigest()
    if found != expected:
        raise WrongUse(
            f"Pyodide's file {path.name} is not the one that was recorded: its SHA-256 is {found}, not {expected}. "
            f"Run `npm ci` in site_templates. After an upgrade on purpose, record it in site_templates/{RECORD}"
        )
    return content
