"""The engine's modules and the words of every language -> one archive, as the browser imports it: package `engine`."""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path

import rollbook.engine
from rollbook.words import languages, written_words

ENGINE = Path(rollbook.engine.__file__).parent
# Archives know no earlier time; any fixed one keeps the bytes the same.
EPOCH = (1980, 1, 1, 0, 0, 0)
_NO_WORDS = "]] = {}\n"


def pack_engine() -> bytes:
    """-> a zip of the engine's sources with the words in place, the same bytes for the same sources."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, source in engine_sources().items():
            entry = zipfile.ZipInfo(f"engine/{name}", EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, source, compresslevel=9)
    return packed.getvalue()


def engine_sources() -> dict[str, str]:
    """-> the engine's modules by their paths in its package, the words in place."""
    paths = {path.relative_to(ENGINE).as_posix(): path for path in sorted(ENGINE.rglob("*.py"))}
    sources = {name: path.read_text(encoding="utf-8") for name, path in paths.items()}
    return {**sources, "languages.py": _with_words(sources["languages.py"])}


def _with_words(source: str) -> str:
    """The engine's module of languages, which has none -> with all that there are."""
    before, found, after = source.partition(_NO_WORDS)
    assert found, "languages.py does not say where the words go"
    written = {language: (dict(written_words(language)["plural"]), _engine(language)) for language in languages()}
    return f"{before}]] = {written!r}\n{after}"


def _engine(language: str) -> object:
    return written_words(language)["engine"]
