"""The toolkit's engine: checked, kept, the same every time, and possible without Node."""

from __future__ import annotations

import hashlib
import json
import shutil
import struct
import zipfile
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from rollbook.cache import NO_CACHE, Cache, open_cache, user_cache_folder
from rollbook.model.diagnostic import WrongUse
from rollbook.model.toolkit import Files, Toolkit
from rollbook.progress import Silent
from rollbook.render.browser import FOR_OTHERS, SCRIPT, WASM, BrowserFiles, render_browser
from rollbook.toolkit import Workshop, digest, made_once, open_toolkit, wasm
from rollbook.toolkit import pyodide as pyodide_module
from rollbook.toolkit.engine_wheel import pack_engine
from rollbook.toolkit.make import make_toolkit
from rollbook.toolkit.pyodide import lean_runtime, pyodide_files
from rollbook.toolkit.snapshot import MAKER, PAGE, find_node, pack_memory, snapshot, snapshot_inputs
from zstandard import ZstdCompressionParameters, ZstdDecompressor

from tests.browsers import skip_missing

from .conftest import engine_weight

SIX_MEGABYTES = 6_000_000


@pytest.fixture
def bundle(toolkit: Toolkit) -> BrowserFiles:
    return render_browser(toolkit.engine)


def test_the_engine_weighs_at_most_six_megabytes(toolkit: Toolkit) -> None:
    assert engine_weight(toolkit) <= SIX_MEGABYTES


# The beginning of a Japanese charset, and of a module that the engine has no use for.
@pytest.mark.parametrize("unread", ["丂丄丅丌丒丟丣两丨丫".encode("utf-16-le"), b"<frozen runpy>"])
def test_what_no_request_reads_stays_out_of_the_snapshot(toolkit: Toolkit, unread: bytes) -> None:
    assert unread in pyodide_files().files[WASM]
    assert unread not in ZstdDecompressor().decompress(toolkit.engine["memory.bin"])


def test_the_runtime_sets_up_only_what_is_used() -> None:
    whole, lean = pyodide_files().files, _lean()
    assert len(lean[SCRIPT]) < len(whole[SCRIPT]) / 3
    assert _exports(lean[WASM]) < _exports(whole[WASM]) / 10


def _exports(module: bytes) -> int:
    return sum(len(list(wasm.exports(body))) for kind, body in wasm.sections(module) if kind == wasm.EXPORTS)


@pytest.mark.parametrize("shape", [b"var wasmImports={", b"rtn.required=true", b"export default"])
def test_a_runtime_that_is_written_otherwise_is_refused(shape: bytes) -> None:
    files = pyodide_files().files
    other = {**files, SCRIPT: files[SCRIPT].replace(shape, b"otherwise")}
    with pytest.raises(RuntimeError, match="not written as it was"):
        lean_runtime(other)


def test_every_address_holds_a_hash_or_the_version(bundle: BrowserFiles) -> None:
    paths = [file.path for file in bundle.files if not file.path.startswith(f"site/{FOR_OTHERS}/")]
    assert all(path.split("/")[1] == "engine" for path in paths)
    assert all("-" in path.split("/")[2] for path in paths)
    assert any("/pyodide-314.0.7-" in file.path for file in bundle.files)
    assert bundle.worker in {file.path.removeprefix("site/") for file in bundle.files}


def test_the_manifest_says_where_everything_lies_and_how_long_it_is(bundle: BrowserFiles) -> None:
    files = {file.path: file.content for file in bundle.files}
    line = files[f"site/{bundle.worker}"].decode().partition("\n")[0]
    manifest = json.loads(line.removeprefix("const MANIFEST = ").removesuffix(";"))
    assert manifest["lock"]["packages"] == {}
    for key in ("wasm", "memory", "library", "rules", "plain"):
        path = manifest[key]["path"].replace("../../", "site/")
        assert len(files[path]) == manifest[key]["size"]


@pytest.fixture
def _fonts_cut_before(toolkit: Toolkit, monkeypatch: pytest.MonkeyPatch) -> None:
    """They take long to cut; that the same come out each time is shown in tests/site/test_pages.py."""
    monkeypatch.setattr(f"{make_toolkit.__module__}.cut_fonts", lambda whole: toolkit.fonts)


