"""Readings of the source -> a problem for each that names no rule of its book, and for each list that no page shows."""

from __future__ import annotations

from collections.abc import Iterator

from rollbook.cache import stored
from rollbook.model.book import Book, Page, Shelf
from rollbook.model.diagnostic import Diagnostic, closest
from rollbook.model.document.blocks import ReadingBlock, RuleMark
from rollbook.model.document.walk import every_block
from rollbook.model.table import DataFile


def check_readings(shelf: Shelf) -> Iterator[Diagnostic]:
    """All books -> what is wrong with their readings. A list of the whole shelf is shown if any book shows it."""
    shown = {book.id: _shown(book) for book in shelf.books}
    for book in shelf.books:
        for file in book.data:
            if not file.shared or file.path in shown[book.id]:
                yield from _unknown_rules(book, file)
    everywhere = set[str]().union(*shown.values())
    files = {file.path: file for book in shelf.books for file in book.data if file.readings}
    for file in files.values():
        if file.path not in everywhere:
            message = f"no chapter shows the readings in {file.name}, so readers never hear of them"
            hint = f"write <!-- $readings {file.name} --> where they should appear"
            yield Diagnostic("unshown-readings", message, file.readings[0].place, hint)


def _shown(book: Book) -> set[str]:
    pages = (page for page in book.pages if ReadingBlock in page.kinds)
    return {file for page in pages for file in _files_on(page)}


@stored
def _files_on(page: Page) -> frozenset[str]:
    readings = (block.reading for block in every_block(page.blocks) if isinstance(block, ReadingBlock))
    return frozenset(reading.place.file for reading in readings)


@stored
def _rules_on(page: Page) -> frozenset[str]:
    return frozenset(block.id for block in every_block(page.blocks) if isinstance(block, RuleMark))


def _unknown_rules(book: Book, file: DataFile) -> Iterator[Diagnostic]:
    pages = (page for page in book.pages if file.readings and RuleMark in page.kinds)
    stated = {rule for page in pages for rule in _rules_on(page)}
    for rule in (rule for reading in file.readings for rule in reading.rules):
        if rule.id not in stated:
            hint = closest(rule.id, stated) or f"put <!-- $rule {rule.id} --> before the passage that states it"
            message = f"no passage of {book.title} states the rule {rule.id!r}"
            yield Diagnostic("unknown-rule", message, rule.place, hint)
