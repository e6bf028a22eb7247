"""The bar chart of `rollbook odds`."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb

import pytest
from rollbook.commands.odds import ASCII, BLOCKS, chart
from rollbook.engine.distribution import Distribution
from rollbook.words import command_words

TWO_D4 = Distribution({2: 1, 3: 2, 4: 3, 5: 4, 6: 3, 7: 2, 8: 1})

ENGLISH = command_words("en")


def test_every_result_has_its_chance_and_a_bar_in_proportion() -> None:
    assert chart(TWO_D4, 48, ASCII, ENGLISH).splitlines() == [
        "result    chance  at least",
        "     2    6.25 %  100.00 %  #####",
        "     3   12.50 %   93.75 %  ##########",
        "     4   18.75 %   81.25 %  ###############",
        "     5   25.00 %   62.50 %  ####################",
        "     6   18.75 %   37.50 %  ###############",
        "     7   12.50 %   18.75 %  ##########",
        "     8    6.25 %    6.25 %  #####",
    ]


def test_blocks_draw_eighths_of_a_cell() -> None:
    bars = [line.split("  ")[-1] for line in chart(TWO_D4, 36, BLOCKS, ENGLISH).splitlines()[1:]]
    assert bars == ["██", "████", "██████", "████████", "██████", "████", "██"]
    assert chart(Distribution({1: 1, 2: 16}), 36, BLOCKS, ENGLISH).splitlines()[1].endswith("  ▌")


def test_truth_and_words_have_no_at_least() -> None:
    assert chart(Distribution({True: 3, False: 1}), 30, ASCII, ENGLISH).splitlines() == [
        "result    chance",
        "    no   25.00 %  ####",
        "   yes   75.00 %  ############",
    ]
    assert "at least" not in chart(Distribution({"hit": 3, "miss": 1}), 30, ASCII, ENGLISH)


def test_rare_is_not_never_and_likely_is_not_certain() -> None:
    lines = chart(Distribution({1: 1, 2: 10**9}), 60, ASCII, ENGLISH).splitlines()
    assert lines[1].endswith("  < 0.01 %  100.00 %  #")
    assert ">99.99 %" in lines[2]


@pytest.mark.parametrize("dice", [60, 200, 1000])
@pytest.mark.parametrize("width", [20, 79, 200])
def test_many_results_are_put_together_and_nothing_is_lost(dice: int, width: int) -> None:
    coins = Distribution({heads: comb(dice, heads) for heads in range(dice + 1)})
    lines = chart(coins, width, BLOCKS, ENGLISH).splitlines()
    assert 15 <= len(lines) <= 42
    assert all(len(line) <= max(width, 48) for line in lines)
    ranges = [_ends(line) for line in lines[1:]]
    assert ranges[0][0] == 0
    assert ranges[-1][1] == dice
    assert all(before[1] + 1 == after[0] for before, after in pairwise(ranges))


def _ends(line: str) -> tuple[int, int]:
    low, _, high = line.split()[0].partition("–")
    return int(low), int(high or low)


def test_fractions_and_negative_results_are_written_out() -> None:
    wide = Distribution(dict.fromkeys(range(-60, 61), 1))
    assert "-60 to -56" in chart(wide, 79, ASCII, ENGLISH)
    halves = chart(Distribution({Fraction(7, 2): 1, Fraction(-7, 2): 1}), 60, ASCII, ENGLISH).splitlines()
    assert [line.split()[0] for line in halves] == ["result", "-7/2", "7/2"]