@pytest.mark.usefixtures("_fonts_cut_before")
def test_two_snapshots_of_one_engine_are_the_same_bytes(
    toolkit: Toolkit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "a folder that is called otherwise"
    shutil.copytree(MAKER, elsewhere)
    monkeypatch.setattr(f"{find_node.__module__}.MAKER", elsewhere)
    # Packed in a hurry, which takes seconds less; what it is unpacked to has its hash beside it.
    monkeypatch.setattr(f"{pack_memory.__module__}._PARAMETERS", ZstdCompressionParameters.from_level(1))
    again = open_toolkit(_poisoned(tmp_path), Silent())
    assert again.engine["memory.sha256"] == toolkit.engine["memory.sha256"]
    engine = {**again.engine, "memory.bin": toolkit.engine["memory.bin"]}
    assert replace(again, engine=engine) == toolkit


def _lean() -> Files:
    return lean_runtime(pyodide_files().files)


def _poisoned(folder: Path) -> Cache:
    """A cache with an entry of somebody else: anybody can work out its key, but not seal it with our secret."""
    cache, foreign = open_cache(folder / "cache"), open_cache(folder / "foreign")
    planted = {"memory.bin": b"", "library.zip": b"", "rules.zip": b"print('from the cache')"}
    inputs = snapshot_inputs(pyodide_files(), _lean(), pack_engine())
    assert made_once(Workshop(foreign, Silent()), "snapshot", inputs, lambda: planted) == planted
    for entry in (folder / "foreign").iterdir():
        if entry.name != "secret":
            shutil.copy(entry, folder / "cache")
    return cache


@pytest.mark.usefixtures("_fonts_cut_before")
def test_without_node_the_site_still_gets_an_engine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    plain = open_toolkit(NO_CACHE, Silent())
    assert "Node" in plain.remark
    assert not any("/memory-" in file.path for file in render_browser(plain.engine).files)


def test_a_node_that_is_too_old_counts_as_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    node = tmp_path / "node"
    node.write_text("#!/bin/sh\necho v18.20.4\n", encoding="utf-8")
    node.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_node() is None


def test_a_snapshot_that_node_cannot_make_says_why(tmp_path: Path) -> None:
    node = find_node()
    if node is None:
        skip_missing("Node is not installed")
    cache = open_cache(tmp_path / "cache")
    broken = BytesIO()
    with zipfile.ZipFile(broken, "w") as archive:
        archive.writestr("engine/__init__.py", "raise RuntimeError('no engine today')")
    pyodide, lean, engine = pyodide_files(), _lean(), broken.getvalue()
    with pytest.raises(RuntimeError, match="no engine today"):
        made_once(Workshop(cache, Silent()), "broken", {}, lambda: snapshot(node, pyodide, lean, engine))
    assert cache.clear() == 0


def test_a_foreign_file_in_pyodides_place_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "pyodide"
    shutil.copytree(pyodide_files().folder, folder)
    (folder / "pyodide.mjs").write_bytes((folder / "pyodide.mjs").read_bytes() + b"\n// something more")
    monkeypatch.setattr(pyodide_module, "PACKAGE", folder)
    with pytest.raises(WrongUse, match=r"pyodide\.mjs is not the one that was recorded: its SHA-256 is [0-9a-f]{64}"):
        pyodide_files.__wrapped__()
    (folder / "pyodide.mjs").unlink()
    with pytest.raises(WrongUse, match="not installed"):
        pyodide_files.__wrapped__()


def test_the_engines_archive_is_importable_as_engine() -> None:
    names = zipfile.ZipFile(BytesIO(pack_engine())).namelist()
    assert "engine/__init__.py" in names
    assert "engine/browser/__init__.py" in names
    assert all(name.startswith("engine/") and name.endswith(".py") for name in names)
    assert pack_engine() == pack_engine()


def test_a_toolkit_from_the_cache_is_the_one_that_was_made(toolkit: Toolkit) -> None:
    assert toolkit.remark == ""
    assert toolkit == open_toolkit(open_cache(user_cache_folder()), Silent()), "the fixture has filled the cache"


def test_packed_memory_leaves_empty_pages_out() -> None:
    head = struct.pack("<4I", 0, 16, 0, 0)
    memory = bytes(3 * PAGE) + b"\x01" * PAGE + b"\x02" * PAGE + bytes(PAGE) + b"\x03" * PAGE + bytes(PAGE)
    made = pack_memory(head + memory)
    packed = ZstdDecompressor().decompress(made.packed)
    assert made.sha256 == hashlib.sha256(packed).hexdigest()
    numbers = [int.from_bytes(packed[i : i + 4], "little") for i in range(0, 28, 4)]
    assert numbers[1:] == [len(head), 2, 3, 2, 6, 1]
    assert packed[28:] == head + b"\x01" * PAGE + b"\x02" * PAGE + b"\x03" * PAGE


def test_another_engine_is_another_snapshot() -> None:
    """The key of a cached snapshot depends on all that went in, so none is ever used for another engine."""
    pyodide = pyodide_files()
    other = replace(pyodide, files={**pyodide.files, "pyodide.mjs": b"other"})
    lean, leaner = _lean(), {WASM: b"leaner"}
    inputs = ((pyodide, lean, b"a"), (pyodide, lean, b"b"), (other, lean, b"a"), (pyodide, leaner, b"a"))
    assert len({digest(snapshot_inputs(*each)) for each in inputs}) == 4
