"""-> the toolkit of this Rollbook: the one that it was installed with, or in a checkout the one that is made for it."""

from __future__ import annotations

import hashlib
import json
import pickle
from collections.abc import Iterable
from pathlib import Path
from typing import cast

from rollbook.cache import Cache
from rollbook.cache.program import program
from rollbook.model.diagnostic import WrongUse
from rollbook.model.toolkit import Files, Toolkit
from rollbook.progress import Progress
from rollbook.toolkit.made_once import Workshop

FOLDER = Path(__file__).with_name("files")
_LIST = "sha256.json"
_DRAWERS = ("fonts", "scripts", "icons", "engine")


def open_toolkit(cache: Cache, progress: Progress) -> Toolkit:
    """Results of earlier builds, whom to tell of what takes long -> the toolkit."""
    packaged = read_packaged()
    if packaged is not None:
        return packaged
    key = f"toolkit {program()}"
    if (known := cache.get(key)) is not None:
        return cast("Toolkit", pickle.loads(known))
    # Here and not above: only a checkout has the sources to make one from, and the packages that this takes.
    from rollbook.toolkit.make import make_toolkit

    toolkit = make_toolkit(Workshop(cache, progress))
    if not toolkit.remark:  # otherwise it may come out better another time
        cache.put(key, pickle.dumps(toolkit))
    return toolkit


def write_packaged(toolkit: Toolkit, folder: Path) -> None:
    """A toolkit, where a package is being made -> the folder that read_packaged reads."""
    hashes: dict[str, dict[str, str]] = {}
    for drawer, name, content in _each(toolkit):
        path = folder / drawer / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        hashes.setdefault(drawer, {})[name] = hashlib.sha256(content).hexdigest()
    (folder / _LIST).write_text(json.dumps(hashes, indent=1) + "\n", encoding="utf-8")


def read_packaged(folder: Path = FOLDER) -> Toolkit | None:
    """-> the toolkit that came with the installation, each of its files the one that was packed; None in a checkout."""
    if not (folder / _LIST).is_file():
        return None
    hashes = json.loads((folder / _LIST).read_text(encoding="utf-8"))
    fonts, scripts, icons, engine = (_drawer(folder / drawer, hashes[drawer]) for drawer in _DRAWERS)
    return Toolkit(fonts, scripts, icons, engine)


def _each(toolkit: Toolkit) -> Iterable[tuple[str, str, bytes]]:
    return ((drawer, name, content) for drawer in _DRAWERS for name, content in getattr(toolkit, drawer).items())


def _drawer(folder: Path, hashes: dict[str, str]) -> Files:
    return {name: _checked(folder / name, expected) for name, expected in hashes.items()}


def _checked(path: Path, expected: str) -> bytes:
    content = path.read_bytes() if path.is_file() else b""
    if hashlib.sha256(content).hexdigest() != expected:
        raise WrongUse(f"this installation of Rollbook is damaged, at {path}: install it again")
    return content
