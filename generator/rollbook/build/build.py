"""All seven steps: the folders of content and data -> site and PDFs in the output folder, or the reasons why not.

Two kinds of problems end differently. One in the content costs everything: nothing is written, the former build stays.
One that only shows in print costs the PDF that it shows in, and nothing else: each PDF is whole or left out, the site
and the other PDFs are written, and the problem is told. Under --strict warnings count in both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from rollbook.build.examine import Order, examine_sources, read
from rollbook.build.keep_build import Made, keep_build, recall_build
from rollbook.build.print_books import NONE_APART, print_books
from rollbook.build.print_worker import CannotPrintError
from rollbook.cache import Cache, Results
from rollbook.model.book import Shelf
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.edition import EDITIONS
from rollbook.model.output import OutputFile
from rollbook.model.printing import Pdf, Printout
from rollbook.model.source import Source
from rollbook.model.toolkit import Toolkit
from rollbook.progress import Progress, step
from rollbook.render.browser import render_offline
from rollbook.render.site import render_site
from rollbook.report import Finding, grade, has_errors
from rollbook.toolkit import open_toolkit
from rollbook.write import tidy, write


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
    apart: Mapping[str, Pdf] = NONE_APART,
) -> Built:
    """Order, output folder -> the folder replaced whole, or left as it was if anything in the content is an error.

    `cache` has results of earlier builds; `address` is where the site will be published, if that is not the one that
    the shelf's settings name; `apart` has PDFs that were made elsewhere, by what they were made from.
    """
    tidy(out)
    _warn(progress, "cache", cache.remark)
    sources, unloaded = read(order, progress)
    made_from = (order, sources, unloaded, with_pdfs, strict, address)
    made = recall_build(cache, made_from)
    if made is None:
        with Results(cache).in_use():
            shelf, found = examine_sources(sources, unloaded, order, progress)
            made = _make(at_address(shelf, address), found, with_pdfs, strict, progress, cache, apart)
        if not apart:  # what others made must not come back where nobody names their folder
            keep_build(cache, made_from, made)
    if made.outputs:
        with step(progress, "write", f"{len(made.outputs)} files"):
            write(made.outputs, out)
    findings = grade(made.diagnostics, strict=strict)
    return Built(findings, sources.texts, made.books, made.outputs, made.left_out, made.unprintable)


def _make(
    shelf: Shelf,
    found: tuple[Diagnostic, ...],
    with_pdfs: bool,
    strict: bool,
    progress: Progress,
    cache: Cache,
    apart: Mapping[str, Pdf],
) -> Made:
    """Step 6: the shelf, what was found in it -> every file of the build; none where something found is an error."""
    if has_errors(grade(found, strict=strict)):
        return Made(found)
    toolkit = _open_toolkit(cache, progress)
    # Before the site, whose pages say how long and how large each PDF is.
    printouts, unprintable = _print(shelf, progress, cache, apart) if with_pdfs else ((), "")
    whole = [printout for printout in printouts if _is_whole(printout, strict)]
    outputs = _render(shelf, whole, toolkit, progress)
    unprinted = (problem for printout in printouts for problem in printout.problems)
    left_out = tuple(printout.order.name for printout in printouts if not _is_whole(printout, strict))
    passing = bool(left_out or unprintable or toolkit.remark)
    return Made((*found, *unprinted), len(shelf.books), outputs, left_out, unprintable, passing)


def _print(
    shelf: Shelf, progress: Progress, cache: Cache, apart: Mapping[str, Pdf]
) -> tuple[tuple[Printout, ...], str]:
    """-> what came of every PDF; or nothing, and why this machine can't make any."""
    try:
        return print_books(shelf, progress, cache, apart=apart), ""
    except CannotPrintError as missing:
        return (), str(missing)


def at_address(shelf: Shelf, address: str) -> Shelf:
    """A shelf, where its site will be published -> the shelf with that address; with its own one if there is none."""
    return replace(shelf, settings=replace(shelf.settings, address=address)) if address else shelf


def _is_whole(printout: Printout, strict: bool) -> bool:
    return printout.pdf is not None and not has_errors(grade(printout.problems, strict=strict))


def _render(shelf: Shelf, printouts: list[Printout], toolkit: Toolkit, progress: Progress) -> tuple[OutputFile, ...]:
    """Step 6 after the printing: shelf, its PDFs and the toolkit -> every file of the build."""
    pdfs = {
        book.id: tuple(one.pdf for one in printouts if one.order.book is book and one.pdf is not None)
        for book in shelf.books
    }
    pages = sum(len(book.pages) for book in shelf.books)
    with step(progress, "site", f"{pages} pages"):
        site = render_site(shelf, pdfs, toolkit)
        offline = render_offline(site)
    return (*site, *offline, *_pdf_files(pdfs))


def _pdf_files(pdfs: Mapping[str, tuple[Pdf, ...]]) -> Iterator[OutputFile]:
    """The PDFs of each book -> their files, wherever their edition goes."""
    for book, printed in pdfs.items():
        for pdf in printed:
            for folder in EDITIONS[pdf.edition].folders:
                yield OutputFile(f"{folder.format(book=book)}/{pdf.name}", pdf.content)


def _open_toolkit(cache: Cache, progress: Progress) -> Toolkit:
    toolkit = open_toolkit(cache, progress)
    _warn(progress, "toolkit", toolkit.remark)
    return toolkit


def _warn(progress: Progress, name: str, remark: str) -> None:
    if remark:
        progress.begin(name, f"warning: {remark}")
        progress.end(name)
