"""Data files against chapters -> what no chapter shows, and rules that the two do not agree on."""

from __future__ import annotations

from collections.abc import Iterator

from rollbook.cache import stored
from rollbook.model.book import Book, Page, Shelf
from rollbook.model.diagnostic import Diagnostic, Suggestions, closest
from rollbook.model.document.blocks import GlossaryBlock, ReadingBlock, RuleMark, TableBlock
from rollbook.model.document.walk import every_block
from rollbook.model.source import Place
from rollbook.model.table import DataFile
from rollbook.model.yaml_tree import Mapping, Node, Scalar, Sequence, place_in


def compare_rules(shelf: Shelf) -> Iterator[Diagnostic]:
    """All books -> rules that stand twice, that vanished, that nobody listed, or that only a calculator knows."""
    for book in shelf.books:
        stated: dict[str, Place] = {}
        suggestions = Suggestions()
        for name, place in _stated(book):
            if name in stated:
                message = f"the rule {name!r} appears twice; the other is {stated[name].file}:{stated[name].line}"
                yield Diagnostic("duplicate-rule", message, place, "give each rule an id of its own")
            stated.setdefault(name, place)
        yield from _against_list(book, stated, suggestions)
        yield from _unknown(book, stated, suggestions)


def _stated(book: Book) -> Iterator[tuple[str, Place]]:
    for page in (page for page in book.pages if RuleMark in page.kinds):
        yield from _stated_on(page)


@stored
def _stated_on(page: Page) -> tuple[tuple[str, Place], ...]:
    return tuple((block.id, block.place) for block in every_block(page.blocks) if isinstance(block, RuleMark))


def _against_list(book: Book, stated: dict[str, Place], suggestions: Suggestions) -> Iterator[Diagnostic]:
    """A book with a list of its rules -> the ids that stand only in one of the two."""
    listed = {title.id: title.place for file in book.data if not file.shared for title in file.titles}
    for name, place in stated.items():
        if listed and name not in listed:
            near = suggestions.closest(name, "listed", lambda: listed)
            hint = near or f"add “{name}: its title” to the list in {next(iter(listed.values())).file}"
            yield Diagnostic("unlisted-rule", f"the rule {name!r} is not in the book's list of rules", place, hint)
    for name, place in listed.items():
        if name not in stated:
            near = suggestions.closest(name, "stated", lambda: stated)
            hint = near or f"put <!-- $rule {name} --> before the passage that states it"
            yield Diagnostic("vanished-rule", f"no passage of the book states the rule {name!r}", place, hint)


def _unknown(book: Book, stated: dict[str, Place], suggestions: Suggestions) -> Iterator[Diagnostic]:
    for name, place in _applied(book):
        if name not in stated:
            near = suggestions.closest(name, "stated", lambda: stated)
            hint = near or f"put <!-- $rule {name} --> before the passage that states it"
            yield Diagnostic("unknown-rule", f"no passage of the book states the rule {name!r}", place, hint)


def _applied(book: Book) -> Iterator[tuple[str, Place]]:
    """The rules that the book's calculators, examples and tables say they carry out, with the place of each."""
    for calculator in book.rules.calculators.values():
        node = book.rules.written[f"calculator/{calculator.id}"].node
        for rule in calculator.rules:
            yield rule, place_in(node, ("rule",))
        for number, example in enumerate(calculator.examples):
            if example.rule:
                yield example.rule, place_in(node, ("examples", number, "rule"))
    for file in book.data:
        for table in file.tables if not file.shared else ():
            yield from ((rule, table.place) for rule in table.rules)


def check_readings(shelf: Shelf) -> Iterator[Diagnostic]:
    """All books -> what is wrong with their readings. A list of the whole shelf is shown if any book shows it."""
    shown = {book.id: _readings_shown(book) for book in shelf.books}
    for book in shelf.books:
        for file in book.data:
            if not file.shared or file.path in shown[book.id]:
                yield from _unknown_rules(book, file)
    everywhere = set[str]().union(*shown.values())
    files = {file.path: file for book in shelf.books for file in book.data if file.readings}
    for file in files.values():
        if file.path not in everywhere:
            message = f"no chapter shows the readings in {file.name}, so readers never see them"
            hint = f"write <!-- $readings {file.name} --> where they should appear"
            yield Diagnostic("unshown-readings", message, file.readings[0].place, hint)


def _readings_shown(book: Book) -> set[str]:
    pages = (page for page in book.pages if ReadingBlock in page.kinds)
    return {file for page in pages for file in _readings_on(page)}


@stored
def _readings_on(page: Page) -> frozenset[str]:
    """A page -> the files that its readings come from."""
    readings = (block.reading for block in every_block(page.blocks) if isinstance(block, ReadingBlock))
    return frozenset(reading.place.file for reading in readings)


def _unknown_rules(book: Book, file: DataFile) -> Iterator[Diagnostic]:
    stated = {name for name, _ in _stated(book)} if file.readings else set()
    for rule in (rule for reading in file.readings for rule in reading.rules):
        if rule.id not in stated:
            hint = closest(rule.id, stated) or f"put <!-- $rule {rule.id} --> before the passage that states it"
            message = f"no passage of {book.title} states the rule {rule.id!r}"
            yield Diagnostic("unknown-rule", message, rule.place, hint)


def find_unused_tables(shelf: Shelf) -> Iterator[Diagnostic]:
    """All books -> their unused tables. A table of the whole shelf is used if any book uses it."""
    files = {file.path: file for book in shelf.books for file in book.data}
    pages = (page for book in shelf.books for page in book.pages if TableBlock in page.kinds)
    shown = {place for page in pages for place in _tables_on(page)}
    words = {word for file in files.values() for word in _words_of_rules(file)}
    for file in files.values():
        for table in file.tables:
            if table.place not in shown and table.id not in words:
                message = f"no chapter shows the table {table.id!r}"
                directive = "$list" if table.keys else "$data"
                hint = f"show it with <!-- {directive} {file.name} {table.id} -->, or remove it"
                yield Diagnostic("unused-table", message, table.place, hint)


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


@stored
def _glossaries_on(page: Page) -> frozenset[str]:
    """A page -> the files that its glossaries come from."""
    lists = (block for block in every_block(page.blocks) if isinstance(block, GlossaryBlock))
    return frozenset(entry.definition.place.file for glossary in lists for entry in glossary.entries)
