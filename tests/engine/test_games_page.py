"""The guide's page for each family of games is true: what it tells people to write works, and its odds are exact."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from rollbook.engine.calculator import Calculator, calculator_odds, check_examples, read_calculator
from rollbook.engine.roll_table import RollTable, make_roll_table, prove
from rollbook.engine.table import GameTable, read_table
from rollbook.words import speech

PAGE = (Path(__file__).parents[2] / "content" / "guide" / "05-your-game.md").read_text(encoding="utf-8")
BLOCKS = [yaml.load(block, yaml.BaseLoader) for block in re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)]
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


def test_the_table_of_the_page_is_whole() -> None:
    (block,) = [block for block in BLOCKS if "table" in block]
    table = read_table(block)
    assert isinstance(table, GameTable), table
    made = make_roll_table(table)
    assert isinstance(made, RollTable), made
    assert prove(made) == ()
