"""Steps 2 to 6: files as read -> every file of a build, in memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rollbook.build.examine import examine_sources
from rollbook.build.order import Made, Wanted
from rollbook.cache import Cache
from rollbook.model.book import Shelf
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.edition import EDITIONS
from rollbook.model.files import OutputFile
from rollbook.model.printing import Pdf, Printout
from rollbook.model.source import Sources
from rollbook.model.toolkit import Toolkit
from rollbook.progress import Progress, step, warn
from rollbook.render.browser import render_offline
from rollbook.render.site import render_site
from rollbook.report import grade, has_errors
from rollbook.toolkit import open_toolkit


def make(
    sources: Sources,
    unloaded: tuple[Diagnostic, ...],
    wanted: Wanted,
    progress: Progress,
    cache: Cache,
    apart: Mapping[str, Pdf],
) -> Made:
    """Files as read, what could not be read, what is wanted -> every file of the build; none if there is an error.

    `apart` has PDFs that were made elsewhere, by what they were made from.
    """
    shelf, found = examine_sources(sources, unloaded, wanted.order, progress)
    shelf, strict = at_address(shelf, wanted.address), wanted.strict
    if has_errors(grade(found, strict=strict)):
        return Made(found)
    toolkit = open_toolkit(cache, progress)
    warn(progress, "toolkit", toolkit.remark)
    # Before the site, whose pages say how long and how large each PDF is.
    printouts, unprintable = _print(shelf, progress, cache, apart) if wanted.with_pdfs else ((), "")
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
    # Here and not above: the site alone needs nothing of it.
    from rollbook.build.print_books import print_books
    from rollbook.build.print_worker import CannotPrintError

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
