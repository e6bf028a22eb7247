"""A shelf -> a PDF of each book, on all cores."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import Future, ProcessPoolExecutor, as_completed

from generator.book import Book, Shelf
from generator.diagnostic import Diagnostic
from generator.output import OutputFile
from generator.progress import Progress, step
from generator.render.pdf import render_pdf

# No file where the problems say why it could not be printed.
Printed = tuple[OutputFile | None, tuple[Diagnostic, ...]]


def print_books(shelf: Shelf, progress: Progress) -> tuple[Printed, ...]:
    """Shelf -> PDFs and their problems, in the order of the shelf whatever order they were finished in."""
    workers = min(len(shelf.books), _cores())
    return _print_side_by_side(shelf, workers, progress) if workers > 1 else _print_in_turn(shelf, progress)


def _print_in_turn(shelf: Shelf, progress: Progress) -> tuple[Printed, ...]:
    printed = []
    for book in shelf.books:
        with step(progress, _name(book), _size(book)):
            printed.append(render_pdf(book, shelf))
    return tuple(printed)


def _print_side_by_side(shelf: Shelf, workers: int, progress: Progress) -> tuple[Printed, ...]:
    # Started anew rather than forked: a fork would copy the threads' locks of a terminal's progress in any state.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_attach_to_parent) as pool:
        jobs: dict[str, Future[Printed]] = {}
        # The longest first, so that no core is left with a long book at the end.
        for book in sorted(shelf.books, key=_length, reverse=True):
            progress.begin(_name(book), _size(book))
            jobs[book.id] = pool.submit(render_pdf, book, shelf)
        names = {jobs[book.id]: _name(book) for book in shelf.books}
        for job in as_completed(names):
            progress.end(names[job])
        return tuple(jobs[book.id].result() for book in shelf.books)


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


def _length(book: Book) -> int:
    return sum(len(page.tokens) for page in book.pages)


def _name(book: Book) -> str:
    return f"pdf {book.id}"


def _size(book: Book) -> str:
    return f"{len(book.pages)} chapters" if len(book.pages) != 1 else "1 chapter"
