"""What a second reading against the sources mended and no checked example can hold: words, not numbers."""

from __future__ import annotations

import pytest
from rollbook.build.examine import Examined
from rollbook.compare.passages import find_passages
from rollbook.engine.calculator.inputs import filled_in
from rollbook.engine.sheet.derive import derive
from rollbook.model.book import Book

from tests.characters import empty_character
from tests.shelves import ROOT


def book_of(examined: Examined, name: str) -> Book:
    return next(book for book in examined.shelf.books if book.id == name)


@pytest.mark.parametrize(
    ("book", "rule", "said", "unsaid"),
    [
        ("game-reference", "grapple.hold", "To grapple a unit", "engaged"),
        ("game-reference", "injury.penalty", "on the injury roll itself", "except"),
        ("game-reference", "treasure.find", "for the GM to say", "not bought"),
        ("microluxe20", "items.staves", "only while the staff is in hand", ""),
        ("microluxe20-first", "items.staves", "only while the staff is in hand", ""),
        ("microluxe20", "items.creating.materials", "usually", ""),
        ("microluxe20-first", "items.creating.materials", "usually", ""),
        ("microluxe20", "rest.items", "usually", ""),
        ("microluxe20-first", "rest.items", "usually", ""),
        ("microluxe20", "classes.druid", "has any effect", "The magic of woodland fey"),
        ("microluxe20-first", "classes.druid", "has any effect", "The magic of woodland fey"),
        ("microluxe20", "mass.damage", "at least 1 HP", "too small"),
        ("microluxe20", "downed.recovery", "in combat or while you were downed", "All damage"),
        ("microluxe20", "stats.magic-points", "only what costs nothing", "no casting"),
        ("microluxe20-first", "combat.damage.strength", "in one hand or in two", ""),
        ("microluxe20-space", "characters.race", "The most numerous are the Mir", "by far"),
        ("microluxe20-space", "combat.turn", "you still have a turn", "gets no turn"),
        ("microluxe20-space", "programs.deck", "whatever their class", ""),
        ("microluxe20-space", "classes.officer", "some types of Programs", ""),
        ("microluxe20-space", "classes.ranger", "beyond the edge of the map", "where no map ends"),
        ("microluxe20-space", "traits.growth", "as much as a Trait of its size", ""),
        ("skill20", "formation.shoot-and-move", "Two groups or more", ""),
        ("skill20", "learning.teacher", "generally", "must have become"),
        ("skill20", "maneuver.blitz", "whether they were held or not", "enemies that are held"),
        ("skill20", "movement.rows", "either row of the enemy", "nothing else"),
        ("skill20", "status.panicked", "twice your movement speed", ""),
    ],
)
def test_a_rule_says_what_its_source_says(book: str, rule: str, said: str, unsaid: str, examined: Examined) -> None:
    text = find_passages(book_of(examined, book))[rule].text
    assert said in text
    assert not unsaid or unsaid not in text


@pytest.mark.parametrize(
    ("book", "rule", "reading"),
    [
        ("game-reference", "hero.start", "ours"),
        ("game-reference", "follower.recruit", "ours"),
        ("game-reference", "magic.save", "ours"),
        ("game-reference", "treasure.potions", "ours"),
        ("game-reference", "injury.modifiers", "literal"),
        ("microluxe20", "combat.sub-attacks", "literal"),
        ("microluxe20", "combat.damage.strength", "literal"),
        ("microluxe20", "mass.losses", "ours"),
        ("microluxe20-first", "mass.losses", "ours"),
        ("microluxe20-space", "combat.attack.split", "literal"),
        ("microluxe20-space", "traits.growth", "ours"),
        ("skill20", "maneuver.blitz", "literal"),
        ("skill20", "movement.rows", "ours"),
        ("skill20", "status.exhausted", "ours"),
    ],
)
def test_what_was_added_or_decided_is_on_the_changes_page(
    book: str, rule: str, reading: str, examined: Examined
) -> None:
    files = book_of(examined, book).data
    readings = [each for file in files for each in file.readings if rule in {named.id for named in each.rules}]
    assert reading in {each.reading for each in readings}
    assert all(each.other.text.strip() for each in readings)


def test_a_pike_in_the_front_row_reaches_both_rows(examined: Examined) -> None:
    table = book_of(examined, "skill20").rules.tables["rows"]
    cells = {row[0].text: [cell.text for cell in row[1:]] for row in table.rows}
    assert cells["Front row at front row"] == ["yes", "yes", "no"]
    assert cells["Front row at back row"] == ["no", "yes", "no"]


def test_skill20_speaks_of_nothing_that_is_not_there() -> None:
    """Of an input that no calculator has, and of skills that grow for nothing."""
    folder = ROOT / "content" / "skill20"
    assert "cover of an attack" not in (folder / "changes.yml").read_text("utf-8")
    introduction = (folder / "01-introduction.md").read_text("utf-8")
    assert "100 XP for the first level" in introduction
    assert "gets better by itself" not in introduction


def test_a_game_about_skills_has_room_for_eight_and_rolls_each(examined: Examined) -> None:
    """A line for the next skill comes when the last one has a name; the skill check starts from whichever is chosen."""
    rules = book_of(examined, "skill20").rules
    assert rules.sheet is not None
    character = empty_character(rules.sheet)
    for number in range(1, 9):
        name, level, attribute = ("skill", "skill level", "skill attribute") if number == 1 else _slot(number)
        assert name in derive(rules.sheet, character).asked
        assert _slot(number + 1)[0] not in derive(rules.sheet, character).asked
        for field, value in ((name, "Climbing"), (level, number + 1), (attribute, "Charisma"), ("CHA", 16)):
            character = character.with_field(field, value)
        held = derive(rules.sheet, character).values
        filled = filled_in(rules.calculators["skill-check"], {"which": f"Skill {number}"}, held)
        assert filled == {"skill": number + 1, "modifier": 3}


def _slot(number: int) -> tuple[str, str, str]:
    return f"skill {number}", f"level {number}", f"attribute {number}"
