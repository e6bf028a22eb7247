"""Rows that tell in short what is ruled elsewhere -> a warning for each number that isn't stated there.

A quick reference is made of such rows: the first cell is a link to a rule, calculator or table, the others say what it
comes to. Numbers may be figures or words, in the row and in what it leads to.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import field

from rollbook.cache import stored
from rollbook.compare.passages import find_passages
from rollbook.model.book import Book, Page, Shelf
from rollbook.model.comparison import Passage
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import TableBlock, TableCell
from rollbook.model.document.inlines import Link, Text
from rollbook.model.document.walk import every_block
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.ruleset import engine_table, rules_applied
from rollbook.model.yaml_tree import Data
from rollbook.words import page_words

_KINDS = ("rule", "calc", "table")
_NUMBER = re.compile(r"\d+|[¼½¾⅓⅔]")
_WORD = re.compile(r"[^\W\d_]+")


def check_rows(shelf: Shelf) -> Iterator[Diagnostic]:
    """All books -> a warning for each row that says a number which its rule, calculator or table doesn't."""
    for book in shelf.books:
        rows = [row for page in book.pages if TableBlock in page.kinds for row in _rows_on(page)]
        stated = _Stated(book, find_passages(book) if rows else {}, _number_words(book.settings.language))
        for link, cells in rows:
            yield from _unstated(link, cells, stated)


@stored
def _rows_on(page: Page) -> tuple[tuple[Link, list[TableCell]], ...]:
    """A page -> the rows of its tables whose first cell is a link to what they are about: that link, and the others."""
    tables = (block for block in every_block(page.blocks) if isinstance(block, TableBlock) and block.data is None)
    rows = ((_only_link(first), cells) for table in tables for first, *cells in table.rows)
    return tuple((link, cells) for link, cells in rows if link is not None)


def _only_link(cell: TableCell) -> Link | None:
    """A cell -> the link that is all of it, if that names a rule, a calculator or a table."""
    inlines = [each for each in cell.line.inlines if not isinstance(each, Text) or each.text.strip()]
    match inlines:
        case [Link(address=address) as link] if address.partition(":")[0] in _KINDS:
            return link
    return None


def _unstated(link: Link, cells: Iterable[TableCell], stated: _Stated) -> Iterator[Diagnostic]:
    known = stated.by(link.address)
    for line in (cell.line for cell in cells if known):
        for found in _NUMBER.finditer(line.written):
            if found[0] not in known:
                message = f"this row says {found[0]}, but {link.address} doesn't"
                hint = "one of the two is wrong; or link to the rule that says this"
                yield Diagnostic("row-disagrees", message, line.spelling.at(found.start(), len(found[0])), hint)


@dataclass(frozen=True, slots=True)
class _Stated:
    """A book's rules, calculators and tables -> the numbers that each states."""

    book: Book
    passages: dict[str, Passage]
    words: dict[str, str]
    documents: dict[str, frozenset[str]] = field(default_factory=dict)  # those read: many rows lead to the same

    def by(self, address: str) -> frozenset[str]:
        """`rule:combat.turn` -> the numbers stated there; none where nothing is stated, which others report."""
        kind, _, name = address.partition("?")[0].partition(":")
        match kind:
            case "table":
                return self._in_table(name)
            case "calc":
                return self._in_calculator(name)
            case _:
                doing = [each.id for each in self.book.rules.calculators.values() if name in rules_applied(each)]
                stating = [each.id for each in self.book.rules.tables.values() if name in each.rules]
                others = (*map(self._in_document, doing), *map(self._in_table, stating))
                return self._in_rule(name).union(*others)

    def _in_rule(self, name: str) -> frozenset[str]:
        passage = self.passages.get(name)
        return self._in_text(passage.text) if passage else frozenset()

    def _in_calculator(self, name: str) -> frozenset[str]:
        calculator = self.book.rules.calculators.get(name)
        rules = rules_applied(calculator) if calculator else ()
        return self._in_document(name).union(*map(self._in_rule, rules))

    def _in_document(self, name: str) -> frozenset[str]:
        if name not in self.documents:
            document = self.book.rules.documents.get(f"calculator/{name}")
            self.documents[name] = self._in_text("\n".join(_texts(document)))
        return self.documents[name]

    def _in_table(self, name: str) -> frozenset[str]:
        table = self.book.rules.tables.get(name)
        if table is None:
            return frozenset()
        cells = [cell for row in engine_table(table).rows for cell in row]
        titles = [column.title for column in table.columns]
        return self._in_text("\n".join((table.title, *titles, *cells)))

    def _in_text(self, text: str) -> frozenset[str]:
        spelled = (self.words[word] for word in _WORD.findall(text.casefold()) if word in self.words)
        return frozenset((*_NUMBER.findall(text), *spelled))


def _texts(data: Data) -> Iterator[str]:
    match data:
        case str():
            yield data
        case list():
            for item in data:
                yield from _texts(item)
        case dict():
            for key, value in data.items():
                yield key
                yield from _texts(value)
        case None:
            pass


def _number_words(language: str) -> dict[str, str]:
    """A language -> its words for numbers, each with its figure."""
    entries = (entry.split() for entry in page_words(language).number_words.split(","))
    return {word: figure for figure, *words in entries for word in words}
