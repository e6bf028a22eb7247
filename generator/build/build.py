"""All seven steps: the folders of content and data -> site and PDFs in the output folder, or the reasons why not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from generator.book import Shelf
from generator.build.examine import Order, examine
from generator.build.print_books import print_books
from generator.diagnostic import Diagnostic
from generator.output import OutputFile
from generator.printing import Pdf
from generator.progress import Progress, step
from generator.render.browser import KEPT, BrowserFiles, render_browser, render_offline
from generator.render.site import render_site
from generator.report import Finding, grade, has_errors
from generator.source import Source
from generator.write import tidy, write


@dataclass(frozen=True, slots=True)
class Built:
    """What was found, and what was written: nothing where a finding is an error."""

    findings: tuple[Finding, ...]
    texts: Mapping[str, Source]
    books: int
    outputs: tuple[OutputFile, ...]


def build(order: Order, out: Path, *, with_pdfs: bool, strict: bool, progress: Progress, address: str = "") -> Built:
    """Order, output folder -> the folder replaced whole, or left as it was if anything found is an error.

    `address` is where the site will be published, if that is not the one that the shelf's settings name.
    """
    tidy(out)
    examined = examine(order, progress)
    findings = grade(examined.diagnostics, strict=strict)
    if has_errors(findings):
        return Built(findings, examined.texts, 0, ())
    shelf = _at_address(examined.shelf, address)
    outputs, unprinted = _render(shelf, with_pdfs, progress)
    findings = grade((*examined.diagnostics, *unprinted), strict=strict)
    if has_errors(findings):
        return Built(findings, examined.texts, 0, ())
    with step(progress, "write", f"{len(outputs)} files"):
        write(outputs, out)
    return Built(findings, examined.texts, len(examined.shelf.books), outputs)


def _at_address(shelf: Shelf, address: str) -> Shelf:
    return replace(shelf, settings=replace(shelf.settings, address=address)) if address else shelf


def _render(shelf: Shelf, with_pdfs: bool, progress: Progress) -> tuple[tuple[OutputFile, ...], tuple[Diagnostic, ...]]:
    """Step 6: shelf -> every file of the build, and the problems that only show in print."""
    browser = _render_engine(progress)
    # Before the site, whose pages say how long and how large each PDF is.
    printed = print_books(shelf, progress) if with_pdfs else {}
    pdfs = {book: tuple(pdf for pdf, _ in each if pdf is not None) for book, each in printed.items()}
    found = tuple(problem for each in printed.values() for _, problems in each for problem in problems)
    pages = sum(len(book.pages) for book in shelf.books)
    with step(progress, "site", f"{pages} pages"):
        site = (*render_site(shelf, pdfs, browser.worker), *browser.files)
        site = (*site, render_offline(site, browser.spare))
    return (*site, *_pdf_files(pdfs)), found


def _pdf_files(pdfs: Mapping[str, tuple[Pdf, ...]]) -> Iterator[OutputFile]:
    """The PDFs of each book -> their files: in one folder, and beside their book, so that `site` is complete alone."""
    for book, printed in pdfs.items():
        for pdf in printed:
            yield OutputFile(f"pdf/{pdf.name}", pdf.content)
            yield OutputFile(f"site/{book}/{pdf.name}", pdf.content)


def _render_engine(progress: Progress) -> BrowserFiles:
    """-> the engine for the browser; it is the same for every shelf, and kept between builds."""
    with step(progress, "engine", "for the reader's browser"):
        browser = render_browser(KEPT)
    if browser.remark:
        progress.begin("engine", f"warning: {browser.remark}")
        progress.end("engine")
    return browser
