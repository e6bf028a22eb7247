"""What every book of the shelf offers at the table: sheets with tracks and gear, calculators that write on them, lists
to sort and to search, and foes that can be fought."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from rollbook.build.examine import Examined
from rollbook.engine.calculator.roll import roll_calculator
from rollbook.engine.dice import given as faces
from rollbook.engine.sheet import Sheet
from rollbook.engine.sheet.advance import change_track, plan_move
from rollbook.engine.sheet.character import Character
from rollbook.model.book import Book
from rollbook.model.document.blocks import StatBlock, TableBlock
from rollbook.model.document.walk import every_block

from tests.characters import empty_character

BOOKS = ("microluxe20", "microluxe20-first", "microluxe20-space", "game-reference", "skill20", "fen-mail")


class Played(NamedTuple):
    """A calculator, what it is given and what its dice show: the track that it moves, and where from and to."""

    calculator: str
    given: dict[str, Any]
    shown: list[int]
    track: str
    before: int
    after: int


STRUCK = {"struck": True, "AC": 12, "weapon": "1d6"}
# One that takes off and one that gives back at least; a track that counts what is lost goes the other way.
PLAYED = {
    "microluxe20": [
        Played("melee-attack", {**STRUCK, "bonus": 2, "hold": "Simple", "plus": 0}, [15, 4], "HP left", 12, 8),
        Played("cast-spell", {"level": 2, "MP": 7}, [15], "MP left", 7, 5),
        Played("rest", {"hours": 1, "class": "Mage", "STR bonus": 1}, [5, 4], "HP left", 3, 9),
        Played("healing", {"power": "1d8"}, [6], "HP left", 3, 9),
        Played("heroism", {"uses": 3}, [12], "heroics", 3, 2),
        Played("stabilize", {}, [2, 5], "HP left", 0, 1),
    ],
    "microluxe20-first": [
        Played("melee-attack", {**STRUCK, "bonus": 2, "hold": "Simple", "plus": 0}, [15, 4], "HP left", 12, 8),
        Played("cast-spell", {"level": 2, "HP": 12}, [15], "HP left", 12, 10),
        Played("rest", {"hours": 1, "STR bonus": 1, "Physical": 3}, [], "HP left", 3, 7),
        Played("heroism", {"uses": 1}, [12], "heroics", 1, 0),
    ],
    "microluxe20-space": [
        Played("attack", {"struck": True, "AC": 12, "dice": "1d6"}, [15, 4], "HP left", 12, 8),
        Played("cast-program", {"cost": 2, "HP": 12}, [15], "HP left", 12, 10),
        Played("manifest", {"power": 2, "HP": 12}, [15], "HP left", 12, 10),
        Played("take-rest", {"hours": 4, "HP": 2, "most": 11}, [], "HP left", 2, 11),
        Played("stun-hit", {"struck": True}, [4], "stunned", 0, 4),
        Played("shake-off", {"rounds": 4}, [20], "stunned", 4, 0),
    ],
    "game-reference": [
        Played("melee", {"STR": 0, "AR": 10, "HP": 10, "foe": 1}, [4, 13], "HP", 10, 6),
        Played("cast", {"spell": "Blink", "HP": 10, "most": 3}, [8], "HP", 10, 8),
        Played("fall", {"inches": 2}, [3], "HP", 9, 5),
        Played("rest", {"HP": 4}, [], "HP", 4, 10),
        Played("injury-roll", {"who": "Hero"}, [6], "temporary injuries", 0, 1),
        Played("heal", {"temporary": 2}, [], "temporary injuries", 2, 0),
    ],
    "skill20": [
        Played("melee-attack", {**STRUCK, "skill": 3, "STR modifier": 1}, [15, 4], "HP", 9, 4),
        Played("blown-away", {"feet": 20}, [2, 3], "HP", 9, 4),
        Played("rest", {"hours": 8, "modifier": 2, "HP": 4, "full": 10}, [], "HP", 4, 7),
        Played("treat-wounds", {"patient": True, "progress": 99, "CON": 5}, [9], "HP", 4, 9),
    ],
    "fen-mail": [
        Played("test", {"dots": 1, "pushed": True}, [6, 6], "strain", 0, 2),
        Played("bear-it", {"dots": 1}, [4], "strain", 0, 2),
        Played("clash", {"dots": 2, "force": 2, "guard": 1, "target": "you"}, [6, 3], "grit", 6, 5),
        Played("clash", {"dots": 1, "force": 2, "target": "your coach"}, [5], "frame", 6, 4),
        Played("sleep", {"bed": "Feathers"}, [2, 4, 3], "strain", 5, 1),
        Played("sleep", {"bed": "Feathers"}, [2, 4, 3], "purse", 4, 2),
    ],
}
PLAYS = [(name, played) for name, plays in PLAYED.items() for played in plays]


def book_of(examined: Examined, name: str) -> Book:
    return next(book for book in examined.shelf.books if book.id == name)


def shown_tables(book: Book) -> Iterator[TableBlock]:
    for page in book.pages:
        yield from (block for block in every_block(page.blocks) if isinstance(block, TableBlock) and block.data)


@pytest.mark.parametrize("name", BOOKS)
def test_sheets_have_tracks_and_gear(name: str, examined: Examined) -> None:
    fields = [field for sheet in book_of(examined, name).rules.sheets.values() for field in sheet.fields]
    assert {"track", "list"} <= {field.kind for field in fields}
    assert "gear" in {field.name for field in fields if field.kind == "list"}


def test_a_sheet_of_the_shelf_has_a_portrait(examined: Examined) -> None:
    sheet = book_of(examined, "microluxe20").rules.sheet
    assert sheet is not None
    assert [field.name for field in sheet.fields if field.kind == "picture"] == ["portrait"]


@pytest.mark.parametrize(("name", "played"), PLAYS, ids=lambda value: getattr(value, "calculator", value))
def test_a_calculator_writes_on_the_sheet(name: str, played: Played, examined: Examined) -> None:
    """Where the track stood, what was rolled -> where it goes, as a press on the button would put it."""
    rules = book_of(examined, name).rules
    sheet = next(each for each in rules.sheets.values() if played.track in {field.name for field in each.fields})
    character = _standing(sheet, played.track, played.before)
    run = roll_calculator(rules.calculators[played.calculator], played.given, faces(played.shown))
    (change,) = [each for each in run.changes if each.track == played.track]
    assert plan_move(sheet, character, change.track, change.by, change.to).after == played.after


def _standing(sheet: Sheet, track: str, at: int) -> Character:
    character = empty_character(sheet)
    return change_track(character, plan_move(sheet, character, track, None, at))


@pytest.mark.parametrize("name", BOOKS)
def test_readers_sort_tables_and_open_records(name: str, examined: Examined) -> None:
    tables = [block.data for block in shown_tables(book_of(examined, name)) if block.data]
    assert [table.id for table in tables if (table.sortable and not table.keys) or table.filters], "nothing to sort"
    assert [table.id for table in tables if table.keys], "no records"


@pytest.mark.parametrize("name", BOOKS)
def test_foes_act_and_have_points_to_lose(name: str, examined: Examined) -> None:
    book = book_of(examined, name)
    blocks = [each for page in book.pages for each in every_block(page.blocks) if isinstance(each, StatBlock)]
    assert blocks
    assert [block.data.id for block in blocks if not (block.data.tracks and block.data.actions)] == []
