"""Odds that players know: rules of real games, with numbers worked out by hand or printed in their own tables."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from rollbook.engine.odds import odds
from rollbook.engine.odds.joint import joint_odds
from rollbook.engine.parse import parse


def test_four_dice_drop_the_lowest() -> None:
    scores = odds("4d6dl1")
    assert scores.mean == Fraction(15869, 1296)
    assert odds("4d6kh3") == scores
    assert scores.exactly(18) == Fraction(21, 1296)
    assert scores.exactly(3) == Fraction(1, 1296)


@pytest.mark.parametrize("target", range(1, 21))
def test_advantage_misses_only_if_both_dice_miss(target: int) -> None:
    miss = Fraction(target - 1, 20)
    assert odds("adv(d20)").at_least(target) == 1 - miss**2
    assert odds("2d20kh1").at_least(target) == 1 - miss**2
    assert odds("dis(d20)").at_least(target) == (1 - miss) ** 2


def test_advantage_against_armour_class() -> None:
    assert odds("2d20kh1 + 5 >= 15").mean == Fraction(319, 400)


@pytest.mark.parametrize("dice", [1, 4, 12])
def test_a_pool_of_d10_counts_successes_binomially(dice: int) -> None:
    successes = odds(f"{dice}d10>=8")
    for number in range(dice + 1):
        expected = comb(dice, number) * Fraction(3, 10) ** number * Fraction(7, 10) ** (dice - number)
        assert successes.exactly(number) == expected


def test_ones_take_successes_away() -> None:
    # Each d10 is worth 1 for 8 to 10, -1 for a 1: 2/10 on average.
    assert odds("6d10>=8f<=1").mean == Fraction(12, 10)
    assert odds("6d10>=8f<=1").minimum == -6


def test_an_exploding_die_adds_a_fifth_of_its_mean() -> None:
    # Without a limit the mean is 3.5 / (1 - 1/6) = 4.2; with a hundred explosions less by next to nothing.
    mean = odds("1d6!").mean
    assert Fraction(42, 10) - mean < Fraction(1, 6**98)
    assert mean < Fraction(42, 10)
    assert odds("1d6!").exactly(6) == 0


def test_a_wild_die_beside_a_trait_die() -> None:
    # The better of an exploding d8 and an exploding d6 reaches 4 unless both stay at 3 or less.
    assert odds("{1d8!, 1d6!}kh1").at_least(4) == 1 - Fraction(3, 8) * Fraction(3, 6)


def test_two_fudge_dice_more() -> None:
    fudge = odds("4dF")
    assert [fudge.exactly(n) * 81 for n in range(-4, 5)] == [1, 4, 10, 16, 19, 16, 10, 4, 1]


def test_opposed_rolls_favour_the_attacker_on_ties() -> None:
    # Of 400 pairs of d20 faces 210 are at least equal.
    assert odds("(d20) >= (d20)").mean == Fraction(210, 400)
    assert odds("d20 + 2 vs d20").mean == 2


def test_great_weapon_fighting_rerolls_ones_and_twos_once() -> None:
    assert odds("2d6ro<3").mean == Fraction(25, 3)


def test_a_critical_hit_doubles_the_dice() -> None:
    steps = [
        ("attack", parse("d20 + 7")),
        ("dice", parse("if natural(attack) = 20 then 2 else 1")),
        ("damage", parse("(dice)d8 + 4")),
    ]
    result = parse("if natural(attack) = 20 or attack >= 18 and natural(attack) != 1 then damage else 0")
    # 11 to 19 hit for 8.5 on average, 20 for 13.
    assert joint_odds(steps, [result]).marginal(0).mean == 9 * Fraction(17, 2) / 20 + Fraction(13) / 20


def test_a_percentile_skill_within_half() -> None:
    steps = [("throw", parse("d%"))]
    result = parse(
        "if throw <= skill / 5 then 3 else if throw <= skill / 2 then 2 else if throw <= skill then 1 else 0"
    )
    grades = joint_odds(steps, [result], {"skill": 65}).marginal(0)
    assert [grades.exactly(grade) for grade in (3, 2, 1, 0)] == [
        Fraction(13, 100),
        Fraction(19, 100),
        Fraction(33, 100),
        Fraction(35, 100),
    ]


def test_hit_points_at_least_three() -> None:
    hit_points = odds("10 + STR + max(3, 1d6)", {"STR": 2})
    assert hit_points.exactly(15) == Fraction(1, 2)
    assert hit_points.mean == 12 + Fraction(24, 6)
