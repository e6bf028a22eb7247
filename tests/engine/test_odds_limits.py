"""What odds refuse, what they estimate, and that they always answer."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from rollbook.engine.odds import odds
from rollbook.engine.odds.budget import EXACT_OPERATIONS, Budget, TooCostlyError
from rollbook.engine.parse import parse
from rollbook.engine.problem import Problem, ProblemError

if TYPE_CHECKING:
    from rollbook.engine.nodes import Value

DEAR = [
    "1000d1000000",
    "100d100kh50",
    "1000d6kh500",
    "20d6!kh10",
    "20d6r1kh10!kh5",
    "100d6!",
    "6d6!>=2",
    "(1d1000)d(1d1000)",
    "1d20 * 1d20 * 1d20 * 1d20 * 1d20 * 1d20 * 1d20",
    "{10d20, 10d20, 10d20, 10d20, 10d20, 10d20, 10d20, 10d20, 10d20}kh5",
    "natural(3d6!)",
    " + ".join(["1000d6"] * 10),
]


def test_charging_more_than_the_budget_is_refused() -> None:
    budget = Budget()
    budget.spend(EXACT_OPERATIONS)
    with pytest.raises(TooCostlyError):
        budget.spend(1)


@pytest.mark.parametrize("text", DEAR)
def test_dear_questions_are_estimated_and_say_so(text: str) -> None:
    first = odds(text)
    assert not first.exact
    assert first.samples >= 20
    assert first.total == first.samples
    shown = first.to_json()
    assert shown["exact"] is False
    assert shown["samples"] == first.samples
    assert odds(text) == first  # the seed is fixed: asking again changes nothing


@pytest.mark.parametrize(("text", "mean"), [("1000d1000000", 500_000_500), ("100d100kh50 + 0", None), ("100d6!", 420)])
def test_estimates_are_within_a_few_standard_errors(text: str, mean: int | None) -> None:
    estimate = odds(text)
    assert estimate.error > 0
    if mean is not None:
        assert abs(estimate.mean - mean) < 4 * estimate.error


def test_odds_that_leave_out_the_next_to_impossible_say_so() -> None:
    pool = odds("10d6!")
    assert (pool.exact, pool.samples) == (False, 0)
    assert 0 < pool.error < 1e-19
    assert pool.mean == pytest.approx(42)
    assert pool.to_json()["error"] == pool.error


def test_many_dice_are_still_exact() -> None:
    assert odds("1000d6").exactly(1001) == Fraction(1000, 6**1000)
    assert odds("1000d20").at_most(1000) == Fraction(1, 20**1000)
    assert odds("(1000d6) > (1000d6)").exact


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("999999999d999999999", "too-many-dice"),
        ("1d9999999", "too-many-sides"),
        (" + ".join(["1000d6"] * 11), "too-many-dice"),
        ("adv(1000d6 + 1000d6 + 1000d6 + 1000d6 + 1000d6 + 1000d6)", "too-many-dice"),
        ("9**9**9", "too-large"),
        ("10**15 * 1d6", "too-large"),
        ("1/0", "division-by-zero"),
        ("6 / (1d6 - 3)", "division-by-zero"),
        ("d1!", "endless-explosion"),
        ("d6!<7", "endless-explosion"),
        ("d6r<7", "endless-reroll"),
        ("(1d6 - 3)d6", "negative-amount"),
        ("3d6kh(1d4 - 2)", "negative-amount"),
        ("(1d6 / 2)d6", "not-whole"),
        ("d(1d6 - 1)", "no-sides"),
        ("level + 1d6", "unknown-name"),
        ("a + 1", "name-cycle"),
        ('"sword" + 1', "not-a-number"),
        ("lookup(weapons, 1, damage)", "unknown-table"),
        ("maximum(1000d1000000)", "too-costly"),
        ("(" * 200 + "1", "too-deep"),
        ("1d6 + " * 400, "too-long"),
    ],
)
def test_problems_are_those_of_a_roll(text: str, code: str) -> None:
    values: dict[str, Value] = {"a": "b", "b": "a"}
    with pytest.raises(ProblemError) as raised:
        odds(text, values)
    assert raised.value.problem.code == code


def test_a_problem_points_at_the_part_that_is_wrong() -> None:
    with pytest.raises(ProblemError) as raised:
        odds("2d6 + 1d6 / (1d4 - 1)")
    problem = raised.value.problem
    assert "2d6 + 1d6 / (1d4 - 1)"[problem.start : problem.end].startswith("1d6 / (1d4 - 1")


def test_a_branch_that_is_never_taken_is_no_problem() -> None:
    assert odds("if (1d6) > 6 then 1 / 0 else 1").weights == {1: 1}


def test_dice_of_branches_that_exclude_each_other_count_once() -> None:
    half = " + ".join(["1000d2"] * 6)
    assert odds(f"if (1d2) > 1 then {half} else {half}").samples > 0


def test_names_stand_for_numbers_truth_and_expressions_rolled_anew() -> None:
    assert odds("d4 + level", {"level": Fraction(1, 2)}).minimum == Fraction(3, 2)
    assert odds("d4 + flag", {"flag": True}).maximum == 5
    assert odds("weapon - weapon", {"weapon": "1d4"}).maximum == 3
    assert odds("weapon", {"weapon": parse("1d4 + bonus"), "bonus": 2}).mean == Fraction(9, 2)


class _Weapons:
    """A table by rank: the first column is a number, the second dice, the third a word."""

    def lookup(self, key: Value, column: str) -> object:
        if column == "damage":
            return parse(f"{key}d6")
        if column == "weight":
            return key
        if column == "kind":
            return "heavy" if key == 2 else "light"
        raise ProblemError(Problem("unknown-column", f"no column {column}", 0, 0))


def test_look_ups_of_dice_by_dice() -> None:
    tables = {"weapons": _Weapons()}
    assert odds("lookup(weapons, 1d2, weight)", {}, tables).mean == Fraction(3, 2)
    assert odds("lookup(weapons, 1d2, damage)", {}, tables).mean == Fraction(7, 2) * Fraction(3, 2)
    assert odds("lookup(weapons, 1d2, kind)", {}, tables).exactly("heavy") == Fraction(1, 2)
    with pytest.raises(ProblemError, match="no column price"):
        odds("lookup(weapons, 1d2, price)", {}, tables)
