"""Steps that share dice stay dependent: every sequence of faces, rolled step by step, says the same."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from rollbook.engine.calculator import Calculator
from rollbook.engine.calculator.read import read_calculator
from rollbook.engine.calculator.say import say
from rollbook.engine.odds.joint import joint_odds
from rollbook.engine.parse import parse
from rollbook.engine.problem import ProblemError
from rollbook.engine.roll import Roll, roll
from rollbook.words import speech

from .every_roll import every_roll
from .test_odds import chances

Steps = dict[str, str]


class _AtTheTable(dict[str, Any]):
    """Rolls a step when it is first asked for, as a table does."""

    def __init__(self, steps: Steps, values: dict[str, Any], dice: Any) -> None:
        super().__init__(values)
        self.steps = steps
        self.dice = dice

    def __missing__(self, name: str) -> Roll:
        self[name] = roll(self.steps[name], self, self.dice)
        return self[name]  # type: ignore[no-any-return]


def brute_force(steps: Steps, results: list[str], values: dict[str, Any]) -> dict[Any, Fraction]:
    def once(dice: Any) -> tuple[Any, ...]:
        table = _AtTheTable(steps, values, dice)
        return tuple(roll(result, table, dice).total for result in results)

    return every_roll(once)[0]


def ask(steps: Steps, results: list[str], values: dict[str, Any]) -> Any:
    return joint_odds([(name, parse(text)) for name, text in steps.items()], [parse(text) for text in results], values)


_BLOW = "if {0} > 2 then (if natural({0}) = 4 then 2 else 1) + d3 else 0"
_SIDE = "if {0} <= 2 then 20 + {0} else if {0} <= 4 then 10 + {0} else 0"
CASES: list[tuple[Steps, list[str], dict[str, Any]]] = [
    ({"a": "d6"}, ["a", "a"], {}),
    ({"a": "d6"}, ["a + a", "a * a"], {}),
    ({"a": "2d4"}, ["a - a"], {}),
    ({"a": "d4", "b": "a + d4"}, ["b - a", "a"], {}),
    ({"a": "d4", "b": "a + d4", "c": "a + d6"}, ["b > c", "b = c"], {}),
    ({"attack": "d20 + bonus"}, ["natural(attack) = 20", "attack >= 15"], {"bonus": 5}),
    ({"attack": "2d8kh1 + 2"}, ["if natural(attack) = 8 then 2 else if attack > 6 then 1 else 0"], {}),
    ({"a": "d6", "b": "a + 2"}, ["natural(b)", "b"], {}),
    ({"a": "d6", "b": "a + 2"}, ["if natural(b) > 3 then b else a"], {}),
    ({"a": "d6"}, ["adv(a)", "maximum(a)", "mean(a)"], {}),
    ({"a": "d6", "b": "d6"}, ["if a > 3 then b else 0", "if a > 3 then b else 0"], {}),
    ({"hit": "d6 + 0 > 3", "harm": "2d4"}, ["if hit then harm else 0"], {}),
    ({"hit": "d6 + 0 > 3", "harm": "2d4"}, ["hit", "if hit then harm else 0"], {}),
    ({"n": "d4", "harm": "(n)d4"}, ["n", "harm"], {}),
    ({"n": "d3", "harm": "(n)d4kh1"}, ["harm >= 3", "n"], {}),
    ({"a": "d4"}, ["half + a"], {"half": "a / 2"}),
    ({"a": "d4"}, ["twice", "a"], {"twice": "a + a + d4"}),
    ({"a": "d4mi2"}, ["natural(a)", "a"], {}),
    ({"a": "d4"}, ["d4 + a", "d4 + a"], {}),
    # what one step alone asks for, and what others ask for, too
    ({"you": "d6", "they": "d6", "a": _SIDE.format("you"), "b": _SIDE.format("they")}, ["a > b", "a = b"], {}),
    ({"you": "d6", "they": "d6", "a": _SIDE.format("you"), "b": _SIDE.format("they")}, ["a > b", "you + they"], {}),
    ({"you": "d6", "a": _SIDE.format("you"), "b": "a + d4", "c": "a - d4"}, ["if b > c then b else c", "a"], {}),
    ({"n": "d4", "you": "n + d4", "a": _SIDE.format("you"), "b": "if n > 2 then a else a + n"}, ["a + b", "a"], {}),
    ({"n": "d4", "you": "n + d4 - n", "a": _SIDE.format("you")}, ["a * a", "natural(a)"], {}),
    ({"pool": "2d4", "a": "highest(pool) - lowest(pool)", "b": "d4"}, ["a + a + b", "a > b"], {}),
    # two blows that only their sum asks for, and one that something else asks for, too
    ({"a": "d4", "b": "d4", "one": _BLOW.format("a"), "two": _BLOW.format("b"), "all": "one + two"}, ["all"], {}),
    ({"a": "d4", "b": "d4", "one": _BLOW.format("a"), "two": _BLOW.format("b")}, ["one + two", "b"], {}),
    ({"a": "d4", "one": _BLOW.format("a"), "two": _BLOW.format("a"), "all": "one + two"}, ["all"], {}),
    (
        {"n": "d2", "a": "d4 + n - 1", "b": "d4", "one": _BLOW.format("a"), "two": "if b > n then n else b"},
        ["if n = 2 then one + two else two - one"],
        {},
    ),
    # dice of a step, one by one
    ({"pool": "3d6"}, ["highest(pool)", "pool"], {}),
    ({"pool": "3d6"}, ["highest(pool)"], {}),
    ({"pool": "(3d4)[luck]"}, ["highest(pool) - lowest(pool)", "lowest((pool)[again])"], {}),
    ({"pool": "3d6kh2"}, ["lowest(pool)", "natural(pool)"], {}),
    ({"pool": "3d4ro1"}, ["highest(pool)", "pool >= 7"], {}),
    ({"pool": "2d4mi2"}, ["lowest(pool)", "pool"], {}),
    ({"pool": "4d4>=3f1"}, ["pool", "highest(pool)"], {}),
    ({"pool": "{d4, d6, 3}kh2"}, ["lowest(pool)", "pool"], {}),
    ({"n": "d3", "pool": "(n)d4"}, ["highest(pool)", "n"], {}),
    ({"pool": "(0)d6"}, ["highest(pool)", "pool"], {}),
    ({"pool": "2d4", "same": "pool"}, ["highest(same)", "lowest(pool)", "same"], {}),
    ({"pool": "dice"}, ["highest(pool)", "pool"], {"dice": "3d4"}),
    ({}, ["highest(dice)"], {"dice": "3d4"}),
    ({"pool": "4d6"}, ["count(pool, = 6)", "has(pool, 1)"], {}),
    ({"pool": "4d6"}, ["count(pool, >= target)", "highest(pool)", "pool"], {"target": 5}),
    ({"target": "d3", "pool": "3d4"}, ["count(pool, >= target)", "target", "count(pool, 4)"], {}),
    ({"pool": "3d4"}, ["count(pool, >= d3)", "highest(pool)"], {}),
    ({"pool": "4d4"}, ["pairs(pool)", "sets(pool, 3)", "alike(pool)"], {}),
    ({"pool": "4d4kh3"}, ["nth(pool, 2)", "nth(pool, -1)", "nth(pool, 4)", "count(pool)"], {}),
    ({"pool": "4d4dh1"}, ["nth(pool, -2)", "highest(pool)"], {}),
    ({"pool": "3d4ro1"}, ["faces(pool)", "pairs(pool)"], {}),
    ({"pool": "4dF"}, ["lowest(pool)", "count(pool, < 0)", "pool"], {}),
    ({"pool": "{d4, d6, d6}"}, ["pairs(pool)", "nth(pool, 2)"], {}),
    ({"pool": "2d4", "same": "pool"}, ["pairs(same)", "has(pool, 4)", "faces(same)"], {}),
    ({"pool": "3d4>=3"}, ["pool", "pairs(pool)", "natural(pool)"], {}),
    ({"pool": "3d4"}, ["mine", "pairs(pool)"], {"mine": "count(pool, = 4)"}),
    ({"pool": "if dice > 0 then (dice)d6 else 2d6kl1"}, ["highest(pool)", "count(pool, 6) > 1"], {"dice": 3}),
    ({"pool": "if dice > 0 then (dice)d6 else 2d6kl1"}, ["highest(pool)", "count(pool, 6) > 1"], {"dice": 0}),
    ({"n": "d3", "pool": "if n > 1 then (n)d4 else {d6, 2}"}, ["lowest(pool)", "pairs(pool)", "n"], {}),
    ({"kind": 'if (d4) > 2 then "fire" else "cold"'}, ['if kind = "fire" then d4 else 0', "kind"], {}),
    # steps that are done with once another is known
    ({"a": "d4", "b": "d4", "past": "a >= b or natural(a) = 4", "c": "d4", "hit": "c > 2"}, ["past and hit"], {}),
    ({"a": "d4", "past": "a > 2 and a != 4", "b": "d4", "also": "b > 2"}, ["if past then a + also else 0", "past"], {}),
    ({"a": "d4", "over": "a > 2", "b": "if over then a else d4"}, ["b", "over"], {}),
    (
        {"a": "d4", "same": "a > 2 or a = 1", "twice": "same and a < 4"},
        ["same", "twice", "if same then 1 else same"],
        {},
    ),
    ({"a": "d4", "over": "a > 2 and a < 4"}, ["if over then late else 0"], {"late": "a + d4"}),
]


@pytest.mark.parametrize(("steps", "results", "values"), CASES)
def test_joint_odds_equal_every_roll(steps: Steps, results: list[str], values: dict[str, Any]) -> None:
    distribution = ask(steps, results, values)
    assert distribution.exact
    assert chances(distribution) == brute_force(steps, results, values)


def test_a_critical_hit_is_the_natural_20_that_also_hits() -> None:
    steps = {
        "attack": "d20 + 5",
        "damage": "2d6 + 3 + (if natural(attack) = 20 then maximum(2d6) else 0)",
    }
    outcome = "if natural(attack) = 20 then 2 else if attack >= 15 then 1 else 0"
    distribution = ask(steps, [outcome, "if attack >= 15 then damage else 0"], {})
    assert chances(distribution.marginal(0)) == {0: Fraction(9, 20), 1: Fraction(1, 2), 2: Fraction(1, 20)}
    assert distribution.given(0, 2).marginal(1).mean == 22
    assert distribution.given(0, 1).marginal(1).mean == 10
    assert distribution.marginal(1).mean == Fraction(1, 20) * 22 + Fraction(1, 2) * 10


def test_six_blows_of_one_turn_are_worked_out_beside_each_other() -> None:
    blows = range(6)
    attacks = {f"attack {n}": "d20 + 5" for n in blows}
    harm = "if natural(`attack {0}`) = 20 then 2d8 else if `attack {0}` >= 15 then d8 else 0"
    steps = attacks | {f"harm {n}": harm.format(n) for n in blows}
    distribution = ask(steps, [" + ".join(f"`harm {n}`" for n in blows)], {})
    assert distribution.exact
    assert distribution.marginal(0).mean == 6 * (Fraction(1, 20) * 9 + Fraction(1, 2) * Fraction(9, 2))


def test_a_step_that_nothing_asks_for_is_not_worked_out() -> None:
    steps = {"a": "d6", "broken": "1 / (a - a)"}
    assert ask(steps, ["if a > 6 then broken else a"], {}).marginal(0).mean == Fraction(7, 2)
    with pytest.raises(ProblemError, match="divides by zero"):
        ask(steps, ["if a > 5 then broken else a"], {})


def test_a_step_sees_the_value_that_it_takes_its_name_from() -> None:
    distribution = ask({"level": "level + d4"}, ["level", "level"], {"level": 10})
    assert chances(distribution) == {(n, n): Fraction(1, 4) for n in range(11, 15)}


def test_a_long_chain_of_steps_is_no_deeper_than_at_the_table() -> None:
    steps = {"s0": "d6"} | {f"s{n}": f"(((s{n - 1} + 1)))" for n in range(1, 50)}
    assert ask(steps, ["s49"], {}).marginal(0).mean == Fraction(7, 2) + 49


def test_a_step_that_asks_for_a_later_one_is_a_problem() -> None:
    with pytest.raises(ProblemError, match="nothing here is called b"):
        ask({"a": "b + 1", "b": "a + 1"}, ["a"], {})


def test_dear_steps_are_estimated_with_the_same_dependence() -> None:
    steps = {"big": "1000d1000", "other": "big + 1000d1000"}
    distribution = ask(steps, ["other > big", "big - big"], {})
    assert not distribution.exact
    assert distribution.samples >= 20
    assert set(distribution.weights) == {(True, 0)}


def test_simulated_steps_work_out_a_maximum_once_for_all_rolls(monkeypatch: pytest.MonkeyPatch) -> None:
    from rollbook.engine import odds as odds_module

    asked: list[object] = []
    real = odds_module._odds

    def counting(expression: Any, *others: Any) -> Any:
        asked.append(expression)
        return real(expression, *others)

    monkeypatch.setattr(odds_module, "_odds", counting)
    distribution = ask({"a": "1000d1000000", "b": "a + maximum(w)"}, ["b - a", "a > b"], {"w": "2d6"})
    assert distribution.samples > 20
    assert set(distribution.weights) == {(12, False)}
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("steps", "values"),
    [
        ({"pool": "3d6 + 1"}, {}),
        ({"pool": "if d6 > 3 then 3d6 else 2d6 + 1"}, {}),
        ({"pool": "3d6", "sum": "pool + 0", "same": "sum"}, {}),
        ({}, {"pool": 5}),
        ({}, {"pool": "2d6 + 1"}),
    ],
)
@pytest.mark.parametrize("others", [[], ["pool"], ["pairs(pool)", "pool"]])
def test_what_is_one_number_has_no_dice_to_read(steps: Steps, values: dict[str, Any], others: list[str]) -> None:
    name = "same" if "same" in steps else "pool"
    results = [f"highest({name})", *others]
    for attempt in (ask, brute_force):
        with pytest.raises(ProblemError) as refused:
            attempt(steps, results, values)
        problem = refused.value.problem
        assert (problem.code, problem.start, problem.end) == ("unreadable-dice", 8, 8 + len(name))


@pytest.mark.parametrize(
    ("pool", "results"),
    [
        ("12d10", ["count(pool, >= 8)", "has(pool, 1)"]),
        ("20d6", ["count(pool, >= 5)", "count(pool, 1) * 2 > count(pool)"]),
        ("15d10", ["alike(pool)", "pairs(pool)"]),
        ("20d6kh5", ["highest(pool)", "nth(pool, 5)"]),
        ("10d10ro1", ["count(pool, >= 8)", "lowest(pool)"]),
    ],
)
def test_large_pools_are_counted_by_what_is_asked_of_them(pool: str, results: list[str]) -> None:
    """Twelve dice of ten sides have 293,930 sets: whoever lists them is over the budget."""
    distribution = ask({"pool": pool}, results, {})
    assert distribution.exact
    for place, result in enumerate(results):
        alone = ask({"pool": pool}, [result], {}).marginal(0)
        assert chances(distribution.marginal(place)) == chances(alone)


def test_what_a_branch_that_is_not_taken_would_refuse_is_no_problem() -> None:
    distribution = ask({"pool": "3d4"}, ["if level > 3 then nth(pool, 0) else pairs(pool)", "pool"], {"level": 1})
    assert chances(distribution.marginal(0)) == {0: Fraction(24, 64), 1: Fraction(40, 64)}


def test_a_cell_may_ask_of_dice_what_nobody_sees_in_the_steps() -> None:
    class Cells:
        def lookup(self, key: object, column: str) -> Any:
            return parse("pool")

    steps = [("pool", parse("3d4"))]
    results = [parse("has(pool, 4)"), parse("lookup(cells, 1, text)")]
    distribution = joint_odds(steps, results, {}, {"cells": Cells()})
    assert chances(distribution.marginal(1)) == chances(ask({}, ["3d4"], {}).marginal(0))


def test_a_step_that_asks_for_the_same_dice_twice_throws_them_once() -> None:
    """Once for the critical and once for the comparison: 11 of 20 faces hit, and the 20 is one of them."""
    data = {
        "calculator": "strike",
        "sentence": "hits {chance of hit}",
        "steps": [
            {"attack": "d20 + 2"},
            {"critical": "natural(attack) = 20"},
            {"hit": "critical or attack > 11"},
            {"damage": "1d4 + (if critical then 4 else 0)"},
        ],
        "outcomes": [{"when": "hit", "text": "Hit.", "label": "Hit"}, {"otherwise": "Miss.", "label": "Miss"}],
    }
    calculator = read_calculator(data)
    assert isinstance(calculator, Calculator), calculator
    (said,) = say(calculator, {}, speech("en"))[1]
    assert said.name == "11/20"
