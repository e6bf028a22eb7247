"""The guide's page for each family of games is true: what it tells people to write works, and its odds are exact."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from rollbook.engine.calculator import Calculator, calculator_odds, check_examples, read_calculator
from rollbook.engine.roll_table import RollTable, make_roll_table, prove
from rollbook.engine.sheet import Sheet, derive, new_character, read_sheet
from rollbook.engine.table import GameTable, read_table
from rollbook.words import speech

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
