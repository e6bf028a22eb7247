"""`rollbook serve`: content and data -> a live preview in the browser that follows every change.

It builds in memory, writes nothing but the cache, and shows problems on the page.
"""

from __future__ import annotations

import signal
import sys
import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Generator
from contextlib import closing, suppress
from types import FrameType

from rollbook.build.order import Order, read
from rollbook.cache import Cache, Results, open_cache, user_cache_folder
from rollbook.commands.serve.server import Preview, PreviewServer
from rollbook.commands.serve.sites import recall_site
from rollbook.commands.serve.watch import watch
from rollbook.commands.shelf_arguments import order, shelf_parser
from rollbook.progress import Silent, show_progress

# While the checks run, threads that answer a browser get their turn ten times as soon as Python would give it to them.
_TURN = 0.0005

_IMPORTS = "<frozen importlib._bootstrap>"
_LATER = 0.01

_DESCRIPTION = """\
Preview the site in your browser while you write. Whenever you save a file, the page updates, and any problems appear
at its foot. Only the cache is written to disk. Press Ctrl-C to stop."""

_EXAMPLES = """\
  rollbook serve                          then open the address it prints
  rollbook serve --port 9000

exit code: 0 stopped with Ctrl-C or a request to end; 2 wrong usage, or the port is taken; 3 a bug in Rollbook itself"""


def parser() -> ArgumentParser:
    """-> what `rollbook serve` takes."""
    made = shelf_parser("serve", _DESCRIPTION, _EXAMPLES)
    made.add_argument(
        "--port", metavar="N", type=int, default=8000, help="port to use (default: 8000; 0 picks a free one)"
    )
    return made


def run(given: Namespace) -> int:
    """Arguments -> a preview until Ctrl-C."""
    cache = open_cache(user_cache_folder())
    if cache.remark:
        print(f"warning: {cache.remark}", file=sys.stderr)
    previews = _previews(order(given), given.strict, cache)
    server = PreviewServer(next(previews), given.port)
    sys.setswitchinterval(_TURN)
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, _interrupt)
    with server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with suppress(KeyboardInterrupt), closing(previews):
            print(f"preview: {server.address} (Ctrl-C to stop)", flush=True)
            for preview in previews:
                server.show(preview)
        # If Ctrl-C came while a text was executed, as when a template is loaded, Python would end by the signal in
        # spite of the return. The next text makes it forget that.
        exec("")
        print(file=sys.stderr)
        server.shutdown()
    return 0


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Ctrl-C, or a request to end -> an interrupt; while a module loads, a moment later: there it may be an error."""
    while frame is not None:
        if frame.f_code.co_filename == _IMPORTS:
            threading.Timer(_LATER, signal.raise_signal, (number,)).start()
            return
        frame = frame.f_back
    raise KeyboardInterrupt


def _previews(wanted: Order, strict: bool, cache: Cache) -> Generator[Preview, None, None]:
    """What to show -> what to show of it now, and again whenever that changes.

    If nothing has changed since the last preview, that is shown first.
    """
    # From before the files are read: what is saved while the first checks run is not missed.
    changes = watch([folder for folder in (wanted.content, wanted.data, wanted.theme) if folder])
    former = recall_site(cache, (wanted, strict, *read(wanted, Silent())))
    if former is not None:
        yield Preview(former, "")
    # Here and not above: to load the steps takes longer than to show what was there before.
    from rollbook.commands.serve.follower import Follower
    from rollbook.toolkit import open_toolkit

    with show_progress(sys.stderr) as progress:
        toolkit = open_toolkit(cache, progress)
    results, follower = Results(cache, wanted.shelf), Follower(wanted, strict, toolkit)
    try:
        with results.in_use():
            first = follower.follow()
            preview = next(first)
        if former is None:
            follower.keep(cache)
        else:
            former.give_way(preview.site)
        yield preview
        with results.in_use():
            yield from first
        for _ in changes:
            with results.in_use():
                yield from follower.follow()
    finally:
        follower.keep(cache)
