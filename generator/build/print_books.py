"""A shelf -> the PDFs of each book, on all cores."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import Future, ProcessPoolExecutor, as_completed

from generator.book import Shelf
from generator.diagnostic import Diagnostic
from generator.printing import Pdf, Printing, printings
from generator.progress import Progress, step
from generator.render.pdf import render_pdf

# No file where the problems say why it could not be printed.
Printed = tuple[Pdf | None, tuple[Diagnostic, ...]]


def print_books(shelf: Shelf, progress: Progress) -> dict[str, tuple[Printed, ...]]:
    """Shelf -> the PDFs of each book by its id, with their problems; on every paper that it is to be printed on."""
    orders = [order for book in shelf.books for order in printings(book, shelf.settings)]
    workers = min(len(orders), _cores())
    print_all = _print_side_by_side if workers > 1 else _print_in_turn
    printed = print_all(orders, shelf.settings.address, workers, progress)
    return {
        book.id: tuple(done for order, done in zip(orders, printed, strict=True) if order.book is book)
        for book in shelf.books
    }


def _print_in_turn(orders: list[Printing], site: str, workers: int, progress: Progress) -> list[Printed]:
    printed = []
    for order in orders:
        with step(progress, _name(order), _size(order)):
            printed.append(render_pdf(order, site))
    return printed


def _print_side_by_side(orders: list[Printing], site: str, workers: int, progress: Progress) -> list[Printed]:
    # Started anew rather than forked: a fork would copy the threads' locks of a terminal's progress in any state.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_attach_to_parent) as pool:
        jobs: dict[str, Future[Printed]] = {}
        # The longest first, so that no core is left with a long book at the end.
        for order in sorted(orders, key=_length, reverse=True):
            progress.begin(_name(order), _size(order))
            jobs[order.name] = pool.submit(render_pdf, order, site)
        names = {jobs[order.name]: _name(order) for order in orders}
        for job in as_completed(names):
            progress.end(names[job])
        return [jobs[order.name].result() for order in orders]


def _attach_to_parent() -> None:
    """A worker ends with its build: at once and silently on Ctrl-C, and also when the build is killed."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _cores() -> int:
    """How many processors this process may use; a container often has fewer than the machine."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _length(order: Printing) -> int:
    return sum(len(page.tokens) for page in order.book.pages)


def _name(order: Printing) -> str:
    return f"pdf {order.name.removesuffix('.pdf')}"


def _size(order: Printing) -> str:
    chapters = len(order.book.pages)
    return f"{chapters} chapters" if chapters != 1 else "1 chapter"
