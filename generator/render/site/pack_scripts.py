"""The scripts -> few files that a browser fetches fast: each module that a page asks for by name, and what they share.

The sources are small modules that run as they are written. A browser would have to fetch some forty of them before a
page comes alive, so esbuild joins what is always fetched together and leaves out what only people read.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from generator.render.site.live_words import live_words
from generator.render.theme_files import THEME, theme_text
from generator.wrong_use import WrongUse

# Modules that come when they are wanted; the first is the one that start.js brings.
_LATE = re.compile(r'\bimport\("\./(\w+\.mjs)"\)')
_REMARK = re.compile(r"^[ \t]*//.*\n", re.MULTILINE)
_OPTIONS = (
    *("--bundle", "--splitting", "--format=esm", "--minify", "--charset=utf8", "--target=esnext", "--log-level=error"),
    *("--out-extension:.js=.mjs", "--chunk-names=part-[hash]", "--outdir=out"),
)


@cache
def pack_scripts() -> Mapping[str, bytes]:
    """-> the scripts by name. The same for every build, so one process works it out once."""
    sources = {path.name: theme_text(f"scripts/{path.name}") for path in sorted((THEME / "scripts").iterdir())}
    words = live_words()
    modules = {name: text.encode() for name, text in sources.items() if name.endswith(".mjs")} | words
    late = sorted({name for text in sources.values() for name in _LATE.findall(text)} | words.keys())
    plain = {name: _REMARK.sub("", text).encode() for name, text in sources.items() if name.endswith(".js")}
    return plain | _pack(modules, late)


def _pack(modules: dict[str, bytes], entries: list[str]) -> dict[str, bytes]:
    """Modules by name, and those that keep a file of their own -> the packed files by name."""
    with TemporaryDirectory(prefix="rollbook-") as name:
        folder = Path(name)
        for module, content in modules.items():
            (folder / module).write_bytes(content)
        command = [str(_esbuild()), *entries, *_OPTIONS]
        packed = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if packed.returncode != 0:
            raise RuntimeError(f"esbuild could not pack the scripts:\n{packed.stderr[-2000:]}")
        return {path.name: path.read_bytes() for path in sorted((folder / "out").iterdir())}


def _esbuild() -> Path:
    """-> esbuild's program. Its package holds one for each kind of machine, and npm installs the fitting one."""
    packages = THEME / "node_modules" / "@esbuild"
    found = [*packages.glob("*/bin/esbuild"), *packages.glob("*/esbuild.exe")]
    if not found:
        raise WrongUse("the site's esbuild is not installed: run `make site` once, or `npm ci` in site_templates")
    return found[0]
