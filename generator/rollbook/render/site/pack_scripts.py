"""The scripts -> few files that a browser fetches fast: each module that a page asks for by name, and what they share.

The sources are small modules that run as they are written. A browser would have to fetch some forty of them before a
page comes alive, so esbuild joins what is always fetched together and leaves out what only people read.

No packed file imports another. Most browsers remember an import that failed until the page is left, by its address and
with everything that imports it: a file that failed can only be had under another address, and whoever imports it by the
old one never gets it. So each file tells what it `needs`, and `make`s its module when it is given that. start.js
fetches each by itself, again under another address where it must, and nothing is ever made twice.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from posixpath import normpath
from tempfile import TemporaryDirectory

from rollbook.model.diagnostic import WrongUse
from rollbook.theme_files import THEME, theme_text
from rollbook.words import languages, written_words

# The one that start.js brings, and those that come when they are wanted.
_FIRST = "page/page.mjs"
_LATE = re.compile(r'(?<!typeof )\bimport\("([./\w]+\.mjs)"\)')
_OPTIONS = ("--minify", "--charset=utf8", "--target=esnext", "--log-level=error")
# Packed, all are in one folder: place.mjs finds the site's root from there. esbuild refuses two of the same name.
_NAMES = ("--outdir=out", "--entry-names=[name]")
_JOINED = ("--bundle", "--format=esm", "--out-extension:.js=.mjs")
_SHARING = ("--splitting", "--chunk-names=part-[hash]")
# words.mjs asks for them beside itself.
_WORDS = "page"

# How esbuild writes a packed module: what it imports comes first, what it exports last.
_IMPORTS = re.compile(r'(?:import(?:\{[^}]*\}from)?"\./[^"]+";)*')
_IMPORT = re.compile(r'import(?:\{([^}]*)\}from)?"\./([^"]+)";')
_EXPORT = re.compile(r"export\{([^}]*)\};\n$")
_LOADS = re.compile(r'\bimport\("\./([^"]+)"\)')
_LEFT = re.compile(r"(?:^|[;}\n])(?:import[{\"* ]|export[{* ])|\bimport\(")


@cache
def pack_scripts() -> Mapping[str, bytes]:
    """-> the scripts by name. The same for every build, so one process works it out once."""
    sources = script_sources()
    words = {f"{_WORDS}/{name}": content for name, content in live_words().items()}
    modules = {path: text.encode() for path, text in sources.items() if path.endswith(".mjs")} | words
    late = {normpath(f"{path}/../{name}") for path, text in sources.items() for name in _LATE.findall(text)}
    plain = {path: text.encode() for path, text in sources.items() if path.endswith(".js")}
    packed = _pack(modules, sorted({_FIRST, *late, *words}), *_JOINED, *_SHARING)
    return _pack(plain, sorted(plain)) | {
        name: _standing_alone(name, content.decode()).encode() for name, content in packed.items()
    }


def script_sources() -> dict[str, str]:
    """-> the scripts as they are written, by their paths below site_templates/scripts."""
    folder = THEME / "scripts"
    paths = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.*js"))
    return {path: theme_text(f"scripts/{path}") for path in paths}


def pack_module(modules: dict[str, bytes], first: str, *options: str) -> bytes:
    """Modules by name, the one that brings in the others, more options of esbuild -> all of them as one."""
    return _pack(modules, [first], *_JOINED, *options)[first]


def _standing_alone(name: str, text: str) -> str:
    """A packed module -> one that imports nothing. It asks for those that come later with `$load`."""
    head = _IMPORTS.match(text)
    tail = _EXPORT.search(text)
    imports = _IMPORT.findall(head[0]) if head else []
    body = _LOADS.sub(r'$load("\1")', text[head.end() if head else 0 : tail.start() if tail else len(text)])
    # A test refuses names that change after they were exported, which would not reach those who were given them.
    given = ["$load", *(f"{{{_renamed(names)}}}" for names, _ in imports)]
    made = ",".join(":".join(reversed(each.split(" as "))) for each in tail[1].split(",")) if tail else ""
    if _LEFT.search(body):
        raise RuntimeError(f"esbuild wrote {name} in a way that is not known: an import or export stands inside")
    needs = json.dumps([part for _, part in imports], separators=(",", ":"))
    return f"export const needs={needs},make=({','.join(given)})=>{{{body}return{{{made}}}}};\n"


def _renamed(names: str) -> str:
    """`a as n,b` as a module imports it -> `a:n,b` as a function takes it."""
    return names.replace(" as ", ":")


def _pack(modules: dict[str, bytes], entries: list[str], *options: str) -> dict[str, bytes]:
    """Modules by path, and those that keep a file of their own -> the packed files by name."""
    with TemporaryDirectory(prefix="rollbook-") as name:
        folder = Path(name)
        for module, content in modules.items():
            (folder / module).parent.mkdir(exist_ok=True)
            (folder / module).write_bytes(content)
        command = [str(_esbuild()), *entries, *_OPTIONS, *_NAMES, *options]
        packages = {**os.environ, "NODE_PATH": str(THEME / "node_modules")}
        packed = subprocess.run(command, cwd=folder, env=packages, capture_output=True, text=True, check=False)
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


def live_words() -> dict[str, bytes]:
    """-> modules by name. Written as modules, so that they come and stay with the other scripts."""
    return {f"words-{language}.mjs": _module(written_words(language)) for language in languages()}


def _module(written: Mapping[str, Mapping[str, str]]) -> bytes:
    words = json.dumps({"plural": written["plural"], "phrases": written["script"]}, ensure_ascii=False)
    return f"export default {words};\n".encode()
