"""-> the toolkit, the same for every shelf: fonts, packed scripts, icons, and the engine with its snapshot.

  1. an installed Rollbook brings its toolkit along
  2. in a checkout each drawer is made when it is first needed, and again when what goes into it changes (make.py)
  3. between builds a drawer is in the user's cache, under the hash of what went in

Making one needs Node and the front-end packages; a build that finds one needs Python alone.
"""

from __future__ import annotations

import hashlib
import json
import pickle
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import cast

from rollbook.cache import Cache
from rollbook.cache.program import program
from rollbook.model.diagnostic import WrongUse
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.toolkit import Drawer, Files, Toolkit
from rollbook.progress import Progress, step

FOLDER = Path(__file__).with_name("files")
_LIST = "sha256.json"
_DRAWERS = ("fonts", "scripts", "icons", "engine")


def open_toolkit(cache: Cache, progress: Progress) -> Toolkit:
    """Results of earlier builds, where to report what takes long -> the toolkit."""
    packaged = read_packaged()
    if packaged is not None:
        return packaged
    key, engine_key = f"toolkit {program()}", f"toolkit engine {program()}"
    if cache.holds(engine_key) and (known := cache.get(key)) is not None:
        # The engine is far larger than all the rest, and a build mostly finds its files where the last one put them.
        engine = Drawer(engine_key, lambda: _engine(cache, engine_key, progress))
        return replace(cast("Toolkit", pickle.loads(known)), engine=engine)
    toolkit = _make(cache, progress)
    if toolkit.remark:  # it may come out better another time
        return toolkit
    cache.put(engine_key, pickle.dumps(toolkit.engine))
    cache.put(key, pickle.dumps(replace(toolkit, engine={})))
    return replace(toolkit, engine=Drawer(engine_key, lambda: toolkit.engine))


def _engine(cache: Cache, key: str, progress: Progress) -> Files:
    """-> the engine from the cache; made again if it is damaged."""
    known = cache.get(key)
    return _make(cache, progress).engine if known is None else cast("Files", pickle.loads(known))


def _make(cache: Cache, progress: Progress) -> Toolkit:
    # Here and not above: only a checkout has the sources to make one from, and the packages that this takes.
    from rollbook.toolkit.make import make_toolkit

    return make_toolkit(Workshop(cache, progress))


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
    listed = (folder / _LIST).read_bytes()
    hashes = json.loads(listed)
    fonts, scripts, icons, engine = (_drawer(folder / drawer, hashes[drawer]) for drawer in _DRAWERS)
    return Toolkit(fonts, scripts, icons, Drawer(hashlib.sha256(listed).hexdigest(), lambda: engine))


def _each(toolkit: Toolkit) -> Iterable[tuple[str, str, bytes]]:
    return ((drawer, name, content) for drawer in _DRAWERS for name, content in getattr(toolkit, drawer).items())


def _drawer(folder: Path, hashes: dict[str, str]) -> Files:
    return {name: _checked(folder / name, expected) for name, expected in hashes.items()}


def _checked(path: Path, expected: str) -> bytes:
    content = path.read_bytes() if path.is_file() else b""
    if hashlib.sha256(content).hexdigest() != expected:
        raise WrongUse(f"this installation of Rollbook is damaged, at {path}: install it again")
    return content


@dataclass(frozen=True, slots=True)
class Workshop:
    """The cache of what was made before, and where to report what is made now."""

    cache: Cache
    progress: Progress


def made_once(shop: Workshop, name: str, made_from: Files, make: Callable[[], Files]) -> Files:
    """The workshop, the drawer's name, everything that decides what is in it, its maker -> its files."""
    key = f"toolkit {name} {digest(made_from)}"
    cached = shop.cache.get(key)
    if cached is not None:
        return _unpack(cached)
    with step(shop.progress, name, "made once, for all books"):
        made = make()
    shop.cache.put(key, _pack(made))
    return made


def digest(files: Files) -> str:
    """Files by name -> a SHA-256 that changes with any name or content."""
    whole = hashlib.sha256()
    for name, content in sorted(files.items()):
        whole.update(f"{name}\0{len(content)}\0".encode() + content)
    return whole.hexdigest()


def _pack(files: Files) -> bytes:
    """Files -> a line with their names and sizes, then their contents. None can be damaged: the cache seals them."""
    sizes = json.dumps({name: len(content) for name, content in files.items()})
    return b"".join([sizes.encode(), b"\n", *files.values()])


def _unpack(packed: bytes) -> Files:
    head = packed.index(b"\n")
    files, start = {}, head + 1
    for name, size in json.loads(packed[:head]).items():
        files[name] = packed[start : start + size]
        start += size
    return files
