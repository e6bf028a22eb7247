"""The sources and packages of a checkout -> the drawers of the toolkit."""

from __future__ import annotations

import gzip
import json
from importlib.metadata import version
from pathlib import Path

import rollbook
from rollbook.model.toolkit import ICONS, Files, Toolkit
from rollbook.render.browser import DESCRIPTION, PLAIN_WASM, RUNTIME, WASM, WORKER
from rollbook.render.drawings import draw_icon
from rollbook.render.site.pack_scripts import pack_module, pack_scripts
from rollbook.theme_files import THEME, theme_text
from rollbook.toolkit import Workshop, made_once
from rollbook.toolkit.cut_fonts import cut_fonts, whole_fonts
from rollbook.toolkit.engine_wheel import engine_wheel, pack_engine
from rollbook.toolkit.pyodide import Pyodide, lean_runtime, pyodide_files, without_data
from rollbook.toolkit.snapshot import find_node, snapshot, snapshot_inputs

_PROGRAM = Path(rollbook.__file__).parent
_WORKER_MODULES = ("worker.mjs", "start.mjs", "fetch_own.mjs", "restore.mjs")
_SLOW = "no Node 20.19 or newer was found, so readers' first roll takes several times as long"


def make_toolkit(shop: Workshop) -> Toolkit:
    """-> the toolkit; a drawer is made only if its sources have changed."""
    node = find_node()
    return Toolkit(_fonts(shop), _scripts(shop), _icons(shop), _engine(node, shop), "" if node else _SLOW)


def _fonts(shop: Workshop) -> Files:
    whole = whole_fonts()
    makers = _sources("toolkit/cut_fonts.py", "render/fonts/site_fonts.py", "render/fonts/__init__.py")
    return made_once(shop, "fonts", {**whole, **makers, **_versions("fonttools", "brotli")}, lambda: cut_fonts(whole))


def _scripts(shop: Workshop) -> Files:
    return made_once(shop, "scripts", _front_end(), pack_scripts)


def _icons(shop: Workshop) -> Files:
    drawing = {"icon.svg": theme_text("icon.svg").encode()}
    makers = _sources("render/drawings.py")
    made_from = {**drawing, **makers, **_versions("fonttools", "pillow")}
    return made_once(shop, "icons", made_from, lambda: {icon.name: draw_icon(icon) for icon in ICONS})


def _engine(node: str | None, shop: Workshop) -> Files:
    pyodide, rules = pyodide_files(), pack_engine()
    makers = _sources("toolkit/pyodide.py", "toolkit/wasm.py", "render/site/pack_scripts.py")
    lean = made_once(shop, "runtime", {**pyodide.files, **makers}, lambda: lean_runtime(pyodide.files))
    parts = _from_snapshot(node, pyodide, lean, rules, shop) if node else _from_sources(pyodide, rules)
    runtime = {name: {**pyodide.files, **lean}[name] for name in RUNTIME}
    worker = made_once(shop, "worker", _front_end(), _worker)
    wheel = engine_wheel(version("rollbook"), theme_text("licences/rollbook.txt"))
    files = {**runtime, **parts, **worker, **wheel}
    described = {WASM: files[WASM], **pyodide.files, **makers, **_sources("toolkit/make.py")}
    return {**files, **made_once(shop, "description", described, lambda: _description(pyodide, files[WASM]))}


def _from_snapshot(node: str, pyodide: Pyodide, lean: Files, rules: bytes, shop: Workshop) -> Files:
    inputs = snapshot_inputs(pyodide, lean, rules)
    made = made_once(shop, "snapshot", inputs, lambda: snapshot(node, pyodide, lean, rules))
    return {**made, WASM: without_data(lean[WASM]), PLAIN_WASM: lean[WASM]}


def _from_sources(pyodide: Pyodide, rules: bytes) -> Files:
    """Without memory Python starts from the beginning."""
    return {"library.zip": pyodide.files["python_stdlib.zip"], "rules.zip": rules}


def _description(pyodide: Pyodide, wasm: bytes) -> Files:
    travels = len(gzip.compress(wasm, mtime=0))
    described = {"version": pyodide.version, "lock": pyodide.lock(), "travels": travels}
    return {DESCRIPTION: json.dumps(described).encode()}


def _worker() -> Files:
    modules = {name: theme_text(f"engine/{name}").encode() for name in _WORKER_MODULES}
    return {WORKER: pack_module(modules, WORKER)}


def _front_end() -> Files:
    """-> all of site_templates, and all that could work on it: packing takes too little time to look more closely."""
    folders = [path for path in THEME.iterdir() if path.is_dir() and path.name != "node_modules"]
    files = [THEME / "package-lock.json", *(path for folder in folders for path in folder.rglob("*") if path.is_file())]
    theme = {path.relative_to(THEME).as_posix(): path.read_bytes() for path in files}
    return {**theme, **_sources(*(path.relative_to(_PROGRAM).as_posix() for path in _PROGRAM.rglob("*.py")))}


def _sources(*names: str) -> Files:
    """Modules by their paths -> their texts: another program may come to another result."""
    return {name: (_PROGRAM / name).read_bytes() for name in names}


def _versions(*packages: str) -> Files:
    return {f"version of {package}": version(package).encode() for package in packages}
