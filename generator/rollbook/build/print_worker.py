"""An order for a PDF -> the PDF, made in a process of its own; or why that process had to be stopped.

What an author writes can drive the layout beyond all memory or time, or crash one of its native libraries. In a
process of its own that ends this process and costs one PDF. The guards before the layout (render/pdf/beyond_print.py)
name the causes that are known; this is the net below them.

A worker makes one PDF after the other, since it takes a second to start, and is replaced after one that failed. What
one edition of a book worked out, the next one of the same book finds.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import traceback
from collections.abc import Collection
from contextlib import redirect_stdout, suppress
from dataclasses import fields
from io import StringIO
from multiprocessing.connection import Connection, wait
from time import monotonic
from typing import Any

from rollbook.cache import Results, reused
from rollbook.cache.ahead import end_with_parent
from rollbook.model.book import Book
from rollbook.model.diagnostic import Diagnostic, WrongUse
from rollbook.model.printing import Matter, Pdf, Printing
from rollbook.model.quick_dataclass import dataclass
from rollbook.render.epub import render_epub

# What render_pdf gives: no PDF where the problems say why it could not be printed.
Answer = tuple[Pdf | None, tuple[Diagnostic, ...]]

# A processor may have other work, or the system no way to limit processor time: then the clock on the wall decides.
_PATIENCE = 5
_GIGABYTE = 10**9
# What a worker exits with that has not even the memory to say so.
_OUT_OF_MEMORY = 99

_SIMPLIFY = (
    "something in it is too much for the layout: leave chapters out (`chapters` in book.yml) until it prints, then "
    "simplify what the last of them holds; --no-pdf builds the site alone"
)
_REPORT = "this is a bug in Rollbook, please report it; --no-pdf builds the site alone"
_INSTALL = (
    "install it with `apt install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0` (Debian, Ubuntu), "
    "`dnf install pango` (Fedora), `brew install pango` (macOS) or `pacman -S mingw-w64-ucrt-x86_64-pango` in MSYS2 "
    "(Windows); --no-pdf builds the site alone"
)


@dataclass(frozen=True, slots=True)
class Limits:
    """What one PDF may take: bytes of memory, and seconds of a processor."""

    memory: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Stopped:
    """Why there is no answer, in words that follow "it was not made: ", and what can be done about it."""

    reason: str
    hint: str


class CannotPrintError(Exception):
    """No PDF can be made on this machine: in words for whoever wanted one, with what to install."""


def all_but_book(order: Printing) -> dict[str, Any]:
    """An order -> what else it says, by name."""
    return {field.name: getattr(order, field.name) for field in fields(order) if field.name != "book"}


@reused
def _packed(book: Book) -> bytes:
    """A book -> what travels to a worker: the same for all of its editions."""
    return pickle.dumps(book)


class PrintWorker:
    """One process, which works on one order at a time; it knows the book of the order before."""

    book: Book | None = None

    def __init__(self) -> None:
        self._start()

    def begin(self, order: Printing, site: str, limits: Limits) -> None:
        """An order, the site's address, what it may take -> under way."""
        if not self._process.is_alive():
            self._connection.close()
            self._start()
        self.book, self._limits = order.book, limits
        self._deadline = monotonic() + limits.seconds * _PATIENCE
        # A worker that died is found out when its answer is read.
        with suppress(OSError):
            self._connection.send((_packed(order.book), all_but_book(order), site, limits))

    def answer(self) -> Answer | Stopped:
        """What came of the order, once first_done has named this worker."""
        try:
            answer = self._connection.recv() if self._connection.poll() else _too_long(self._limits)
        except (EOFError, OSError):
            answer = self._cause_of_death()
        if isinstance(answer, Stopped):
            self.end()
        if isinstance(answer, WrongUse | CannotPrintError):
            raise answer
        return answer

    def end(self) -> None:
        """The process is gone, whatever it was doing."""
        self._process.kill()
        self._process.join()

    def _start(self) -> None:
        # Started anew rather than forked: a fork would copy the threads' locks of a terminal's progress in any state.
        context = multiprocessing.get_context("spawn")
        self._connection, other_end = context.Pipe()
        self._process = context.Process(target=_serve, args=(other_end,), daemon=True)
        self._process.start()
        # Only the worker may hold its end: when it is gone, ours says so.
        other_end.close()

    def _cause_of_death(self) -> Stopped:
        self._process.join()
        code = self._process.exitcode or 0
        if hasattr(signal, "SIGXCPU") and code == -signal.SIGXCPU:
            return _too_long(self._limits)
        if code == _OUT_OF_MEMORY:
            return _too_large(self._limits)
        name = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        return Stopped(f"its process ended with {name}, which a lack of memory can cause", _SIMPLIFY)


