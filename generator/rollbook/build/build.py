"""All seven steps: the folders of content and data -> site and PDFs in the output folder, or the reasons why not.

Two kinds of problems end differently. One in the content costs everything: nothing is written, the former build stays.
One that only shows in print costs the PDF that it shows in, and nothing else: each PDF is whole or left out, the site
and the other PDFs are written, and the problem is told. Under --strict warnings count in both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rollbook.build.keep_build import keep_build, recall_build
from rollbook.build.order import Order, Wanted, read
from rollbook.cache import Cache, Results
from rollbook.model.files import OutputFile
from rollbook.model.source import Source
from rollbook.progress import Progress, step, warn
from rollbook.report import Finding, grade
from rollbook.write import tidy, write

if TYPE_CHECKING:
    from rollbook.model.printing import Pdf


@dataclass(frozen=True, slots=True)
class Built:
    """What was found, and what was written: nothing where a finding in the content is an error."""

    findings: tuple[Finding, ...]
    texts: Mapping[str, Source]
    books: int
    outputs: tuple[OutputFile, ...]
    left_out: tuple[str, ...] = ()  # the names of PDFs that could not be made, or not whole
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
    """Order, output folder -> the folder replaced whole, or left as it was if anything in the content is an error.

    `cache` has results of earlier builds; `address` is where the site will be published, if that is not the one that
    the shelf's settings name; `apart` has PDFs that were made elsewhere, by what they were made from.
    """
    tidy(out)
    warn(progress, "cache", cache.remark)
    sources, unloaded = read(order, progress)
    wanted = Wanted(order, with_pdfs, strict, address)
    made_from = (wanted, sources, unloaded)
    made = recall_build(cache, made_from)
    if made is None:
        # Here and not above: to load the steps takes longer than to find that nothing has changed.
        from rollbook.build.make import make

        with Results(cache, order.shelf).in_use():
            made = make(sources, unloaded, wanted, progress, cache, apart or {})
        if not apart:  # what others made must not come back where nobody names their folder
            keep_build(cache, made_from, made)
    if made.outputs:
        with step(progress, "write", f"{len(made.outputs)} files"):
            write(made.outputs, out)
    findings = grade(made.diagnostics, strict=strict)
    return Built(findings, sources.texts, made.books, made.outputs, made.left_out, made.unprintable)
