"""Content and data -> a preview in the browser that follows every change."""

from __future__ import annotations

import sys
import threading
from argparse import ArgumentParser, Namespace

from rollbook.build.examine import Order, examine
from rollbook.cache import Results, open_cache, user_cache_folder
from rollbook.commands.serve.preview import Preview, site_of
from rollbook.commands.serve.server import PreviewServer
from rollbook.commands.serve.watch import watch
from rollbook.commands.shelf_arguments import order, shelf_parser
from rollbook.model.toolkit import Toolkit
from rollbook.model.wrong_use import WrongUse
from rollbook.progress import Silent, show_progress
from rollbook.render.browser import render_online
from rollbook.render.site import render_site
from rollbook.report import count, grade, has_errors, report_text
from rollbook.toolkit import open_toolkit

_DESCRIPTION = """\
Show the site in your browser while you write. Each time you save a file the page loads again, with the problems that
were found at its foot. Nothing is written to disk; Ctrl-C ends it."""

_EXAMPLES = """\
  rollbook serve                          then open the address that it prints
  rollbook serve --port 9000

exit code: 0 ended by Ctrl-C; 2 wrong use, or the port is taken; 3 a fault in Rollbook itself"""


def parser() -> ArgumentParser:
    """-> what `rollbook serve` takes."""
    made = shelf_parser("serve", _DESCRIPTION, _EXAMPLES)
    made.add_argument("--port", metavar="N", type=int, default=8000, help="default: 8000; 0 takes any free one")
    return made


def run(given: Namespace) -> int:
    """Arguments -> a preview until Ctrl-C."""
    wanted = order(given)
    cache = open_cache(user_cache_folder())
    if cache.remark:
        print(f"warning: {cache.remark}", file=sys.stderr)
    with show_progress(sys.stderr) as progress:
        toolkit = open_toolkit(cache, progress)
    results = Results(cache)
    with results.in_use():
        first = _follow(wanted, given.strict, Preview({}, ""), toolkit)
    with PreviewServer(first, given.port) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print(f"preview: {server.address} (Ctrl-C ends it)", flush=True)
        try:
            for _ in watch((wanted.content, wanted.data)):
                with results.in_use():
                    server.show(_follow(wanted, given.strict, server.preview, toolkit))
        except KeyboardInterrupt:
            print(file=sys.stderr)
        server.shutdown()
    return 0


def _follow(wanted: Order, strict: bool, former: Preview, toolkit: Toolkit) -> Preview:
    """The books as they are now -> the preview; with an error in them, the former site and the reasons."""
    try:
        examined = examine(wanted, Silent())
    except WrongUse as mistake:
        if not former.site:
            raise
        return Preview(former.site, f"{mistake}\n")
    findings = grade(examined.diagnostics, strict=strict)
    print(count(findings), file=sys.stderr, flush=True)
    report = report_text(findings, examined.texts) if findings else ""
    if has_errors(findings):
        return Preview(former.site, report)
    site = render_site(examined.shelf, {}, toolkit)
    return Preview(site_of((*site, render_online())), report)
