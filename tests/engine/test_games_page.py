"""The guide's page for each family of games is true: what it tells people to write works, and its odds are exact."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml
from rollbook.engine.calculator import Calculator
from rollbook.engine.calculator.odds import calculator_odds
from rollbook.engine.calculator.read import read_calculator
from rollbook.engine.calculator.roll import roll_calculator
from rollbook.engine.find_faults import check_examples
from rollbook.engine.roll_table import RollTable, make_roll_table
from rollbook.engine.roll_table.prove import prove
from rollbook.engine.sheet import Sheet
from rollbook.engine.sheet.character import new_character
from rollbook.engine.sheet.derive import derive
from rollbook.engine.sheet.read import read_sheet
from rollbook.engine.table import GameTable, read_table
from rollbook.words import speech

from .every_roll import every_roll

PAGE = (Path(__file__).parents[2] / "content" / "guide" / "05-your-game.md").read_text(encoding="utf-8")
BLOCKS = [
    document
    for block in re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    for document in yaml.load_all(block, yaml.BaseLoader)
]
SHEETS = {block["sheet"]: block for block in BLOCKS if "sheet" in block}
CALCULATORS = [block for block in BLOCKS if "calculator" in block]


@pytest.mark.parametrize("block", CALCULATORS, ids=lambda block: block["calculator"])
def test_a_family_of_games(block: dict[str, Any]) -> None:
    made = read_calculator(block)
    assert isinstance(made, Calculator), made
    assert made.examples
    assert check_examples(made, speech("en")) == ()
    odds = calculator_odds(made, {})
    assert odds.exact or block["calculator"] == "step-dice"  # whose explosions are cut where nobody sees it
    assert odds.samples == 0
    assert all(each.chance for each in odds.outcomes if each.outcome)


# Few enough dice that all their falls can be tried; at the ends of a rule, and in its middle.
SETTINGS: dict[str, list[dict[str, object]]] = {
    "highest-of-a-pool": [{"dice": 0}, {"dice": 1}, {"dice": 4}],
    "successes": [{"dice": 1, "target": 10}, {"dice": 3, "target": 8}],
    "step-dice": [{"trait": 1, "steps": -4}, {"trait": 2, "steps": 1}, {"trait": 5, "steps": 4}],
    "any-advantage": [{"edge": -2}, {"edge": 0}, {"edge": 1}],
    "matching": [{"dice": 2}, {"dice": 4}],
    "the-stat-that-fits": [{"stat": "Wits", "bonus": 3}],
    **{name: [{}] for name in ("bands", "under-a-skill", "opposed", "opposed-degrees", "ladder")},
}
TRIED = [(block, given) for block in CALCULATORS for given in SETTINGS.get(block["calculator"], [])]


@pytest.mark.parametrize(("block", "given"), TRIED, ids=lambda part: str(part.get("calculator", part)))
def test_its_odds_are_those_of_every_fall_of_the_dice(block: dict[str, Any], given: dict[str, object]) -> None:
    made = read_calculator(block)
    assert isinstance(made, Calculator), made

    def comes_to(dice: Any) -> object:
        run = roll_calculator(made, given, dice)
        return run.outcome.label if run.outcome else run.value(made.results[0].name)

    # An explosion has no end: what is given up bounds how far both may be apart.
    tried, given_up = every_roll(comes_to, Fraction(1, 20_000))
    odds = calculator_odds(made, given)
    counted: dict[Any, Fraction] = {each.outcome.label: each.chance for each in odds.outcomes if each.outcome}
    if not counted:
        numbers = odds.results[0].distribution
        assert numbers is not None
        counted = {number: numbers.exactly(number) for number in numbers.outcomes}
    for label in tried.keys() | counted.keys():
        assert abs(counted.get(label, 0) - tried.get(label, 0)) <= given_up, label
    assert given_up < Fraction(1, 100)


@pytest.mark.parametrize("block", [block for block in BLOCKS if "table" in block], ids=lambda block: block["table"])
def test_a_table_of_the_page_is_whole(block: dict[str, Any]) -> None:
    table = read_table(block)
    assert isinstance(table, GameTable), table
    made = make_roll_table(table)
    assert isinstance(made, RollTable), made
    assert prove(made) == ()


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_of_the_page_holds_what_is_said_of_it(name: str) -> None:
    sheet = read_sheet(SHEETS[name], others=SHEETS)
    assert isinstance(sheet, Sheet), sheet
    assert derive(sheet, new_character(sheet)).problems == ()


def test_each_of_the_four_families_has_its_sheet() -> None:
    assert {"locksmith", "rider", "crew", "quarrier", "bridgewright"} < set(SHEETS)
