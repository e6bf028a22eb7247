"""Odds say exactly what rolling every sequence of faces says."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from rollbook.engine.distribution import Distribution
from rollbook.engine.nodes import FUNCTIONS
from rollbook.engine.odds import odds
from rollbook.engine.odds.values import COUNT
from rollbook.engine.parse import parse
from rollbook.engine.readings import READINGS
from rollbook.engine.roll import roll

from .every_roll import every_roll

CASES = Path(__file__).parents[1] / "cases" / "engine" / "odds"


def _cases(name: str) -> list[str]:
    lines = (CASES / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def chances(distribution: Distribution) -> dict[object, Fraction]:
    total = distribution.total
    return {outcome: Fraction(ways, total) for outcome, ways in distribution.weights.items()}


@pytest.mark.parametrize("text", _cases("small.txt"))
def test_odds_equal_every_roll(text: str) -> None:
    expression = parse(text)
    found, given_up = every_roll(lambda dice: roll(expression, rng=dice).total, least=Fraction(1, 100_000))
    assert given_up == 0
    distribution = odds(expression)
    assert distribution.exact
    assert chances(distribution) == found


@pytest.mark.parametrize("text", _cases("endless.txt"))
def test_odds_of_endless_dice_lie_where_every_roll_leaves_them(text: str) -> None:
    expression = parse(text)
    found, given_up = every_roll(lambda dice: roll(expression, rng=dice).total, least=Fraction(1, 4_000))
    assert given_up < Fraction(1, 4)
    distribution = odds(expression)
    assert distribution.samples == 0
    exact, left_out = chances(distribution), Fraction(distribution.left_out)
    assert found.keys() <= exact.keys()
    for outcome, chance in exact.items():
        least = found.get(outcome, Fraction(0))
        # A reroll until it fits has no chance of going on for ever, though every finite search gives some up.
        assert least - left_out <= chance <= least + given_up + left_out


def test_the_odds_forget_no_function() -> None:
    """Kinds of nodes and modifiers are proven by types; functions are names, which a dictionary knows."""
    assert set(COUNT) | set(READINGS) == set(FUNCTIONS)
