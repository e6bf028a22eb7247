"""Data files -> a problem for each glossary that no chapter shows: its terms are explained nowhere."""

from __future__ import annotations

from collections.abc import Iterator

from rollbook.model.book import Shelf
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import GlossaryBlock
from rollbook.model.document.walk import every_block


def find_unused_glossaries(shelf: Shelf) -> Iterator[Diagnostic]:
    """All books -> their unused glossaries. A glossary of the whole shelf is used if any book shows it."""
    files = {file.path: file for book in shelf.books for file in book.data if file.definitions}
    blocks = (block for book in shelf.books for page in book.pages for block in every_block(page.blocks))
    lists = (block for block in blocks if isinstance(block, GlossaryBlock))
    shown = {entry.definition.place.file for glossary in lists for entry in glossary.entries}
    for file in files.values():
        if file.path not in shown:
            message = f"the glossary in {file.name} is shown nowhere, so none of its terms are explained"
            hint = f"show it with <!-- $glossary {file.name} -->, or remove it"
            yield Diagnostic("unused-glossary", message, file.definitions[0].place, hint)
