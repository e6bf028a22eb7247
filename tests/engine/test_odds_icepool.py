"""A thousand expressions that seeds choose have the same odds here and in icepool, which counts in ways of its own."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from rollbook.engine.odds import odds

from .test_odds import chances

icepool = pytest.importorskip("icepool", reason="icepool is a test-only oracle: `make test` sets it up")

Pair = tuple[str, Any]  # our text, icepool's die


def _plain_die(rng: Random) -> Pair:
    if rng.random() < 0.15:
        return "dF", icepool.Die([-1, 0, 1])
    if rng.random() < 0.2:
        faces = [rng.randint(-2, 9) for _ in range(rng.randint(1, 5))]
        return "d{" + ", ".join(map(str, faces)) + "}", icepool.Die(faces)
    sides = rng.choice((2, 3, 4, 6, 8, 10, 12, 20))
    return f"d{sides}", icepool.d(sides)


def _changed_die(rng: Random) -> Pair:
    """A die with rerolls or bounds."""
    text, die = _plain_die(rng)
    low, high = min(die.outcomes()), max(die.outcomes())
    kind = rng.randint(0, 5)
    if kind == 0 and low != high:
        return f"{text}r={low}" if low < 0 else f"{text}r{low}", die.reroll([low], depth="inf")
    if kind == 1 and low != high:
        return f"{text}ro<={low}", die.reroll([low], depth=1)
    if kind == 2:
        return f"{text}mi{max(low + 1, 0)}", die.map(lambda face: max(face, max(low + 1, 0)))
    if kind == 3:
        return f"{text}ma{max(high - 1, 0)}", die.map(lambda face: min(face, max(high - 1, 0)))
    return text, die


def _sum(rng: Random) -> Pair:
    text, die = _changed_die(rng)
    count = rng.randint(1, 6)
    return f"{count}{text}", count @ die


def _kept(rng: Random) -> Pair:
    text, die = _changed_die(rng)
    count, kind = rng.randint(1, 5), rng.choice(("kh", "kl", "dh", "dl"))
    number = rng.randint(1, count)
    pool = f"{count}{text}{kind}{number}"
    if kind in ("kh", "kl"):
        return pool, die.highest(count, number) if kind == "kh" else die.lowest(count, number)
    if number == count:
        return pool, icepool.Die([0])
    return pool, die.lowest(count, count - number) if kind == "dh" else die.highest(count, count - number)


def _middle(rng: Random) -> Pair:
    text, die = _plain_die(rng)
    count = rng.randint(3, 5)
    return f"{count}{text}dh1dl1", die.keep(count, slice(1, count - 1))


def _exploding(rng: Random) -> Pair:
    """One die: icepool takes a second for two that may explode a hundred times each."""
    sides, kind, bonus = rng.choice((4, 6, 8)), rng.choice(("!", "!!")), rng.randint(0, 9)
    return f"1d{sides}{kind} + {bonus}", icepool.d(sides).explode([sides], depth=100) + bonus


def _counted(rng: Random) -> Pair:
    text, die = _plain_die(rng)
    count, bound = rng.randint(1, 8), rng.randint(0, 8)
    if rng.random() < 0.5:
        return f"{count}{text}>={bound}", count @ die.map(lambda face: int(face >= bound))
    return f"{count}{text}>={bound}f<=1", count @ die.map(lambda face: int(face >= bound) - int(face <= 1))


def _term(rng: Random, depth: int) -> Pair:
    kinds = [_sum, _kept, _middle, _counted]
    if depth <= 0 or rng.random() < 0.5:
        return rng.choice(kinds)(rng)
    return rng.choice([_arithmetic, _extreme, _twice, _chosen, _group])(rng, depth - 1)


def _bare(rng: Random, depth: int) -> Pair:
    text, die = _term(rng, depth)
    return f"({text})", die


def _arithmetic(rng: Random, depth: int) -> Pair:
    (left, a), (right, b) = _bare(rng, depth), _bare(rng, 0)
    number = rng.randint(1, 5)
    return rng.choice(
        [
            lambda: (f"{left} + {right}", a + b),
            lambda: (f"{left} - {right}", a - b),
            lambda: (f"{left} + {number}", a + number),
            lambda: (f"{number} * {left}", number * a),
            lambda: (f"{left} // {number}", a // number),
            lambda: (f"{left} % {number}", a % number),
            lambda: (f"{left} / {number}", a.map(lambda value: Fraction(value, number))),
            lambda: (f"abs({left})", abs(a)),
        ]
    )()


def _extreme(rng: Random, depth: int) -> Pair:
    (left, a), (right, b) = _term(rng, 0), _term(rng, 0)
    if rng.random() < 0.5:
        return f"max({left}, {right})", icepool.highest(a, b)
    return f"min({left}, {right})", icepool.lowest(a, b)


def _twice(rng: Random, depth: int) -> Pair:
    text, die = _term(rng, 0)
    return (f"adv({text})", die.highest(2)) if rng.random() < 0.5 else (f"dis({text})", die.lowest(2))


def _chosen(rng: Random, depth: int) -> Pair:
    (left, a), (right, b) = _bare(rng, 0), _bare(rng, 0)
    (then, yes), (otherwise, no) = _term(rng, 0), _term(rng, 0)
    return f"if {left} >= {right} then {then} else {otherwise}", (a >= b).if_else(yes, no)


def _group(rng: Random, depth: int) -> Pair:
    members = [_small(rng) for _ in range(rng.randint(2, 4))]
    number = rng.randint(1, len(members))
    text = "{" + ", ".join(text for text, _ in members) + "}" + f"kh{number}"
    return text, icepool.highest(*(die for _, die in members), keep=number)


def _small(rng: Random) -> Pair:
    sides, bonus = rng.choice((2, 3, 4, 6)), rng.randint(0, 3)
    return f"1d{sides} + {bonus}", icepool.d(sides) + bonus


def _compared(rng: Random, depth: int) -> Pair:
    (left, a), (right, b) = _bare(rng, depth), _bare(rng, 0)
    operators: list[tuple[str, Callable[[], Any]]] = [
        (">=", lambda: a >= b),
        (">", lambda: a > b),
        ("<", lambda: a < b),
        ("<=", lambda: a <= b),
    ]
    sign, compare = rng.choice(operators)
    return f"{left} {sign} {right}", compare()


def _some_expression(rng: Random) -> Pair:
    kind = rng.random()
    if kind < 0.05:
        return _exploding(rng)
    return _compared(rng, 2) if kind < 0.2 else _term(rng, 2)


@pytest.mark.parametrize("batch", range(20))
def test_odds_equal_icepool(batch: int) -> None:
    for seed in range(batch * 50, batch * 50 + 50):
        text, die = _some_expression(Random(seed))
        distribution = odds(text)
        assert distribution.exact, text
        expected = {outcome: Fraction(ways, die.denominator()) for outcome, ways in die.items()}
        assert chances(distribution) == expected, text


def _read_one_by_one(rng: Random) -> Pair:
    """A pool, perhaps with some dice dropped, and a function that reads its dice."""
    text, die = _changed_die(rng)
    count, kept = rng.randint(1, 9), rng.randint(1, 9)
    text, pool = f"{count}{text}kh{kept}", die.pool(count).keep(slice(-kept, None))
    bound, place = rng.randint(-1, 8), rng.randint(1, min(count, kept))
    size = rng.randint(2, 4)
    meeting = {outcome for outcome in die.outcomes() if outcome >= bound}
    return rng.choice(
        [
            lambda: (f"count({text}, >= {bound})", pool.keep_outcomes(meeting).size()),
            lambda: (f"has({text}, {bound})", pool.keep_outcomes({bound}).size() > 0),
            lambda: (f"pairs({text})", (pool // 2).unique().size()),
            lambda: (f"sets({text}, {size})", (pool // size).unique().size()),
            lambda: (f"alike({text})", pool.largest_count()),
            lambda: (f"nth({text}, {place})", die.keep(count, -place)),
            lambda: (f"nth({text}, -{place})", die.keep(count, max(count - kept, 0) + place - 1)),
        ]
    )()


@pytest.mark.parametrize("batch", range(10))
def test_dice_read_one_by_one_equal_icepool(batch: int) -> None:
    for seed in range(batch * 100, batch * 100 + 100):
        text, die = _read_one_by_one(Random(seed))
        distribution = odds(text)
        assert distribution.exact, text
        expected = {outcome: Fraction(ways, die.denominator()) for outcome, ways in die.items()}
        assert chances(distribution) == expected, text
