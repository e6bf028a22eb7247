"""The Microluxe20 books: what one edition does and the other doesn't, and what a character sheet hands to the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from rollbook.build.examine import Examined
from rollbook.engine.calculator.inputs import filled_in
from rollbook.engine.calculator.roll import roll_calculator
from rollbook.engine.dice import given as faces
from rollbook.engine.sheet import Sheet
from rollbook.engine.sheet.advance import xp_needed
from rollbook.engine.sheet.character import read_character
from rollbook.engine.sheet.derive import derive
from rollbook.model.book import Book
from rollbook.model.document.blocks import Block
from rollbook.model.document.inlines import Roll
from rollbook.model.document.walk import every_inline
from rollbook.words import speech


def book_of(examined: Examined, name: str) -> Book:
    return next(book for book in examined.shelf.books if book.id == name)


def sheet_of(book: Book) -> Sheet:
    assert book.rules.sheet is not None
    return book.rules.sheet


def values(book: Book, **fields: Any) -> dict[str, Any]:
    """A character with these fields -> every value of its sheet."""
    sheet = sheet_of(book)
    spelled = {name.replace("_", " "): value for name, value in fields.items()}
    character, problems = read_character(sheet, {"sheet": sheet.id, "version": 1, "fields": spelled})
    assert problems == ()
    return dict(derive(sheet, character).values)


def said(book: Book, calculator: str, shown: list[int], inputs: dict[str, Any], sheet: Any = None) -> str:
    """A calculator of the book, what its dice show, what it is given -> the sentence that comes out."""
    return roll_calculator(book.rules.calculators[calculator], inputs, faces(shown), sheet).text(speech("en"))


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("microluxe20", "1 damage counts as 1: 13 HP are left."),
        ("microluxe20-first", "1 damage counts as 0: 14 HP are left."),
    ],
)
def test_a_hit_on_an_army_costs_a_point_in_the_current_edition(name: str, sentence: str, examined: Examined) -> None:
    given = {"bonus": 20, "weapon": "1d4", "plus": 0, "own": 1, "AC": 18, "other": 10, "HP": 14}
    assert said(book_of(examined, name), "unit-attack", [10, 1], given) == sentence


@pytest.mark.parametrize(("name", "left"), [("microluxe20", 122), ("microluxe20-first", 123)])
def test_a_unit_never_heals_its_target(name: str, left: int, examined: Examined) -> None:
    given = {"bonus": 20, "weapon": "1d4", "plus": -10, "own": 10, "AC": 18, "other": 10, "HP": 123}
    assert said(book_of(examined, name), "unit-attack", [10, 4], given).endswith(f" {left} HP are left.")


def test_carrying_too_much_hampers_attacks_dex_checks_and_initiative(examined: Examined) -> None:
    book = book_of(examined, "microluxe20")
    burdened = values(book, race="Human", DEX=6, STR=4, bulk=10, **{"class": "Rogue"})
    assert (burdened["capacity"], burdened["overburdened"]) == (7, 3)
    assert (burdened["DEX bonus"], burdened["DEX checks"], burdened["ranged"]) == (3, 0, 1)
    assert said(book, "initiative", [11, 9], {}, burdened) == "11 against 10: you act first this round."
    save = said(book, "save-roll", [12], {"DC": 12}, burdened)
    assert save == "Your DEX save of 12 does not beat DC 12: it gets you."


@pytest.mark.parametrize("name", ["microluxe20", "microluxe20-first"])
def test_a_light_weapon_takes_the_better_stat_of_fighters_and_rogues(name: str, examined: Examined) -> None:
    book = book_of(examined, name)
    nimble = {"race": "Human", "STR": 2, "DEX": 6, "hold": "Complex and light"}
    assert values(book, **nimble, **{"class": "Fighter"})["melee"] == 3 + 1 + 1  # DEX, level, a Fighter's own
    assert values(book, **nimble, **{"class": "Bard"})["melee"] == 1 + 1
    assert values(book, **nimble | {"hold": "Simple"}, **{"class": "Rogue"})["melee"] == 1 + 1


@pytest.mark.parametrize("name", ["microluxe20", "microluxe20-first"])
def test_humans_add_1_to_every_skill_roll_and_nobody_else_does(name: str, examined: Examined) -> None:
    book = book_of(examined, name)
    human, dwarf = (values(book, race=race, STR=4, **{"class": "Fighter"}) for race in ("Human", "Dwarf"))
    assert (
        said(book, "skill-roll", [10], {"DC": 15}, human)
        == "Physical and STR come to 16, more than DC 15: you succeed."
    )
    assert said(book, "enchant", [11], {}, human | {"MIND bonus": 2, "Knowledge": 1}) == "Success. The item works."
    assert dwarf["skill rolls"] == 0
    rolls = [roll.expression for page in book.pages for roll in rolls_in(page.blocks) if "Guile" in roll.expression]
    assert rolls
    assert all("Human bonus" in roll for roll in rolls)


def rolls_in(blocks: tuple[Block, ...]) -> Iterator[Roll]:
    yield from (inline for inline in every_inline(blocks) if isinstance(inline, Roll))


@pytest.mark.parametrize("name", ["microluxe20", "microluxe20-first"])
def test_a_milestone_takes_no_xp(name: str, examined: Examined) -> None:
    sheet = sheet_of(book_of(examined, name))
    made = {"sheet": sheet.id, "version": 1, "fields": {"race": "Human", "class": "Fighter"}}
    counted, _ = read_character(sheet, made)
    granted, _ = read_character(sheet, made | {"fields": {**made["fields"], "milestones": True}})
    assert xp_needed(sheet, counted) == 10
    assert xp_needed(sheet, granted) == 0


def test_anyone_with_a_deck_uses_programs(examined: Examined) -> None:
    book = book_of(examined, "microluxe20-space")
    hired = {"race": "Human", "MIND": 4, "class": "Mercenary"}
    assert (values(book, **hired)["program"], values(book, **hired)["program slots"]) == (0, 0)
    wired = values(book, **hired, deck=True, deck_bonus=1, deck_slots=2)
    assert (wired["program"], wired["program slots"]) == (2 + 1, 2)


def test_attacks_of_every_kind_start_from_the_weapon_on_the_sheet(examined: Examined) -> None:
    book = book_of(examined, "microluxe20-space")
    fighter = {"race": "Human", "class": "Mercenary", "STR": 6, "DEX": 2, "Physical": 2, "Accuracy": 1}
    kinds = {"Heavy melee": (5, 3), "Light melee": (5, 0), "Normal ranged": (2, 0), "Heavy ranged": (4, 0)}
    for kind, (bonus, more) in kinds.items():
        armed = values(book, **fighter, weapon_kind=kind)
        assert (armed["attack"], armed["force"]) == (bonus, more), kind
        for calculator in ("split-attack", "two-weapons", "counterattack"):
            filled = filled_in(book.rules.calculators[calculator], {}, armed)
            assert filled["bonus"] == bonus, (calculator, kind)
