"""Readings of the source -> a problem for each that names no rule of its book, and for each list that no page shows."""

from __future__ import annotations

from collections.abc import Iterator

from rollbook.model.book import Book, Shelf
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
    blocks = (block for page in book.pages for block in every_block(page.blocks))
    return {block.reading.place.file for block in blocks if isinstance(block, ReadingBlock)}


def _unknown_rules(book: Book, file: DataFile) -> Iterator[Diagnostic]:
    blocks = (block for page in book.pages for block in every_block(page.blocks))
    stated = {block.id for block in blocks if isinstance(block, RuleMark)}
    for rule in (rule for reading in file.readings for rule in reading.rules):
        if rule.id not in stated:
            hint = closest(rule.id, stated) or f"put <!-- $rule {rule.id} --> before the passage that states it"
            message = f"no passage of {book.title} states the rule {rule.id!r}"
            yield Diagnostic("unknown-rule", message, rule.place, hint)
