"""A distribution answers exactly, and its plain data keeps every digit."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest
from rollbook.engine.distribution import Distribution

TWO_COINS = Distribution({0: 1, 1: 2, 2: 1})


def test_numbers_of_a_distribution_are_exact() -> None:
    skewed = Distribution({Fraction(1, 2): 1, 2: 2})
    assert skewed.total == 3
    assert skewed.mean == Fraction(3, 2)
    assert skewed.variance == Fraction(1, 2)
    assert skewed.spread == sqrt(0.5)
    assert (skewed.minimum, skewed.maximum) == (Fraction(1, 2), 2)


@pytest.mark.parametrize(
    ("bound", "at_least", "exactly", "at_most"),
    [
        (-1, Fraction(1), Fraction(0), Fraction(0)),
        (1, Fraction(3, 4), Fraction(1, 2), Fraction(3, 4)),
        (Fraction(3, 2), Fraction(1, 4), Fraction(0), Fraction(3, 4)),
        (3, Fraction(0), Fraction(0), Fraction(1)),
    ],
)
def test_chances_of_bounds(bound: Fraction, at_least: Fraction, exactly: Fraction, at_most: Fraction) -> None:
    assert TWO_COINS.at_least(bound) == at_least
    assert TWO_COINS.exactly(bound) == exactly
    assert TWO_COINS.at_most(bound) == at_most


def test_plain_data_of_numbers() -> None:
    assert Distribution({-1: 1, Fraction(7, 2): 2, 2: 3}).to_json() == {
        "outcomes": {"-1": "1/6", "2": "1/2", "7/2": "1/3"},
        "mean": "2",
        "min": -1,
        "max": "7/2",
        "exact": True,
    }


def test_plain_data_lists_outcomes_in_order() -> None:
    assert list(Distribution({10: 1, 9: 1, Fraction(19, 2): 1}).to_json()["outcomes"]) == ["9", "19/2", "10"]  # type: ignore[call-overload]


def test_plain_data_of_truth_values() -> None:
    assert Distribution({True: 3, False: 1}).to_json() == {
        "outcomes": {"false": "1/4", "true": "3/4"},
        "mean": "3/4",
        "min": False,
        "max": True,
        "exact": True,
    }


def test_texts_have_chances_but_no_mean() -> None:
    words = Distribution({"hit": 3, "miss": 1})
    shown = words.to_json()
    assert shown["outcomes"] == {"hit": "3/4", "miss": "1/4"}
    assert (shown["mean"], shown["min"], shown["max"]) == (None, None, None)
    with pytest.raises(TypeError, match="'hit' is not a number"):
        _ = words.mean


def test_a_certain_outcome_has_the_chance_1() -> None:
    assert Distribution({7: 5}).to_json()["outcomes"] == {"7": "1"}


def test_an_estimate_says_how_far_off_it_may_be() -> None:
    estimate = Distribution({0: 50, 1: 50}, samples=100)
    shown = estimate.to_json()
    assert (shown["exact"], shown["samples"]) == (False, 100)
    assert shown["error"] == pytest.approx(0.05)
    assert Distribution({"hit": 90, "miss": 10}, samples=100).error == pytest.approx(0.05)


def test_a_joint_distribution_gives_each_result_and_what_goes_with_it() -> None:
    joint = Distribution({(True, 8): 1, (True, 9): 1, (False, 0): 2})
    assert joint.marginal(1) == Distribution({8: 1, 9: 1, 0: 2})
    hit = joint.given(0, True)
    assert hit is not None
    assert hit.marginal(1).mean == Fraction(17, 2)
    assert joint.given(1, 77) is None
    assert joint.to_json()["outcomes"] == {"false, 0": "1/2", "true, 8": "1/4", "true, 9": "1/4"}
