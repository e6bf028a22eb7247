"""Data files -> a problem for each table and each glossary that no chapter shows."""

from __future__ import annotations

from collections.abc import Iterator

from rollbook.cache import stored
from rollbook.model.book import Page, Shelf
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import GlossaryBlock, TableBlock
from rollbook.model.document.walk import every_block
from rollbook.model.source import Place
from rollbook.model.table import DataFile
from rollbook.model.yaml_tree import Mapping, Node, Scalar, Sequence


def find_unused_tables(shelf: Shelf) -> Iterator[Diagnostic]:
    """All books -> their unused tables. A table of the whole shelf is used if any book uses it."""
    files = {file.path: file for book in shelf.books for file in book.data}
    shown = _shown(shelf)
    words = {word for file in files.values() for word in _words_of_rules(file)}
    for file in files.values():
        for table in file.tables:
            if table.place not in shown and table.id not in words:
                message = f"no chapter shows the table {table.id!r}"
                directive = "$list" if table.keys else "$data"
                hint = f"show it with <!-- {directive} {file.name} {table.id} -->, or remove it"
                yield Diagnostic("unused-table", message, table.place, hint)


def _shown(shelf: Shelf) -> set[Place]:
    pages = (page for book in shelf.books for page in book.pages if TableBlock in page.kinds)
    return {place for page in pages for place in _tables_on(page)}


@stored
def _tables_on(page: Page) -> frozenset[Place]:
    tables = (block for block in every_block(page.blocks) if isinstance(block, TableBlock))
    return frozenset(table.data.place for table in tables if table.data)


def _words_of_rules(file: DataFile) -> Iterator[str]:
    """Every word in the calculators and sheets of a file; one that is a table's id reads that table."""
    for rule in file.rules:
        for text in _texts(rule.node):
            yield text
            yield from text.replace("(", " ").replace(",", " ").replace("`", " ").split()


def _texts(node: Node) -> Iterator[str]:
    if isinstance(node, Scalar):
        yield node.text
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _texts(item)
    elif isinstance(node, Mapping):
        for entry in node.entries:
            yield from _texts(entry.value)


@stored
def _glossaries_on(page: Page) -> frozenset[str]:
    """A page -> the files that its glossaries come from."""
    lists = (block for block in every_block(page.blocks) if isinstance(block, GlossaryBlock))
    return frozenset(entry.definition.place.file for glossary in lists for entry in glossary.entries)


def find_unused_glossaries(shelf: Shelf) -> Iterator[Diagnostic]:
    """All books -> their unused glossaries. A glossary of the whole shelf is used if any book shows it."""
    files = {file.path: file for book in shelf.books for file in book.data if file.definitions}
    pages = (page for book in shelf.books for page in book.pages if GlossaryBlock in page.kinds)
    shown = {file for page in pages for file in _glossaries_on(page)}
    for file in files.values():
        if file.path not in shown:
            message = f"no chapter shows the glossary in {file.name}, so none of its terms are explained"
            hint = f"show it with <!-- $glossary {file.name} -->, or remove it"
            yield Diagnostic("unused-glossary", message, file.definitions[0].place, hint)
