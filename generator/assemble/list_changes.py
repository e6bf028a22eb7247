"""`$compare BOOK rules|tables|formulas|odds` -> a table of what differs between that book and this one."""

from __future__ import annotations

from collections.abc import Iterator

from markdown_it.token import Token

from generator.assemble.list_table import Cell, link, list_table, words
from generator.book import Book
from generator.compare.change_rows import NOTHING, formula_rows, odds_rows, table_rows
from generator.comparison import Comparison, Passage

_ROWS = {"tables": table_rows, "formulas": formula_rows, "odds": odds_rows}
_TITLES = {"rules": "Rule", "tables": "Table", "formulas": "Formula", "odds": "Chance of"}


def list_changes(subject: str, changes: Comparison, old: Book, new: Book) -> Iterator[Token]:
    """What to list, all changes, the two books -> a table of them, or a sentence that nothing changed."""
    rows: list[tuple[Cell, ...]]
    if subject == "rules":
        rows = [(words(change.title), _passage(change.old), _passage(change.new)) for change in changes.rules]
    else:
        rows = [tuple(words(text) for text in row) for row in _ROWS[subject](changes)]
    if rows:
        yield from list_table((_TITLES[subject], old.title, new.title), rows)
    else:
        yield Token("paragraph_open", "p", 1, block=True)
        yield Token("inline", "", 0, content="", children=words("Nothing changed here."))
        yield Token("paragraph_close", "p", -1, block=True)


def _passage(passage: Passage | None) -> Cell:
    return words(NOTHING) if passage is None else [*words(passage.text + " "), *link("→", passage.target)]
