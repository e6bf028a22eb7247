"""What stands beside a roll before anyone rolls, and what the reader's browser is given to roll with."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from rollbook.engine.browser import Door
from rollbook.engine.odds.budget import Allowance
from rollbook.engine.roll_table import RollTable, make_roll_table
from rollbook.engine.table import GameTable, read_table
from rollbook.model.book import Book, Shelf
from rollbook.model.document.blocks import TableBlock
from rollbook.model.document.inlines import Roll
from rollbook.model.document.walk import every_block, every_inline
from rollbook.model.table import Table
from rollbook.render.roll_notes import RollNotes, Spread, notes_allowance
from rollbook.render.site.book_rules import book_rules, names_in_chapters, table_name, tables_in_chapters

from tests.english import every_speech
from tests.shelves import CASES, HANDBOOKS, OUR_HANDBOOKS, shelf_of

CASE = CASES / "living"


def shelf_there(folder: Path) -> Shelf:
    if not folder.is_dir():
        pytest.skip("the handbooks are not beside this repository")
    return shelf_of(folder)


@pytest.mark.parametrize(
    ("expression", "names", "spread"),
    [
        ("4d6kh3", (), Spread(3, 18, Fraction(15869, 1296))),
        ("–1d4", (), Spread(-4, -1, Fraction(-5, 2))),
        ("1d6 (with a minimum of 3)", (), Spread(3, 6, Fraction(4))),
        ("d20 + situation modifiers", ("situation modifiers",), Spread(1, 20, Fraction(21, 2))),
        ("3 + 4", (), Spread(7, 7, Fraction(7))),
        ("d6 / level", ("level",), None),
        ("(d20) >= 15", (), None),
    ],
)
def test_a_note_counts_what_the_reader_adds_as_nothing(
    expression: str, names: tuple[str, ...], spread: Spread | None
) -> None:
    assert RollNotes({}, {}, notes_allowance()).note(expression, names).spread == spread


def test_names_are_asked_for_in_the_authors_words() -> None:
    notes = RollNotes({"DEX bonus": "dexterity", "half level": "level / 2"}, {}, notes_allowance())
    note = notes.note("d20 + DEX bonus + half level + luck value", ("luck value",))
    assert note.asks == {"dexterity": "DEX bonus", "level": "level", "luck value": "luck value"}
    assert note.one_d20


def test_names_are_called_what_the_text_calls_them() -> None:
    notes = RollNotes({"DEX bonus": "dexterity", "DEX check": "`checks`"}, {}, notes_allowance())
    note = notes.note("d20 + DEX check", (), "d20 + DEX bonus")
    assert note.asks == {"checks": "DEX bonus"}
    assert note.called == {"DEX check": "DEX bonus"}
    assert notes.note("d20 + DEX check", (), "Guile and DEX").called == {}
    assert notes.note("d20 + DEX check + 1", (), "d20 + DEX bonus").asks == {"checks": "DEX check"}


@pytest.mark.parametrize(
    ("expression", "one"), [("d20", True), ("1d20 + 5", True), ("2d20", False), ("d20 + d6", False), ("d8", False)]
)
def test_advantage_is_for_a_single_d20(expression: str, one: bool) -> None:
    assert RollNotes({}, {}, notes_allowance()).note(expression, ()).one_d20 is one


def roll_tables(book: Book) -> list[tuple[Table | None, RollTable]]:
    blocks = [block for page in book.pages for block in every_block(page.blocks)]
    return [(block.data, block.roll) for block in blocks if isinstance(block, TableBlock) and block.roll]


@pytest.mark.parametrize("folder", [CASE, OUR_HANDBOOKS, HANDBOOKS], ids=["small", "ours", "handbooks"])
def test_the_browser_rolls_on_the_very_tables_that_the_pages_show(folder: Path) -> None:
    shelf = shelf_there(folder)
    found = 0
    for book in shelf.books:
        documents = json.loads(book_rules(book).content)["tables"]
        by_name = {document["table"]: document for document in documents}
        for data, shown in roll_tables(book):
            found += 1
            read = read_table(by_name[table_name(data, shown, book.rules.tables)])
            assert isinstance(read, GameTable)
            made = make_roll_table(read)
            assert isinstance(made, RollTable)
            assert (made.die.text, made.columns, made.modifiers) == (shown.die.text, shown.columns, shown.modifiers)
            assert made.rows == shown.rows
    assert found > 2


@pytest.mark.parametrize("folder", [CASE, OUR_HANDBOOKS, HANDBOOKS], ids=["small", "ours", "handbooks"])
def test_the_door_takes_a_books_rules_and_rolls_everything_in_its_text(folder: Path) -> None:
    for book in shelf_there(folder).books:
        door = Door(every_speech())
        loaded = json.loads(
            door.answer(json.dumps({"kind": "load", "book": book.id, **json.loads(book_rules(book).content)}))
        )
        assert loaded["problems"] == []
        notes = RollNotes(book.rules.phrases, {}, notes_allowance())
        for roll in rolls(book):
            values = dict.fromkeys(notes.note(roll.expression, roll.names).asks, 0)
            request = {"kind": "roll", "book": book.id, "expression": roll.expression, "values": values, "seed": 1}
            assert "roll" in json.loads(door.answer(json.dumps(request))), roll.expression


def rolls(book: Book) -> list[Roll]:
    return [inline for page in book.pages for inline in every_inline(page.blocks) if isinstance(inline, Roll)]


def test_a_table_of_a_chapter_goes_by_its_content() -> None:
    (book,) = shelf_of(CASE).books
    (name,) = tables_in_chapters(book.rules, book.pages)
    assert name.startswith("table-")
    assert [table_name(*table, book.rules.tables) for table in roll_tables(book)] == ["finds", "trinkets", name]
    assert names_in_chapters(book.rules, book.pages) == {"situation modifiers": "`situation modifiers`"}


def test_who_has_nothing_left_takes_nothing_from_others() -> None:
    notes = RollNotes({}, {})
    poor, rich = notes.paid_by(Allowance(0, 1_300_000)), notes.paid_by(notes_allowance())
    assert poor.note("4d6!dl1", ()).spread is None
    assert rich.note("4d6!dl1", ()).spread is not None
    assert poor.note("4d6!dl1", ()).spread is None
    assert poor.note("4d6", ()).spread is not None


def test_who_takes_what_another_worked_out_pays_the_same_for_it() -> None:
    notes = RollNotes({}, {})
    first, second = notes_allowance(), notes_allowance()
    made = notes.paid_by(first).note("4d6!dl1", ())
    assert notes.paid_by(second).note("4d6!dl1", ()) is made
    assert first.left == second.left < notes_allowance().left