def first_done(workers: Collection[PrintWorker]) -> PrintWorker:
    """Workers with an order -> one that has answered, or died, or used up its time; waits until there is one."""
    soonest = min(workers, key=lambda worker: worker._deadline)
    by_connection = {worker._connection: worker for worker in workers}
    ready = wait(by_connection, timeout=max(soonest._deadline - monotonic(), 0))
    return by_connection[ready[0]] if ready else soonest  # type: ignore[index]  # what waits are our connections


def _serve(connection: Connection) -> None:
    """The life of a worker: orders come through the connection, answers go back."""
    end_with_parent()
    known, results = b"", Results()
    try:
        while True:
            packed, order, site, limits = connection.recv()
            if packed != known:
                known, book, results = packed, pickle.loads(packed), Results()
            _limit(limits)
            with results.in_use():
                answer = _answer(Printing(book, **order), site, limits)
            connection.send(answer)
    except EOFError:
        return
    except MemoryError:
        os._exit(_OUT_OF_MEMORY)


def _answer(order: Printing, site: str, limits: Limits) -> Answer | Stopped | WrongUse | CannotPrintError:
    try:
        # Here and not above: only this process needs WeasyPrint, and a system without Pango has none. It would say so
        # itself, at length, where the result of a build stands.
        with redirect_stdout(StringIO()):
            from rollbook.render.pdf import render_pdf
    except (ImportError, OSError) as missing:
        reason = str(missing).partition("\n")[0]
        return CannotPrintError(f"no PDFs: they need the library Pango, which isn't here ({reason}); {_INSTALL}")
    try:
        return (render_epub(order, site), ()) if order.matter is Matter.EPUB else render_pdf(order, site)
    except MemoryError:
        return _too_large(limits)
    except WrongUse as mistake:
        return mistake
    # A fault of ours; it costs the PDF and is told, like one of WeasyPrint's, and the site is built all the same.
    except Exception as fault:
        if os.environ.get("ROLLBOOK_TRACEBACK"):
            traceback.print_exc()
        return Stopped(f"{type(fault).__name__}: {fault}", _REPORT)


def _limit(limits: Limits) -> None:
    """This process from now on -> no more memory than this in all, and no more seconds of a processor."""
    if sys.platform == "win32":  # no limits there but the parent's clock
        return
    import resource

    usage = resource.getrusage(resource.RUSAGE_SELF)
    used = int(usage.ru_utime + usage.ru_stime) + 1
    # A process that is stopped for its time would leave a picture of its memory behind.
    wanted = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_AS: limits.memory,
        resource.RLIMIT_CPU: used + limits.seconds,
    }
    for kind, most in wanted.items():
        _, hard = resource.getrlimit(kind)
        try:
            resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
        except (OSError, ValueError):
            continue  # not every system can limit everything


def _too_long(limits: Limits) -> Stopped:
    return Stopped(f"its layout took more than {limits.seconds} seconds", _SIMPLIFY)


def _too_large(limits: Limits) -> Stopped:
    return Stopped(f"its layout took more than {limits.memory / _GIGABYTE:.1f} GB of memory", _SIMPLIFY)
