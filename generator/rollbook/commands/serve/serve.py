"""Content and data -> a preview in the browser that follows every change."""

from __future__ import annotations

import sys
import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from rollbook.build.examine import assemble_sources, choose_books
from rollbook.build.order import Order, read
from rollbook.cache import Results, open_cache, user_cache_folder
from rollbook.check import check
from rollbook.commands.serve.preview import Preview, Site
from rollbook.commands.serve.server import PreviewServer
from rollbook.commands.serve.watch import watch
from rollbook.commands.shelf_arguments import order, shelf_parser
from rollbook.model.book import Shelf
from rollbook.model.diagnostic import Diagnostic, WrongUse
from rollbook.model.files import OutputFile
from rollbook.model.toolkit import Toolkit
from rollbook.progress import Silent, show_progress
from rollbook.render.browser import render_online
from rollbook.render.site import render_search, site_files
from rollbook.report import Finding, count, grade, has_errors, report_text
from rollbook.toolkit import open_toolkit

# While the checks run, threads that answer a browser get their turn ten times as soon as Python would give it to them.
_TURN = 0.0005

_DESCRIPTION = """\
Preview the site in your browser while you write. Whenever you save a file, the page updates, and any problems appear
at its foot. Only the cache is written to disk. Press Ctrl-C to stop."""

_EXAMPLES = """\
  rollbook serve                          then open the address it prints
  rollbook serve --port 9000

exit code: 0 stopped with Ctrl-C; 2 wrong usage, or the port is taken; 3 a bug in Rollbook itself"""


def parser() -> ArgumentParser:
    """-> what `rollbook serve` takes."""
    made = shelf_parser("serve", _DESCRIPTION, _EXAMPLES)
    made.add_argument(
        "--port", metavar="N", type=int, default=8000, help="port to use (default: 8000; 0 picks a free one)"
    )
    return made


def run(given: Namespace) -> int:
    """Arguments -> a preview until Ctrl-C."""
    wanted = order(given)
    cache = open_cache(user_cache_folder())
    if cache.remark:
        print(f"warning: {cache.remark}", file=sys.stderr)
    with show_progress(sys.stderr) as progress:
        toolkit = open_toolkit(cache, progress)
    # From before the files are read: what is saved while the first checks run is not missed.
    changes = watch([folder for folder in (wanted.content, wanted.data, wanted.theme) if folder])
    results, follower = Results(cache, wanted.shelf), _Follower(wanted, given.strict, toolkit)
    with results.in_use():
        first = follower.follow()
        server = PreviewServer(next(first), given.port)
    sys.setswitchinterval(_TURN)
    with server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print(f"preview: {server.address} (Ctrl-C to stop)", flush=True)
        with suppress(KeyboardInterrupt):
            with results.in_use():
                _show(first, server)
            for _ in changes:
                with results.in_use():
                    _show(follower.follow(), server)
        print(file=sys.stderr)
        server.shutdown()
    return 0


def _show(previews: Iterable[Preview], server: PreviewServer) -> None:
    for preview in previews:
        server.show(preview)


@dataclass(slots=True)
class _Follower:
    """What to show; the site as it was last without errors, what was reported on it, and what can be searched in it."""

    order: Order
    strict: bool
    toolkit: Toolkit
    site: Mapping[str, bytes] = field(default_factory=dict)
    report: str = ""
    search: tuple[OutputFile, ...] | None = None

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
            self.search = self.search or render_search(chosen)
            yield self._preview(chosen, self.search)
            _, findings = self._chosen(shelf, (*found, *check(shelf)))
        self.report = report_text(findings, sources.texts) if findings else ""
        print(count(findings), file=sys.stderr, flush=True)
        yield Preview(self.site, self.report)
        if not has_errors(findings):
            self.search = render_search(chosen)
            yield self._preview(chosen, self.search)

    def _chosen(self, shelf: Shelf, found: tuple[Diagnostic, ...]) -> tuple[Shelf, tuple[Finding, ...]]:
        """A shelf and all that was found in it -> the part that was asked for."""
        order = self.order
        chosen, concerning = choose_books(shelf, found, order.content, order.data, order.books)
        return chosen, grade(concerning, strict=self.strict)

    def _preview(self, shelf: Shelf, search: tuple[OutputFile, ...]) -> Preview:
        """A shelf, what can be searched, which may be of a moment ago -> its site, and the last report."""
        self.site = Site((*site_files(shelf, {}, self.toolkit, search), render_online()))
        return Preview(self.site, self.report)
