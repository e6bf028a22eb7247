"""The fast ways to count agree with enumeration, on dice that a seed chooses."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod
from random import Random

import pytest
from rollbook.engine.odds import odds
from rollbook.engine.odds.budget import Budget, TooCostlyError
from rollbook.engine.odds.counting import combine, convolve, highest_of, lowest_of, mix, repeat
from rollbook.engine.odds.keep_and_drop import kept_total
from rollbook.engine.parse import parse

Weights = dict[int | Fraction, int]


def enumerated(parts: list[Weights], worth: object) -> Weights:
    """Independent parts, a function of a list of their values -> its weights, by looking at every combination."""
    assert callable(worth)
    result: Weights = {}
    for combination in product(*(part.items() for part in parts)):
        value = worth([value for value, _ in combination])
        result[value] = result.get(value, 0) + prod(ways for _, ways in combination)
    return result


def some_die(rng: Random, most: int = 5) -> Weights:
    faces: list[int | Fraction] = [*range(-3, 9), Fraction(1, 2)]
    return {face: rng.randint(1, 4) for face in rng.sample(faces, rng.randint(1, most))}


@pytest.mark.parametrize("seed", range(60))
def test_sums_of_alike_dice(seed: int) -> None:
    rng = Random(seed)
    die, count = some_die(rng), rng.randint(0, 5)
    assert repeat(die, count, Budget()) == enumerated([die] * count, sum)


@pytest.mark.parametrize("sides", range(1, 8))
@pytest.mark.parametrize("count", range(1, 6))
def test_sums_of_plain_dice(sides: int, count: int) -> None:
    die: Weights = dict.fromkeys(range(1, sides + 1), 1)
    assert repeat(die, count, Budget()) == enumerated([die] * count, sum)


def test_a_sum_of_many_dice_has_every_way_that_they_can_fall() -> None:
    sums = repeat(dict.fromkeys(range(1, 7), 1), 1000, Budget())
    assert sum(sums.values()) == 6**1000
    assert (sums[1000], sums[1001], sums[5999], sums[3500]) == (1, 1000, 1000, max(sums.values()))


@pytest.mark.parametrize("seed", range(20))
def test_large_sums_are_packed_without_loss(seed: int) -> None:
    rng = Random(seed)
    left: Weights = {value: rng.getrandbits(200) + 1 for value in range(-20, 30) if rng.random() < 0.7}
    right: Weights = {value: rng.getrandbits(3) + 1 for value in range(5, 60) if rng.random() < 0.7}
    assert convolve(left, right, Budget()) == enumerated([left, right], sum)


@pytest.mark.parametrize("seed", range(30))
def test_highest_and_lowest_of_different_parts(seed: int) -> None:
    rng = Random(seed)
    parts = [some_die(rng) for _ in range(rng.randint(1, 4))]
    assert highest_of(parts, Budget()) == enumerated(parts, max)
    assert lowest_of(parts, Budget()) == enumerated(parts, min)


@pytest.mark.parametrize("seed", range(120))
def test_windows_of_sorted_dice(seed: int) -> None:
    rng = Random(seed)
    die, count = some_die(rng), rng.randint(1, 5)
    first = rng.randint(0, count)
    last = rng.randint(first, count)
    exactly = {face: {face: 1} for face in die}
    kept = kept_total(die, exactly, count, first, last, Budget())
    whole = sum(kept.values())
    expected = enumerated([die] * count, lambda faces: sum(sorted(faces, reverse=True)[first:last]))
    assert {v: Fraction(w, whole) for v, w in kept.items()} == {
        v: Fraction(w, sum(expected.values())) for v, w in expected.items()
    }


def test_cases_are_mixed_by_their_share() -> None:
    # A third of the time certainly a, two thirds of the time a in one of four: 1/3 + 2/3 * 1/4 = 1/2.
    assert mix([(1, {"a": 1}), (2, {"a": 1, "b": 3})]) == {"a": 1, "b": 1}


def test_any_function_of_two_parts() -> None:
    assert combine(lambda a, b: a == b, {1: 1, 2: 1}, {2: 1, 3: 2}, Budget()) == {False: 5, True: 1}


@pytest.mark.parametrize(
    "count_it",
    [
        lambda budget: repeat(dict.fromkeys(range(1, 10**5 + 1), 1), 1000, budget),
        lambda budget: kept_total(
            dict.fromkeys(range(1, 1001), 1), {f: {f: 1} for f in range(1, 1001)}, 500, 0, 250, budget
        ),
        lambda budget: combine(lambda a, b: a, dict.fromkeys(range(3000), 1), dict.fromkeys(range(3000), 1), budget),
    ],
)
def test_what_costs_too_much_is_refused_before_it_is_done(count_it: object) -> None:
    assert callable(count_it)
    with pytest.raises(TooCostlyError):
        count_it(Budget())


def _exploded(sides: int, bursts: int, deepest: int, less: int) -> Iterator[tuple[Fraction, tuple[int, ...]]]:
    """One die that explodes at its highest faces, as deep as is followed -> each way it may fall, and its chance."""
    for face in range(1, sides + 1):
        if face <= sides - bursts:
            yield Fraction(1, sides), (face,)
        elif deepest:
            for chance, more in _exploded(sides, bursts, deepest - 1, less):
                yield chance / sides, (face, more[0] - less, *more[1:])


@pytest.mark.parametrize(
    ("text", "dice", "sides", "bursts", "less", "below"),
    [
        ("3d4!dl1", 3, 4, 1, 0, 12),
        ("3d4!dh1", 3, 4, 1, 0, 9),
        ("2d4!>=3dl1", 2, 4, 2, 0, 9),
        ("3d4!pdl1", 3, 4, 1, 1, 9),
    ],
)
def test_exploding_dice_without_one(text: str, dice: int, sides: int, bursts: int, less: int, below: int) -> None:
    ways = list(_exploded(sides, bursts, 5, less))
    expected: dict[int, Fraction] = {}
    for thrown in product(ways, repeat=dice):
        items = sorted(item for _, fallen in thrown for item in fallen)
        total = sum(items[:-1] if "dh" in text else items[1:])
        expected[total] = expected.get(total, Fraction(0)) + prod(chance for chance, _ in thrown)
    spread = odds(parse(text))
    assert spread.samples == 0
    for total in range(1, below):
        assert abs(spread.exactly(total) - expected.get(total, Fraction(0))) < Fraction(1, 10**15)
