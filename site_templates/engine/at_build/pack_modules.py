"""Runs inside Pyodide at build time: the modules imported so far from an archive -> an archive of their bytecode.

Bytecode of this very Python starts several times faster than sources and leaves less behind in memory.
"""

import sys
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from io import BytesIO

# Pyodide hands the docstrings of its own modules on to the functions that it writes in C, so these keep them.
NEED_DOCSTRINGS = ("_pyodide", "pyodide")


def pack_modules(archive):
    """The path of an archive on sys.path -> the bytes of one with only what was imported, compiled."""
    packed = BytesIO()
    with zipfile.ZipFile(archive) as sources, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as target:
        names = set(sources.namelist())
        for module in sorted(sys.modules):
            path = module.replace(".", "/")
            for name in (f"{path}/__init__.py", f"{path}.py"):
                if name in names:
                    _add(target, archive, name, sources.read(name))
    return packed.getvalue()


def _add(target, archive, name, source):
    optimize = 0 if name.split("/")[0] in NEED_DOCSTRINGS else 2
    code = compile(source, f"{archive}/{name}", "exec", dont_inherit=True, optimize=optimize)
    # "Never compare with the source": there is none, and a time stamp would change the bytes.
    entry = zipfile.ZipInfo(f"{name}c", (1980, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    target.writestr(entry, _code_to_hash_pyc(code, bytes(8), False), compresslevel=9)
