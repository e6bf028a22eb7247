"""`$compare BOOK rules|tables|formulas|odds` -> a table of what differs between that book and this one."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from markdown_it.token import Token

from generator.assemble.list_table import Cell, link, list_table, words
from generator.book import Book
from generator.comparison import Comparison, Passage


def list_changes(subject: str, changes: Comparison, old: Book, new: Book) -> Iterator[Token]:
    """What to list, all changes, the two books -> a table of them, or a sentence that nothing changed."""
    titles, rows = {"rules": _rules, "tables": _tables, "formulas": _formulas, "odds": _odds}[subject](changes)
    if rows:
        named = tuple({"old": old.title, "new": new.title}.get(title, title) for title in titles)
        yield from list_table(named, rows)
    else:
        yield Token("paragraph_open", "p", 1, block=True)
        yield Token("inline", "", 0, content="", children=words("Nothing changed here."))
        yield Token("paragraph_close", "p", -1, block=True)


Rows = list[tuple[Cell, ...]]
Listed = tuple[tuple[str, ...], Rows]


def _rules(changes: Comparison) -> Listed:
    rows: Rows = [(words(change.title), _passage(change.old), _passage(change.new)) for change in changes.rules]
    return ("Rule", "old", "new"), rows


def _passage(passage: Passage | None) -> Cell:
    return words("—") if passage is None else [*words(passage.text + " "), *link("→", passage.target)]


def _tables(changes: Comparison) -> Listed:
    rows: Rows = []
    for change in changes.tables:
        if change.only:
            whole = words("the whole table")
            rows.append((words(change.title), *((whole, words("—")) if change.only == "old" else (words("—"), whole))))
        for cell in change.cells:
            what = ": ".join(part for part in (cell.row, cell.column) if part)
            rows.append((words(f"{change.title}, {what}"), words(cell.old or "—"), words(cell.new or "—")))
    return ("Table", "old", "new"), rows


def _formulas(changes: Comparison) -> Listed:
    rows: Rows = []
    for change in changes.calculators:
        if change.only:
            sides = ("is there", "—") if change.only == "old" else ("—", "is there")
            rows.append((words(change.title), *(words(side) for side in sides)))
        for formula in change.formulas:
            name = words(f"{change.title}, {formula.name}")
            rows.append((name, words(formula.old or "—"), words(formula.new or "—")))
    for phrase in changes.phrases:
        rows.append((words(phrase.name), words(phrase.old or "—"), words(phrase.new or "—")))
    return ("Formula", "old", "new"), rows


def _odds(changes: Comparison) -> Listed:
    rows: Rows = []
    found = [(change.title, odds) for change in changes.calculators for odds in change.odds]
    found += [(change.title, odds) for change in changes.tables for odds in change.odds]
    for title, odds in found:
        rows.append((words(f"{title}: {odds.what}"), words(percent(odds.old)), words(percent(odds.new))))
    return ("Chance of", "old", "new"), rows


def percent(chance: Fraction | None) -> str:
    """A chance -> as readers say it: 1/20 -> 5 %."""
    return "—" if chance is None else f"{float(chance * 100):.4g} %"
