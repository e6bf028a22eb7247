"""Content and data, whenever they have changed -> what the preview shows: the pages first, then what was found."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rollbook.build.examine import assemble_sources, choose_books
from rollbook.build.order import Order, read
from rollbook.cache import Cache
from rollbook.check import check
from rollbook.commands.serve.server import Preview
from rollbook.commands.serve.sites import Site, keep_site
from rollbook.model.book import Shelf
from rollbook.model.diagnostic import Diagnostic, WrongUse
from rollbook.model.files import OutputFile
from rollbook.model.toolkit import Toolkit
from rollbook.progress import Silent
from rollbook.render.browser import render_online
from rollbook.render.site import render_search, site_files
from rollbook.report import Finding, count, grade, has_errors, report_text


@dataclass(slots=True)
class Follower:
    """What to show; the site as it was last without errors, what was reported on it, and what can be searched in it."""

    order: Order
    strict: bool
    toolkit: Toolkit
    site: Mapping[str, bytes] = field(default_factory=dict)
    report: str = ""
    search: tuple[OutputFile, ...] | None = None
    made_from: object = None  # the files of the site, unless parts of it are of a moment ago

    def follow(self) -> Iterator[Preview]:
        """The books as they are now -> the preview: the pages first; then what the checks find, and the search.

        With an error in what the pages are made from, the former site and the reasons.
        """
        try:
            sources, unloaded = read(self.order, Silent())
            shelf, found = assemble_sources(sources, unloaded, Silent())
            chosen, findings = self._chosen(shelf, found)
        except WrongUse as mistake:
            if not self.site:
                raise
            yield Preview(self.site, f"{mistake}\n")
            return
        if not has_errors(findings):
            self.made_from = None if self.search else (self.order, self.strict, sources, unloaded)
            self.search = self.search or render_search(chosen)
            yield self._preview(chosen, self.search)
            _, findings = self._chosen(shelf, (*found, *check(shelf)))
        self.report = report_text(findings, sources.texts) if findings else ""
        print(count(findings), file=sys.stderr, flush=True)
        yield Preview(self.site, self.report)
        if not has_errors(findings):
            self.search = render_search(chosen)
            preview = self._preview(chosen, self.search)
            self.made_from = (self.order, self.strict, sources, unloaded)
            yield preview

    def keep(self, cache: Cache) -> None:
        """-> the site kept for the next preview, if it is all of the same files and could not be any better."""
        if isinstance(self.site, Site) and self.made_from is not None and not self.toolkit.remark:
            keep_site(cache, self.made_from, self.site)

    def _chosen(self, shelf: Shelf, found: tuple[Diagnostic, ...]) -> tuple[Shelf, tuple[Finding, ...]]:
        """A shelf and all that was found in it -> the part that was asked for."""
        order = self.order
        chosen, concerning = choose_books(shelf, found, order.content, order.data, order.books)
        return chosen, grade(concerning, strict=self.strict)

    def _preview(self, shelf: Shelf, search: tuple[OutputFile, ...]) -> Preview:
        """A shelf, what can be searched, which may be of a moment ago -> its site, and the last report."""
        self.site = Site((*site_files(shelf, {}, self.toolkit), *search, render_online()))
        return Preview(self.site, self.report)
