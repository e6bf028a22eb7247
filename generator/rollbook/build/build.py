"""All seven steps: the folders of content and data -> site and PDFs in the output folder, or the reasons why not.

There are two kinds of errors. One in the content stops everything: nothing is written, and the previous build stays.
One that only shows in print costs just that PDF: it is left out and reported, and the site and the other PDFs
are written. Under --strict, warnings count as errors of the same kind.

A build that was made from the same files before is taken from the cache as it was: the list of its files is one entry,
each file another, which the next build shares if it comes out the same. If any of them is missing, or isn't what was
put there, the build is made again. A file is read only if someone looks at it: those of the former build that still lie
in the output folder stay there.
"""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rollbook.build.order import Made, Order, Wanted, read
from rollbook.cache import Cache, MissingError, Results, digest, recall_files, store_files
from rollbook.model.files import OutputFile
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.source import Source
from rollbook.progress import Progress, step, warn
from rollbook.render.resize import resize_meanwhile
from rollbook.report import Finding, grade
from rollbook.write import tidy, write

if TYPE_CHECKING:
    from rollbook.model.printing import Pdf


@dataclass(frozen=True, slots=True)
class Built:
    """What was found, and what was written: nothing if a finding in the content is an error."""

    findings: tuple[Finding, ...]
    texts: Mapping[str, Source]
    books: int
    outputs: tuple[OutputFile, ...]
    left_out: tuple[str, ...] = ()  # the names of PDFs that could not be made, or not completely
    unprintable: str = ""  # why this machine can't make PDFs, if it can't


def build(
    order: Order,
    out: Path,
    *,
    with_pdfs: bool,
    strict: bool,
    progress: Progress,
    cache: Cache,
    address: str = "",
    apart: Mapping[str, Pdf] | None = None,
) -> Built:
    """Order, output folder -> the folder replaced whole, or left alone if anything in the content is an error.

    `cache` has results of earlier builds; `address` is where the site will be published, if not where the shelf's
    settings say; `apart` has PDFs made elsewhere, by what they were made from.
    """
    tidy(out)
    warn(progress, "cache", cache.remark)
    sources, unloaded = read(order, progress)
    wanted = Wanted(order, with_pdfs, strict, address)
    made_from = (wanted, sources, unloaded)
    made = _write_again(recall_build(cache, made_from), out, progress)
    if made is None:
        with Results(cache, order.shelf).in_use():
            # First of all, so that another process is at the pictures while this one loads the steps.
            resize_meanwhile(
                asset for assets in (sources.media, *(book.assets for book in sources.books)) for asset in assets
            )
            # Imported here because loading the steps takes longer than finding out that nothing has changed.
            from rollbook.build.make import make

            made = make(sources, unloaded, wanted, progress, cache, apart or {})
        if not apart:  # what others made must not come back unless someone names their folder
            store_build(cache, made_from, made)
        _write(made, out, progress)
    findings = grade(made.diagnostics, strict=strict)
    return Built(findings, sources.texts, made.books, made.outputs, made.left_out, made.unprintable)


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


def _write_again(recalled: Made | None, out: Path, progress: Progress) -> Made | None:
    """A build of before, if there was one -> the same, written; None if a file of it turned out to be damaged."""
    if recalled is None:
        return None
    try:
        _write(recalled, out, progress)
    except MissingError:
        return None
    return recalled


def _write(made: Made, out: Path, progress: Progress) -> None:
    if made.outputs:
        with step(progress, "write", f"{len(made.outputs)} files"):
            write(made.outputs, out)
