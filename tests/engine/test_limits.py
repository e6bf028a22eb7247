"""Hostile and huge expressions: always a problem or a result, and the same limit everywhere."""

from __future__ import annotations

import sys

import pytest
from rollbook.engine import limits
from rollbook.engine.dice import seeded
from rollbook.engine.parse import parse
from rollbook.engine.problem import ProblemError
from rollbook.engine.roll import roll
from rollbook.engine.show import sentence, spoken
from rollbook.words import speech


def code_of(text: str, values: dict[str, str] | None = None) -> str:
    with pytest.raises(ProblemError) as caught:
        roll(text, values or {}, seeded(1))
    problem = caught.value.problem
    assert 0 <= problem.start <= problem.end <= len(text)
    assert problem.message
    return problem.code


HOSTILE = [
    ("999999999d999999999", "too-many-dice"),
    ("1d999999999", "too-many-sides"),
    ("9**9**9", "too-large"),
    ("9**9**9**9**9**9", "too-large"),
    ("(1/9)**-999999", "too-large"),
    ("999999999999999*999999999999999", "too-large"),
    ("1/0", "division-by-zero"),
    ("1//0", "division-by-zero"),
    ("1%0", "division-by-zero"),
    ("0**-1", "division-by-zero"),
    ("1d6/(1-1)", "division-by-zero"),
    ("-" * 100_000 + "1", "too-long"),
    ("-" * 900 + "1", "too-deep"),
    ("(" * 5_000 + "1" + ")" * 5_000, "too-long"),
    ("(" * 450 + "1" + ")" * 450, "too-deep"),
    ("{" * 450 + "1" + "}" * 450, "too-deep"),
    ("not " * 200 + "true", "too-deep"),
    ("if 1 then 1 else " * 55 + "1" + "+(" * 20, "too-deep"),
    ("2**" * 300 + "2", "too-deep"),
    ("floor(" * 160, "too-deep"),
    ("1d(" * 300, "too-deep"),
    ("d1!", "endless-explosion"),
    ("d6!>0", "endless-explosion"),
    ("d1000000!!>=1", "endless-explosion"),
    ("d6r<=6", "endless-reroll"),
    ("d{2,4}r{2}", "missing-operator"),
    ("d6r<4r>3", "endless-reroll"),
    ("d1000000r<1000000", "too-many-dice"),
    ("1000d6+" * 10 + "1000d6", "too-many-dice"),
    ("1000d2r1+" * 11 + "1", "too-many-dice"),
    ("adv(" * 30 + "1" + ")" * 30, "too-many-steps"),
    ("1" + "0" * 990, "too-large"),
    ("0." + "1" * 990, "too-large"),
    ("1/3**31/7**17", "too-large"),
    ("(0-1)d6", "negative-amount"),
    ("4d6kh(0-1)", "negative-amount"),
    ("\0", "unexpected"),
    ("1\x001", "missing-operator"),
]


@pytest.mark.parametrize(("text", "code"), HOSTILE, ids=[text[:24] for text, _ in HOSTILE])
def test_hostile_text_is_a_problem(text: str, code: str) -> None:
    assert code_of(text) == code


def test_cycles_and_towers_of_names() -> None:
    assert code_of("a", {"a": "a"}) == "name-cycle"
    tower = {f"n{number}": f"n{number + 1} + 1" for number in range(200)}
    assert code_of("n0", tower) == "too-deep"
    doubling = {f"n{number}": f"n{number + 1} + n{number + 1}" for number in range(20)} | {"n20": "1"}
    assert code_of("n0", doubling) == "too-many-steps"


def test_each_limit_is_reached_and_not_passed() -> None:
    source = seeded(2)
    assert roll("1000d1", rng=source).total == limits.MAX_DICE_PER_TERM
    assert code_of("1001d1") == "too-many-dice"
    assert roll("+".join(["1000d1"] * 10), rng=source).total == limits.MAX_DICE_PER_ROLL
    assert 1 <= int(roll("d1000000", rng=source).total) <= limits.MAX_SIDES
    assert roll("10**15", rng=source).total == limits.MAX_INTEGER
    assert code_of("10**15 + 1") == "too-large"
    assert roll("(" * 64 + "1" + ")" * 64, rng=source).total == 1
    assert code_of("(" * 65 + "1" + ")" * 65) == "too-deep"
    assert roll("1" + " " * 999, rng=source).total == 1
    assert code_of("1" + " " * 1_000) == "too-long"


def test_a_die_stops_exploding_at_the_limit() -> None:
    made = roll("d1000!>1", rng=_Highest())
    assert len(made.dice) == 1 + limits.MAX_EXPLOSIONS
    assert made.total == 1000 * 101


class _Highest:
    """Dice that always show their highest face."""

    def throw(self, count: int, sides: int) -> list[int]:
        return [sides] * count

    def pick(self, count: int, faces: tuple[object, ...]) -> list[object]:
        return [faces[-1]] * count


def test_long_chains_need_no_deep_stack() -> None:
    made = roll("1+" * 499 + "d6", rng=seeded(3))
    assert 500 <= int(made.total) <= 505
    assert sentence(made, speech("en"))
    assert spoken(made, speech("en"))
    assert roll("adv(" + "1+" * 400 + "d6)", rng=seeded(3)).dice[0].kept in (True, False)


def test_the_deepest_expression_fits_a_small_stack() -> None:
    # Python allows 1,000 calls inside each other, and a build or a page has some of its own around the engine's.
    text = "max(1," * 63 + "d6" + ")" * 63
    frames = _deepest_call(lambda: sentence(roll(parse(text), rng=seeded(1)), speech("en")))
    assert frames < 500


def _deepest_call(work: object) -> int:
    depth = deepest = 0

    def trace(frame: object, event: str, argument: object) -> None:
        nonlocal depth, deepest
        depth += {"call": 1, "return": -1}.get(event, 0)
        deepest = max(deepest, depth)

    before = sys.getprofile()
    sys.setprofile(trace)
    try:
        work()  # type: ignore[operator]
    finally:
        sys.setprofile(before)
    return deepest
