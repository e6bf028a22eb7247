"""A build that was made from the same files before -> its outputs as they were, each by its own content.

The list of a build's files is one entry of the cache, each file another, which the next build shares if it comes out
the same. If any of them is missing, or isn't what was put there, the build is made again. A file is read only if
someone looks at it: those of the former build that still lie in the output folder stay there.
"""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from functools import partial

from rollbook.cache import Cache, MissingError, digest, file_name
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.files import OutputFile, stored_file


@dataclass(frozen=True, slots=True)
class Made:
    """What came of a build: all that was found, how many books it has, its files, and the PDFs that failed."""

    diagnostics: tuple[Diagnostic, ...]
    books: int = 0
    outputs: tuple[OutputFile, ...] = ()
    left_out: tuple[str, ...] = ()
    unprintable: str = ""  # why this machine can't make PDFs, if it can't
    passing: bool = False  # it would come out better another time: a tool was missing, or a limit was met


def recall_build(cache: Cache, made_from: object) -> Made | None:
    """All that a build is made from -> what came of it before, if everything is still there.

    To look at a file that isn't what was put there is a MissingError.
    """
    if cache.folder is None or (entry := cache.get(_key(made_from))) is None:
        return None
    made, files = pickle.loads(entry)
    if not all(cache.holds(file_name(sha256)) for _, sha256, _ in files):
        return None
    outputs = tuple(stored_file(path, sha256, size, partial(_fetch, cache, sha256)) for path, sha256, size in files)
    return Made(made.diagnostics, made.books, outputs, made.left_out)


def _fetch(cache: Cache, sha256: str) -> bytes:
    if (content := cache.get(file_name(sha256))) is None:
        raise MissingError
    return content


def store_build(cache: Cache, made_from: object, made: Made) -> None:
    """All that a build is made from, what came of it -> kept for the next one."""
    if cache.folder is None or made.passing:
        return
    for output in made.outputs:
        name = file_name(output.sha256)
        if not cache.holds(name):
            cache.put(name, output.content)
    shown = Made(made.diagnostics, made.books, (), made.left_out)
    files = [(output.path, output.sha256, output.size) for output in made.outputs]
    cache.put(_key(made_from), pickle.dumps((shown, files)))


def _key(made_from: object) -> str:
    return f"build {digest(made_from)}"
