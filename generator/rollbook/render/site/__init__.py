"""Shelf -> the pages and static files of the website, finished."""

from __future__ import annotations

from collections.abc import Mapping

from rollbook.cache import work_ahead
from rollbook.model.book import Shelf
from rollbook.model.files import OutputFile, PendingFile
from rollbook.model.printing import Pdf
from rollbook.model.toolkit import Toolkit
from rollbook.render.site.search import render_search, search_calls
from rollbook.render.site.site_files import site_files

__all__ = ["render_search", "render_site", "site_files"]


def render_site(shelf: Shelf, pdfs: Mapping[str, tuple[Pdf, ...]], toolkit: Toolkit) -> tuple[OutputFile, ...]:
    """All books, the PDFs that are beside them by the book's id, the toolkit -> all of site/ but its service worker."""
    files = site_files(shelf, pdfs, toolkit)
    pages = [file.ahead for file in files if isinstance(file, PendingFile) and file.ahead]
    # The search last: its many small calls keep all cores busy until the end.
    work_ahead([*pages, *search_calls(shelf)])
    made = (file.make() if isinstance(file, PendingFile) else file for file in files)
    return (*made, *render_search(shelf))
