"""Ways to count how independent parts combine, without enumerating them.

Weights are dictionaries from values to whole numbers. They are read as polynomials where that is faster: the weight of
`v` is the coefficient of x^v, so that adding independent parts multiplies polynomials and adding n equal dice raises
one to the n-th power.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import gcd, lcm

from ..exact import number, truth
from ..lean import Any, TypeAlias, TypeVar
from ..nodes import Exact, Node, Value
from .budget import FRACTION, PAIR, Budget

Weights: TypeAlias = dict[Exact, int]  # numbers only: what can be added up
Chances: TypeAlias = dict[Value, int]
Key = TypeVar("Key")


# Below this many pairs a plain double loop is faster than packing polynomials into big integers.
_FEW_PAIRS = 600


def bits(weights: dict[Any, int]) -> int:
    """Weights -> how many bits the largest chance needs: the size that arithmetic on them is charged by."""
    return sum(weights.values()).bit_length()


def combine(
    function: Callable[[Any, Any], Any], left: dict[Any, int], right: dict[Any, int], budget: Budget
) -> dict[Any, int]:
    """Function of two independent values -> the weights of its results, by looking at every pair."""
    dear = 1 if is_whole(left) and is_whole(right) else FRACTION
    budget.spend(len(left) * len(right) * PAIR * dear, bits(left) + bits(right))
    result: dict[Any, int] = {}
    for a, ways_a in left.items():
        for b, ways_b in right.items():
            value = function(a, b)
            result[value] = result.get(value, 0) + ways_a * ways_b
    return result


def convolve(left: Weights, right: Weights, budget: Budget) -> Weights:
    """Two independent parts -> their sum."""
    if len(left) == 1 or len(right) == 1:
        return _shift(left, right) if len(left) == 1 else _shift(right, left)
    pairs, size = len(left) * len(right), bits(left) + bits(right)
    if pairs > _FEW_PAIRS and is_dense(left) and is_dense(right):
        return _multiply_packed(left, right, size, budget)
    budget.spend(pairs * (1 if is_whole(left) and is_whole(right) else PAIR * FRACTION), size)
    result: Weights = {}
    for a, ways_a in left.items():
        for b, ways_b in right.items():
            result[a + b] = result.get(a + b, 0) + ways_a * ways_b
    return result


def repeat(part: Weights, times: int, budget: Budget) -> Weights:
    """One part, how many alike and independent -> their sum."""
    if times == 0:
        return {0: 1}
    if times == 1:
        return part
    if len(part) == 1:
        ((value, ways),) = part.items()
        return {value * times: ways**times}
    if is_dense(part) and (counts := _power(part, times, budget)):
        low = times * min(part)
        return {low + k: ways for k, ways in enumerate(counts) if ways}
    half = repeat(part, times // 2, budget)
    doubled = convolve(half, half, budget)
    return convolve(doubled, part, budget) if times % 2 else doubled


def highest_of(parts: Iterable[Weights], budget: Budget) -> Weights:
    """Independent parts -> the highest of them: all stay within v exactly when each does."""
    return _extreme(list(parts), budget, descending=False)


def lowest_of(parts: Iterable[Weights], budget: Budget) -> Weights:
    """Independent parts -> the lowest of them."""
    return _extreme(list(parts), budget, descending=True)


def mix(branches: Iterable[tuple[int, dict[Key, int]]]) -> dict[Key, int]:
    """Weights of cases and what happens in each -> what happens, over a common total."""
    cases = [(share, chances, sum(chances.values())) for share, chances in branches]
    if len(cases) == 1:
        return cases[0][1]
    common = lcm(*(total for _, _, total in cases))
    result: dict[Key, int] = {}
    for share, chances, total in cases:
        factor = share * (common // total)
        for value, ways in chances.items():
            result[value] = result.get(value, 0) + ways * factor
    # Cases scaled to one total often share a factor; without it conditional steps would grow without end.
    shared = gcd(*result.values())
    return {value: ways // shared for value, ways in result.items()} if shared > 1 else result


def mapped(function: Callable[[Any], Any], chances: dict[Any, int]) -> dict[Any, int]:
    """Function of one value, chances -> the chances of its results."""
    result: dict[Any, int] = {}
    for value, ways in chances.items():
        made = function(value)
        result[made] = result.get(made, 0) + ways
    return result


def as_numbers(chances: Chances, node: Node) -> Weights:
    """Chances of values -> of numbers; a problem if one is text."""
    if is_whole(chances):
        return chances  # type: ignore[return-value]  # just looked
    return mapped(lambda value: number(value, node), chances)


def truths(chances: Chances, node: Node) -> tuple[int, int]:
    """Chances -> the weights of false and of true."""
    holds = sum(ways for value, ways in chances.items() if truth(value, node))
    return sum(chances.values()) - holds, holds


def compare(operator: str, left: Weights, right: Weights, budget: Budget) -> Chances:
    """`<`, `<=`, `>` or `>=` between two long lists of numbers -> the chances of false and true, by running totals."""
    budget.spend(2 * (len(left) + len(right)), bits(left) + bits(right))
    if operator in (">", ">="):
        left, right = right, left
    rising = sorted(left)
    holds = below = place = 0
    for bound in sorted(right):
        while place < len(rising) and (rising[place] < bound or (rising[place] == bound and "=" in operator)):
            below += left[rising[place]]
            place += 1
        holds += below * right[bound]
    fails = sum(left.values()) * sum(right.values()) - holds
    return {value: ways for value, ways in ((False, fails), (True, holds)) if ways}


def _shift(single: Weights, other: Weights) -> Weights:
    ((offset, factor),) = single.items()
    if factor == 1:
        return {value + offset: ways for value, ways in other.items()} if offset else other
    return {value + offset: ways * factor for value, ways in other.items()}


def is_whole(weights: dict[Any, int]) -> bool:
    """Whether all values are whole numbers, and no truth values either."""
    return set(map(type, weights)) <= {int}


def is_dense(weights: Weights) -> bool:
    """Whether the values are whole numbers close enough together to be stored as a list."""
    return is_whole(weights) and max(weights) - min(weights) < 8 * len(weights)


def _multiply_packed(left: Weights, right: Weights, size: int, budget: Budget) -> Weights:
    """Two dense parts -> their sum, by one product of big integers that hold a coefficient in each slot."""
    width = size // 8 + 1
    low_left, low_right = int(min(left)), int(min(right))
    slots = int(max(left) - low_left + max(right) - low_right) + 1
    budget.spend(_cost_of_product(slots, width))
    product = _pack(left, low_left, width) * _pack(right, low_right, width)
    data = product.to_bytes(slots * width, "little")
    low = low_left + low_right
    counts = (int.from_bytes(data[k * width : (k + 1) * width], "little") for k in range(slots))
    return {low + k: ways for k, ways in enumerate(counts) if ways}


def _pack(weights: Weights, low: int, width: int) -> int:
    slots = [weights.get(value, 0).to_bytes(width, "little") for value in range(low, int(max(weights)) + 1)]
    return int.from_bytes(b"".join(slots), "little")


def _cost_of_product(slots: int, width: int) -> int:
    """Slots of the product, bytes of each -> operations. Python multiplies integers of n digits in n**1.58 steps."""
    return 4 * slots + int((slots * width * 8 / 60) ** 1.58) // 8


def _power(part: Weights, times: int, budget: Budget) -> list[int]:
    """Dense part, times -> coefficients of its power from the lowest up; [] where squaring it is cheaper."""
    low = int(min(part))
    span = int(max(part)) - low
    size = times * bits(part)
    if len(part) == span + 1 and all(ways == 1 for ways in part.values()):
        budget.spend((times * span // 2 + 1) * 3, size)
        return _power_of_uniform(span + 1, times)
    operations = (times * span + 1) * len(part)
    if operations * (1 + size / 480) > 1.5 * _cost_of_product(times * span + 1, size // 8 + 1):
        return []
    budget.spend(operations, size)
    return _power_by_terms(part, low, span, times)


def _power_of_uniform(sides: int, times: int) -> list[int]:
    """Faces 0 to sides-1, dice -> ways to each sum, three products for each instead of one for every face.

    P = ((1 - x^s) / (1 - x))^n fulfils (1 - x)(1 - x^s) P' = n (1 - s x^(s-1) + (s-1) x^s) P; comparing the
    coefficients of x^(k-1) gives the k-th from those at k-1, k-s and k-s-1. The second half mirrors the first.
    """
    top = times * (sides - 1)
    counts = [1]
    for k in range(1, top // 2 + 1):
        ways = (times + k - 1) * counts[k - 1]
        if k >= sides:
            ways -= (times * sides - k + sides) * counts[k - sides]
            if k > sides:
                ways += (times * (sides - 1) - k + sides + 1) * counts[k - sides - 1]
        counts.append(ways // k)
    return counts + counts[(top - 1) // 2 :: -1] if top else counts


def _power_by_terms(part: Weights, low: int, span: int, times: int) -> list[int]:
    """Dense part, times -> coefficients of its power, by Euler's recurrence p P' = n p' P."""
    first = part[low]
    others = [(int(value) - low, ways) for value, ways in sorted(part.items()) if value != low]
    counts = [first**times]
    for k in range(1, times * span + 1):
        ways = 0
        for step, factor in others:
            if step > k:
                break
            ways += ((times + 1) * step - k) * factor * counts[k - step]
        counts.append(ways // (k * first))
    return counts


def _extreme(parts: list[Weights], budget: Budget, *, descending: bool) -> Weights:
    """Parts -> their highest (or lowest, seen from the top down): differences of the product of running totals."""
    values = sorted({value for part in parts for value in part}, reverse=descending)
    budget.spend(2 * len(values) * len(parts), sum(bits(part) for part in parts))
    running = [0] * len(parts)
    before, result = 0, {}
    for value in values:
        within = 1
        for index, part in enumerate(parts):
            running[index] += part.get(value, 0)
            within *= running[index]
        if within != before:
            result[value] = within - before
        before = within
    return result
