"""Expression, values, a source of chance -> Roll: the total, and every die that led to it.

A short way to the total of what most rolls are: numbers and plain dice added up, perhaps with the best kept. It throws
the same dice in the same order as the plan does, and only adds them up. The tree as rolled is worked out from the faces
when someone looks at it; a simulation, which only wants totals, never does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .dice import DiceSource, Given, Seeded, given
from .expression import Expression, names_in, spine
from .limits import MAX_DICE_PER_ROLL, MAX_DICE_PER_TERM, MAX_INTEGER, MAX_SIDES
from .nodes import Binary, Dice, Exact, Keep, Modified, Node, Number, Value
from .parse import parse
from .plan import plan
from .readings import kept_items
from .rolled import Die, Rolled, plain
from .state import LookupTable, Meaning, State
from .vocabulary import EMPTY


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


_NOTHING: Mapping[str, Meaning] = {}
_NO_TABLES: Mapping[str, LookupTable] = {}


class Roll:
    """What an expression came to.

    The tree as rolled is worked out when first asked for where only the total was needed so far: from the faces
    thrown, so that it says the same whenever it is looked at.
    """

    __slots__ = ("_faces", "_rolled", "expression", "total")

    expression: Expression
    total: Value

    def __init__(
        self, expression: Expression, total: Value, rolled: Rolled | None, faces: list[int] | None = None
    ) -> None:
        self.expression = expression
        self.total = total
        self._rolled = rolled
        self._faces = faces

    @property
    def rolled(self) -> Rolled:
        """The tree as rolled."""
        if self._rolled is None:
            state = State(given(self._faces or ()), _NOTHING, _NO_TABLES)
            self._rolled = plan(self.expression).run(state)
        return self._rolled

    @property
    def natural(self) -> Exact | None:
        """What the kept dice of the first dice term show, before anything is added; None without dice."""
        return self.rolled.natural

    @property
    def items(self) -> tuple[Exact, ...] | None:
        """What its kept dice or members count as, one by one; None where they cannot be told apart."""
        return kept_items(self.rolled)

    @property
    def dice(self) -> tuple[Die, ...]:
        """Every die in the order thrown."""
        return tuple(self.rolled.all_dice())

    def to_json(self) -> dict[str, object]:
        """Roll -> the shape that `rollbook roll --json` prints."""
        return {
            "expression": self.expression.text,
            "total": plain(self.total),
            "dice": [die.to_json() for die in self.dice],
        }

    def __repr__(self) -> str:
        return f"Roll({self.expression.text!r}, {self.total})"


def roll(
    expression: Expression | str,
    values: Mapping[str, Meaning] = _NOTHING,
    rng: DiceSource | None = None,
    tables: Mapping[str, LookupTable] = _NO_TABLES,
) -> Roll:
    """Expression, what its names stand for, chance, tables to look up in -> Roll.

    Without `rng` it must throw no dice. Steps that share dice (a calculator's) pass earlier Rolls in `values`, and
    the same `rng` each time.
    """
    if not isinstance(expression, Expression):
        expression = EMPTY.parsed.get(expression) or parse(expression)
    if isinstance(rng, Seeded):
        memo = expression.memo
        simple = memo["sum"] if "sum" in memo else memo.setdefault("sum", plain_sum(expression.root))
        if isinstance(simple, PlainSum):
            total, faces = simple.throw(rng)
            return Roll(expression, total, None, faces)
    rolled = plan(expression).run(State(given(()) if rng is None else rng, values, tables))
    return Roll(expression, rolled.value, rolled)


def roll_faces(
    expression: Expression | str,
    faces: Iterable[Exact],
    values: Mapping[str, Meaning] = _NOTHING,
    tables: Mapping[str, LookupTable] = _NO_TABLES,
) -> Roll:
    """Expression, exactly the faces that its dice show in the order thrown -> Roll; left-over faces are a problem."""
    source = Given(faces)
    rolled = roll(expression, values, source, tables)
    source.finish()
    return rolled


def free_names(expression: Expression | str, values: Mapping[str, Meaning] | None = None) -> tuple[str, ...]:
    """Expression, what is known already -> names to ask for; those inside named expressions are among them."""
    known = values or {}
    free: dict[str, None] = {}
    seen: set[str] = set()
    waiting = [expression if isinstance(expression, Expression) else parse(expression)]
    while waiting:
        for name in (node.name for node in names_in(waiting.pop(0).root)):
            if name in seen:
                continue
            seen.add(name)
            if name not in known:
                free[name] = None
                continue
            meaning = known[name]
            if isinstance(meaning, str):
                meaning = parse(meaning)
            if isinstance(meaning, Expression):
                waiting.append(meaning)
    return tuple(free)
