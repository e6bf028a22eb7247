"""A build that was made from the same files before -> its outputs as they were, each by its own content.

The list of a build's files is one entry of the cache, each file another, which the next build shares if it comes out
the same. If any of them is missing, or isn't what was put there, the build is made again.
"""

from __future__ import annotations

import pickle
from dataclasses import dataclass

from rollbook.cache import Cache, digest, file_name
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.files import OutputFile


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
    """All that a build is made from -> what came of it before, if everything is still there."""
    if cache.folder is None or (entry := cache.get(_key(made_from))) is None:
        return None
    made, names = pickle.loads(entry)
    outputs = []
    for path, name in names:
        if (content := cache.get(name)) is None:
            return None
        outputs.append(OutputFile(path, content))
    return Made(made.diagnostics, made.books, tuple(outputs), made.left_out)


def keep_build(cache: Cache, made_from: object, made: Made) -> None:
    """All that a build is made from, what came of it -> kept for the next one."""
    if cache.folder is None or made.passing:
        return
    names = []
    for output in made.outputs:
        name = file_name(output.content)
        names.append((output.path, name))
        if not cache.holds(name):
            cache.put(name, output.content)
    shown = Made(made.diagnostics, made.books, (), made.left_out)
    cache.put(_key(made_from), pickle.dumps((shown, names)))


def _key(made_from: object) -> str:
    return f"build {digest(made_from)}"
