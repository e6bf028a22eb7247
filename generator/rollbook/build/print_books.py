"""A shelf -> the PDFs of each book, on all cores, each within limits of memory and time."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from rollbook.build.print_worker import Answer, Limits, PrintWorker, Stopped, all_but_book, first_done
from rollbook.cache import NO_CACHE, Cache, digest, stored
from rollbook.cache.ahead import cores
from rollbook.model.book import Book, Shelf
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import Block, CodeBlock, RawBlock
from rollbook.model.document.walk import every_block, own_lines
from rollbook.model.printing import Matter, Pdf, Printing, Printout, printings
from rollbook.progress import Progress

# Far beyond what any book took: skill20, 45 pages, takes 15 seconds and 0.5 GB of addresses, half of them memory.
_LEAST_MEMORY = 2_000_000_000
_LEAST_SECONDS = 120
_MEMORY_FOR_A_LETTER = 2_000
_LETTERS_IN_A_SECOND = 1_000
_BLOCK = 40
_FORM = 5_000  # letters, about, of what is no whole book
NONE_APART: Mapping[str, Pdf] = MappingProxyType({})


def limits_for(order: Printing) -> Limits:
    """An order -> what it may take, by the length of its book: a net, not a measure."""
    length = _length(order)
    return Limits(_LEAST_MEMORY + length * _MEMORY_FOR_A_LETTER, _LEAST_SECONDS + length // _LETTERS_IN_A_SECOND)


def made_from(order: Printing, site: str) -> str:
    """An order, the site's address -> a name for all that the file depends on, Rollbook itself included."""
    return f"pdf {digest((_book_digest(order.book), all_but_book(order), site))}"


@stored
def _book_digest(book: Book) -> str:
    """A book -> a name for all that it holds: worked out once for all of its editions, and only if it has changed."""
    return digest(book)


def print_books(
    shelf: Shelf,
    progress: Progress,
    cache: Cache = NO_CACHE,
    limits: Callable[[Printing], Limits] = limits_for,
    apart: Mapping[str, Pdf] = NONE_APART,
) -> tuple[Printout, ...]:
    """Shelf -> what came of every PDF that it is to have, in the order of its books and of their papers.

    A book that is the same as at an earlier time is not laid out again, nor one whose PDF was made apart.
    """
    orders = [order for book in shelf.books for order in printings(book, shelf.settings)]
    site = shelf.settings.address
    keys = {order.name: made_from(order, site) for order in orders} if cache.folder or apart else {}
    answers: dict[str, Answer | Stopped] = {name: (apart[key], ()) for name, key in keys.items() if key in apart}
    for name, key in keys.items():
        if name not in answers and (known := cache.get(key)) is not None:
            answers[name] = pickle.loads(known)
    changed = [order for order in orders if order.name not in answers]
    workers = [PrintWorker() for _ in range(min(len(changed), cores()))]
    try:
        first = [order for order in changed if order.matter is not Matter.SHOP_COVER]
        answers |= _carry_out(first, workers, site, limits, progress)
        # A cover's spine is as thick as the pages that it goes around, which are counted by now.
        covers = [_around(order, answers) for order in changed if order.matter is Matter.SHOP_COVER]
        answers |= _carry_out(covers, workers, site, limits, progress)
    finally:
        for worker in workers:
            worker.end()
    for order in changed if keys else ():
        # What failed may succeed another time, on a machine with less to do.
        if not isinstance(answer := answers[order.name], Stopped):
            cache.put(keys[order.name], pickle.dumps(answer))
    return tuple(_printout(order, answers[order.name]) for order in orders)


def _around(cover: Printing, answers: Mapping[str, Answer | Stopped]) -> Printing:
    """An order for a cover, what came of the others -> the same with the number of the pages inside, if they exist."""
    inside = answers.get(f"{cover.book.id}-{Matter.SHOP.value}.pdf")
    if inside is None or isinstance(inside, Stopped) or inside[0] is None:
        return cover
    return replace(cover, inside=inside[0].pages)


def _carry_out(
    orders: list[Printing],
    workers: list[PrintWorker],
    site: str,
    limits: Callable[[Printing], Limits],
    progress: Progress,
) -> dict[str, Answer | Stopped]:
    """Orders and workers for them -> the answer to each order by its file's name."""
    # The longest first, so that no core is left with a long book at the end.
    waiting, idle = sorted(orders, key=_length), list(workers)
    busy: dict[PrintWorker, Printing] = {}
    answers = {}
    while waiting or busy:
        while waiting and idle:
            worker = idle.pop()
            order = waiting.pop(_next_for(worker, waiting))
            progress.begin(_name(order), _size(order))
            worker.begin(order, site, limits(order))
            busy[worker] = order
        worker = first_done(busy)
        order = busy.pop(worker)
        answers[order.name] = worker.answer()
        progress.end(_name(order))
        idle.append(worker)
    return answers


def _next_for(worker: PrintWorker, waiting: list[Printing]) -> int:
    """A worker, orders by their length -> the place of the longest; if possible of the book that the worker has."""
    of_its_book = [place for place, order in enumerate(waiting) if order.book is worker.book]
    return of_its_book[-1] if of_its_book else len(waiting) - 1


def _printout(order: Printing, answer: Answer | Stopped) -> Printout:
    if not isinstance(answer, Stopped):
        return Printout(order, *answer)
    message = f"{order.name}, the edition {order.edition!r} of {order.book.title!r}, was not made: {answer.reason}"
    return Printout(order, None, (Diagnostic("print-failed", message, order.book.pages[0].place, answer.hint),))


def _length(order: Printing) -> int:
    """An order -> about how many letters its book has; a block without any, such as a calculator, prints some too."""
    if not order.is_whole_book:
        return _FORM
    return sum(_BLOCK + _letters(block) for page in order.book.pages for block in every_block(page.blocks))


def _letters(block: Block) -> int:
    if isinstance(block, RawBlock):
        return len(block.html)
    if isinstance(block, CodeBlock):
        return len(block.text)
    return sum(_BLOCK + len(line.written) for line in own_lines(block))


def _name(order: Printing) -> str:
    stem, _, kind = order.name.rpartition(".")
    return f"{kind} {stem}"


def _size(order: Printing) -> str:
    chapters = len(order.book.pages)
    return f"{chapters} chapters" if chapters != 1 else "1 chapter"
