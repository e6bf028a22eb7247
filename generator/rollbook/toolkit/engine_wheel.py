"""The engine and the words of every language -> the archive that a browser imports, and a wheel for notebooks.

Both are written by hand: one is a zip of a folder, the other four lines, and the same sources give the same bytes on
every Python. The hash in the wheel's name changes with them, so that no browser uses an older one from its cache.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

import rollbook.engine
from rollbook.model.toolkit import Files
from rollbook.render.address import fingerprint
from rollbook.render.browser import LOCK
from rollbook.theme_files import PACKAGES
from rollbook.words import languages, written_words

ENGINE = Path(rollbook.engine.__file__).parent
# Archives know no earlier time; any fixed one keeps the bytes the same.
EPOCH = (1980, 1, 1, 0, 0, 0)
_NO_WORDS = "]] = {}\n"


def pack_engine() -> bytes:
    """-> a zip of the engine's sources with the words in place, the same bytes for the same sources."""
    return _zip({f"engine/{name}": source for name, source in engine_sources().items()})


def engine_sources() -> dict[str, str]:
    """-> the engine's modules by their paths in its package, the words in place."""
    paths = {path.relative_to(ENGINE).as_posix(): path for path in sorted(ENGINE.rglob("*.py"))}
    sources = {name: path.read_text(encoding="utf-8") for name, path in paths.items()}
    return {**sources, "words.py": _with_words(sources["words.py"])}


def _with_words(source: str) -> str:
    """The engine's module of words, which has those of no language -> with those of all that there are."""
    before, found, after = source.partition(_NO_WORDS)
    assert found, "words.py does not say where the words go"
    spoken = {language: written_words(language) for language in languages()}
    written = {language: (dict(words["plural"]), words["engine"]) for language, words in spoken.items()}
    return f"{before}]] = {written!r}\n{after}"


PACKAGE = "rollbook_engine"
# What the engine's own first module leaves to others, so that a page loads no more than it needs.
_OFFERED = "\nfrom .notebook import Book, RulesError, load\n\n__all__ = ['Book', 'RulesError', 'load']\n"


def engine_wheel(version: str, licence: str) -> Files:
    """Rollbook's version and licence -> the wheel and its lock file, by name."""
    sources = {f"{PACKAGE}/{name}": text for name, text in engine_sources().items()}
    sources[f"{PACKAGE}/__init__.py"] += _OFFERED
    info = f"{PACKAGE}-{version}.dist-info"
    files = {
        **sources,
        f"{info}/METADATA": _metadata(version),
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: rollbook\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/licenses/LICENSE": licence,
    }
    content = _zip({**files, f"{info}/RECORD": _record(files, f"{info}/RECORD")})
    # A wheel's build number begins with a digit.
    name = f"{PACKAGE}-{version}-0{fingerprint(content)}-py3-none-any.whl"
    return {name: content, LOCK: _lock(name, version, content)}


def _metadata(version: str) -> str:
    fields = {
        "Metadata-Version": "2.4",
        "Name": "rollbook-engine",
        "Version": version,
        "Summary": "The rules engine of Rollbook: dice, tables and calculators of a handbook, exact odds included",
        "License-Expression": "MIT",
        "License-File": "LICENSE",
        "Requires-Python": ">=3.11",
    }
    return "".join(f"{name}: {value}\n" for name, value in fields.items())


def _record(files: Mapping[str, str], own: str) -> str:
    """A wheel's files -> the list of them with their hashes; the list itself has none."""
    lines = []
    for name, text in files.items():
        digest = urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(text.encode())}\n")
    return "".join([*lines, f"{own},,\n"])


def _zip(files: Mapping[str, str]) -> bytes:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, text, compresslevel=9)
    return packed.getvalue()


def _lock(name: str, version: str, content: bytes) -> bytes:
    """A wheel -> a lock file for its folder and for the Pyodide that the site itself runs."""
    pyodide = json.loads((PACKAGES / "pyodide" / LOCK).read_bytes())
    release = json.loads((PACKAGES / "pyodide" / "package.json").read_bytes())["version"]
    package = {
        "name": "rollbook-engine",
        "version": version,
        "file_name": name,
        "install_dir": "site",
        "sha256": hashlib.sha256(content).hexdigest(),
        "package_type": "package",
        "imports": [PACKAGE],
        "depends": [],
        "unvendored_tests": False,
    }
    lock = {"info": {**pyodide["info"], "version": release}, "packages": {package["name"]: package}}
    return (json.dumps(lock, indent=1) + "\n").encode()
