"""A build that was made from the same files before -> its outputs as they were, each by its own content.

The list of a build's files is one entry of the cache, each file another, which the next build shares if it comes out
the same. If any of them is missing, or isn't what was put there, the build is made again. A file is read only if
someone looks at it: those of the former build that still lie in the output folder stay there.
"""

from __future__ import annotations

import pickle

from rollbook.cache import Cache, digest, recall_files, store_files
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.files import OutputFile
from rollbook.model.quick_dataclass import dataclass


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
    outputs = recall_files(cache, files)
    return None if outputs is None else Made(made.diagnostics, made.books, outputs, made.left_out)


def store_build(cache: Cache, made_from: object, made: Made) -> None:
    """All that a build is made from, what came of it -> stored for the next one."""
    if cache.folder is not None and not made.passing:
        shown = Made(made.diagnostics, made.books, (), made.left_out)
        cache.put(_key(made_from), pickle.dumps((shown, store_files(cache, made.outputs))))


def _key(made_from: object) -> str:
    return f"build {digest(made_from)}"
