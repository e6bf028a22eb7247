"""The installed Pyodide -> its files, each of them exactly the one that was recorded, and a leaner runtime.

Pyodide checks no hashes itself, and what it brings runs on every reader's machine.

The lean runtime lacks what only dynamically loaded libraries need. For their sake Pyodide exposes eight thousand names
of its C code to scripts, and Emscripten's graphics and sound to C. All of them are set up at every start, and our
worker loads no library. What remains takes a quarter of the time to read and set up. The snapshot must be made with the
lean runtime too: memory refers to functions by number, and the numbers change.

The script is a single function of a megabyte in which Emscripten repeats a few patterns. Each is found by its text. The
recorded Pyodide has them all; if another version lacks one, making the toolkit fails.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Set
from functools import cache
from pathlib import Path

from rollbook.model.diagnostic import WrongUse
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.toolkit import Files
from rollbook.render.browser import LOADER, SCRIPT, WASM
from rollbook.render.site.pack_scripts import pack_module
from rollbook.theme_files import PACKAGES, theme_text
from rollbook.toolkit import wasm as binary

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


_HEAD = "async function _createPyodideModule(moduleArg={}){var moduleRtn;"
_TAIL = re.compile(r"return moduleRtn\}export default _createPyodideModule;\s*$")
# A name of C: declared, made known, and given its function or its address when the module is there.
_DECLARED = re.compile(r"var _set_method_docstring,([\w,]+);")
_FROM_C = re.compile(r'(\w+)=Module\["\1"\]=wasmExports\["([^"]+)"\](?:\.value>>>0)?(?:;|(?=\}))')
# A function of the script: made known, its parameters described, and given to C.
_KNOWN = re.compile(r'Module\["(\w+)"\]=\1;')
_DESCRIBED = re.compile(r'(\w+)\.sig="\w*";')
_FOR_C = re.compile(r"(?<=var wasmImports=\{)([\w:$,]+)(?=\};)")
# That a function of the script has a number in C only counts where C asks for it: those that do serve graphics.
_NUMBERED = "GOT.func"
_MUST_BE_THERE = "rtn.required=true"
# Useless under our policy, and esbuild renames and removes nothing that it could see.
_EVAL = re.compile(r"(?<![\w.$])eval\(")
# What make_snapshot.mjs asks for.
_AT_BUILD = ("_emscripten_get_sbrk_ptr", "___heap_base")
_WORD = re.compile(r"[\w$]+")
_OF_MODULE = re.compile(r'Module(?:\["|\.)([\w$]+)')
# Node's own, for the snapshot.
_ELSEWHERE = ("node:*", "module", "ws")
_PACKED_TAIL = re.compile(r"export\{(\w+) as moduleRtn\};\s*$")


def lean_runtime(pyodide: Files) -> Files:
    """Pyodide's files by name -> the two of them that are leaner, by their names."""
    wasm = pyodide[WASM]
    needed = {name for source, name in binary.imported(wasm) if source != _NUMBERED}
    script = _without_imports(pyodide[SCRIPT].decode(), needed)
    script, used = _without_names(script, {*_WORD.findall(pyodide[LOADER].decode()), *_AT_BUILD})
    exports = {binary.EXPORTS: lambda body: _kept(body, used)}
    return {SCRIPT: _shaken(script).encode(), WASM: binary.changed(wasm, exports)}


def _without_imports(script: str, needed: Set[str]) -> str:
    """The script, the names that C is given -> the script that gives these alone."""
    entries = _found(_FOR_C, script)[1].split(",")
    kept = [entry for entry in entries if entry.partition(":")[0] in needed]
    described = {entry.rpartition(":")[2] for entry in kept}
    script = _FOR_C.sub(",".join(kept), script)
    if _MUST_BE_THERE not in script:
        raise _unknown(_MUST_BE_THERE)
    script = script.replace(_MUST_BE_THERE, "")
    return _DESCRIBED.sub(lambda found: found[0] if found[1] in described else "", script)


def _without_names(script: str, elsewhere: Set[str]) -> tuple[str, Set[str]]:
    """The script, words of those who use it -> the same without the names that nobody uses, and all that are used."""
    declared = _found(_DECLARED, script)
    rest = _KNOWN.sub("", _FROM_C.sub("", script.replace(declared[0], "")))
    used, of_module = {*_WORD.findall(rest), *elsewhere}, {*_OF_MODULE.findall(rest), *elsewhere}
    names = ["_set_method_docstring", *declared[1].split(",")]
    script = script.replace(declared[0], f"var {','.join(name for name in names if name in used)};")
    script = _KNOWN.sub(lambda found: found[0] if found[1] in of_module else "", script)
    of_c = {found[2] for found in _FROM_C.finditer(script) if found[1] in used}
    return _FROM_C.sub(lambda found: found[0] if found[1] in used else "", script), used | of_c


def _kept(exports: bytes, used: Set[str]) -> bytes:
    kept = [entry for name, entry in binary.exports(exports) if name in used]
    return binary.written(len(kept)) + b"".join(kept)


def _shaken(script: str) -> str:
    """The script -> the same without functions that nobody calls any more.

    esbuild finds these at the top of a module only, so the one function becomes a module, and a function again. In
    brackets it is compiled when it is read: a browser would otherwise read it twice.
    """
    tail = _found(_TAIL, script)
    if not script.startswith(_HEAD):
        raise _unknown(_HEAD)
    body = _EVAL.sub("(0,eval)(", script[len(_HEAD) : tail.start()])
    module = {"runtime.mjs": f"var moduleRtn;{body}\nexport{{moduleRtn}};".encode()}
    packed = pack_module(module, "runtime.mjs", *(f"--external:{name}" for name in _ELSEWHERE)).decode()
    tail = _found(_PACKED_TAIL, packed)
    return f"export default(async function(moduleArg={{}}){{{packed[: tail.start()]}return {tail[1]}}});\n"


def _found(shape: re.Pattern[str], script: str) -> re.Match[str]:
    found = shape.search(script)
    if found is None:
        raise _unknown(shape.pattern)
    return found


def _unknown(shape: str) -> RuntimeError:
    return RuntimeError(f"Pyodide's script is not written as it was: it has no {shape}")


# A piece of data with a fixed address: its kind, the address as an instruction (i32.const), the end of that.
_AT_ADDRESS, _CONST, _END = 0, 0x41, 0x0B
# Before the snapshot is restored, C++ sets itself up and reads data from here on, and none before. Found by trying with
# the recorded Pyodide: with a wrong value no restored engine starts, which every test in a browser notices.
READ_EARLY = 0x380000


def without_data(wasm: bytes) -> bytes:
    """A module -> the same without most of the data it writes into memory as it starts.

    A snapshot holds all of that memory as it was when the engine was ready, so a restored Python would write the
    initial data for nothing: a third of the file. Code, functions, their numbers and every address stay as they are.
    """
    return binary.changed(wasm, {binary.DATA: _emptied})


def _emptied(data: bytes) -> bytes:
    """The data section -> the same pieces at the same addresses, most of them empty."""
    count, place = binary.number(data, 0)
    emptied = [binary.written(count)]
    for _ in range(count):
        if data[place] != _AT_ADDRESS or data[place + 1] != _CONST:
            raise ValueError("a piece of data has no fixed address")
        address, end = binary.number(data, place + 2)
        if data[end] != _END:
            raise ValueError("the address of a piece of data is worked out")
        size, start = binary.number(data, end + 1)
        whole = address >= READ_EARLY
        emptied.append(data[place : start + size] if whole else data[place : end + 1] + binary.written(0))
        place = start + size
    return b"".join(emptied)
