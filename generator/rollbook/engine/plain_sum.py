"""A short way to the total of what most rolls are: numbers and plain dice added up, perhaps with the best kept.

It throws the same dice in the same order as the plan does, and only adds them up. The tree as rolled is worked out
from the faces when someone looks at it; a simulation, which only wants totals, never does.
"""

from __future__ import annotations

from .dice import Seeded
from .expression import spine
from .limits import MAX_DICE_PER_ROLL, MAX_DICE_PER_TERM, MAX_INTEGER, MAX_SIDES
from .nodes import Binary, Dice, Keep, Modified, Node, Number


class PlainSum:
    """`constant` and terms (sign, dice, sides, first kept, last kept): the places of the kept dice in rising order."""

    __slots__ = ("constant", "terms")

    def __init__(self, constant: int, terms: list[tuple[int, int, int, int, int]]) -> None:
        self.constant = constant
        self.terms = terms

    def throw(self, rng: Seeded) -> tuple[int, list[int]]:
        """Chance -> the total, and the faces in the order thrown."""
        total = self.constant
        faces: list[int] = []
        for sign, count, sides, first, last in self.terms:
            thrown = rng.throw(count, sides)
            if last - first == count:
                total += sign * sum(thrown)
            else:
                total += sign * sum(sorted(thrown)[first:last])
            faces = faces + thrown if faces else thrown
        return total, faces


def plain_sum(root: Node) -> PlainSum | None:
    """Tree -> the short way, or None where there is none or a limit is near."""
    first, chain = spine(root) if isinstance(root, Binary) else (root, [])
    constant = 0
    terms: list[tuple[int, int, int, int, int]] = []
    for sign, node in [("+", first), *[(link.operator, link.right) for link in chain]]:
        factor = 1 if sign == "+" else -1 if sign == "-" else 0
        if not factor:
            return None
        if isinstance(node, Number) and isinstance(node.value, int):
            constant += factor * node.value
            continue
        term = _term(factor, node)
        if term is None:
            return None
        terms.append(term)
    reach = abs(constant) + MAX_DICE_PER_ROLL * MAX_SIDES
    if sum(term[1] for term in terms) > MAX_DICE_PER_ROLL or reach * len(chain) > MAX_INTEGER:
        return None
    return PlainSum(constant, terms)


def _term(factor: int, node: Node) -> tuple[int, int, int, int, int] | None:
    """Dice whose count, sides and keeping are plain numbers -> a term; None for anything else."""
    keep = None
    if isinstance(node, Modified) and len(node.modifiers) == 1 and isinstance(node.modifiers[0], Keep):
        keep = node.modifiers[0]
        node = node.source
    if not isinstance(node, Dice):
        return None
    count = _plain(node.count, MAX_DICE_PER_TERM)
    sides = _plain(node.sides, MAX_SIDES)
    amount = _plain(keep.number if keep else None, MAX_INTEGER)
    if count is None or not sides or amount is None:
        return None
    amount = min(amount, count)
    if keep is None:
        return factor, count, sides, 0, count
    if keep.kind == "kh":
        return factor, count, sides, count - amount, count
    if keep.kind == "dl":
        return factor, count, sides, amount, count
    return factor, count, sides, 0, amount if keep.kind == "kl" else count - amount


def _plain(node: Node | None, most: int) -> int | None:
    """A whole number as written, or 1 where it is left out -> it; None when it is something else or too large."""
    if node is None:
        return 1
    if isinstance(node, Number) and isinstance(node.value, int) and node.value <= most:
        return node.value
    return None
