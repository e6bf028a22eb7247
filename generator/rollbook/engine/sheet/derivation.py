"""A derivation under way: what a character's values and bonuses come to, as far as they are worked out."""

from __future__ import annotations

from collections.abc import Sequence

from ..exact import truth
from ..expression import Expression, names_in, text_meaning
from ..lean import frozen
from ..nodes import Value
from ..problem import Problem, ProblemError
from ..quantity import Quantity
from ..roll import roll
from ..state import Meaning
from ..table import meaning_of
from . import Derived, Field, PointPool, Sheet
from .character import Character


class Track:
    """A track or clock: its field, the name of its greatest, and the names that this follows from."""

    __slots__ = ("field", "greatest", "most", "needs")

    def __init__(self, field: Field, most: Expression) -> None:
        self.field = field
        self.most = most
        self.greatest = f"{field.name}.max"
        self.needs = frozenset([name.name for name in names_in(most.root)])


class Facts:
    """What follows from a sheet alone, found once: characters are worked out again and again.

    `reached`: by field, each part that formulas reach in it and the name they use; `added_to`: the names that a
    bonus may be added to.
    """

    __slots__ = ("added_to", "reached", "tracks")

    def __init__(self, sheet: Sheet) -> None:
        self.reached = {field.name: [(part, f"{field.name}.{part}") for part in field.parts] for field in sheet.fields}
        self.tracks = tuple([Track(field, field.most) for field in sheet.fields if field.most is not None])
        numbers = [field.name for field in sheet.fields if field.kind in ("number", "points")]
        self.added_to = frozenset((*numbers, *[derived.name for derived in sheet.derived]))


def facts_of(sheet: Sheet) -> Facts:
    """Sheet -> what follows from it, worked out when first asked for."""
    facts = sheet.memo.get("facts")
    if facts is None:
        facts = sheet.memo["facts"] = Facts(sheet)
    assert isinstance(facts, Facts)
    return facts


@frozen
class Bonus:
    """An amount that is added to the value of this name, and the words that say where it comes from."""

    name: str
    source: str
    amount: Quantity


class Derivation:
    """A derivation under way: the values and bonuses known so far, and the problems."""

    __slots__ = (
        *("asked", "bonuses", "character", "facts", "names"),
        *("problems", "sheet", "tracks", "unrolled", "values"),
    )

    def __init__(self, sheet: Sheet, character: Character) -> None:
        self.sheet = sheet
        self.character = character
        self.values: dict[str, Value] = {}
        self.names: dict[str, Meaning] = {}
        self.bonuses: list[Bonus] = []
        self.problems: list[Problem] = []
        self.asked: list[str] = []
        self.unrolled: list[str] = []
        self.facts = facts_of(sheet)
        # Looked at after every derived value, so those that have come are left out.
        self.tracks: Sequence[Track] = self.facts.tracks
        if sheet.levels is not None:
            self.put("level", sheet.levels.start + len(character.levels))
            self.put("XP", character.xp)

    def copy(self) -> Derivation:
        """-> another that goes its own way from here."""
        other = Derivation(self.sheet, self.character)
        other.values, other.names = {**self.values}, {**self.names}
        other.bonuses, other.problems = [*self.bonuses], [*self.problems]
        other.asked, other.unrolled, other.tracks = [*self.asked], [*self.unrolled], self.tracks
        return other

    def put(self, name: str, value: Value) -> None:
        """A name's value, for formulas and for expressions still to be asked."""
        self.values[name] = value
        self.names[name] = meaning_of(value)

    def put_text(self, name: str, text: str) -> None:
        """What a reader wrote or chose: never an expression, whatever it looks like."""
        self.values[name] = text
        self.names[name] = text_meaning(text)

    def ask(self, expression: Expression) -> Value:
        """Expression without dice -> what it comes to with the values known so far."""
        return roll(expression, self.names, None, self.sheet.tables).total

    def holds(self, when: Expression | None) -> bool:
        """A condition, or none -> whether it holds."""
        return when is None or truth(self.ask(when), when.root)

    def applies(self, when: Expression | None, label: str) -> bool:
        """A condition, or none, and what it is for -> whether it holds; one that cannot be answered is reported."""
        try:
            return self.holds(when)
        except ProblemError as error:
            self.report_inside(error.problem, label)
            return False

    def concerns(self, derived: Derived) -> bool:
        """A derived value -> whether its condition holds; one that waits for dice concerns nobody yet."""
        try:
            return self.holds(derived.when)
        except ProblemError as error:
            if error.problem.code != "unknown-name" or not self.unrolled:
                self.report_inside(error.problem, derived.label)
            return False

    def bonus(self, name: str) -> Quantity:
        """A name -> the sum of what is added to it."""
        return sum((bonus.amount for bonus in self.bonuses if bonus.name == name), start=0)

    def report(self, code: str, message: str, *path: str | int, **values: object) -> None:
        """Gather a problem with the character; its path leads into the character's JSON."""
        self.problems.append(Problem(code, message, 0, 0, "", path, tuple(values.items())))

    def report_inside(self, problem: Problem, label: str, *path: str | int) -> None:
        """Gather a problem that came up in a formula, with the label of what the formula is for."""
        message, values = f"{label}: {problem.message}", (*problem.values, ("about", label))
        self.problems.append(Problem(problem.code, message, 0, 0, "", path, values))


@frozen
class PointsSpent:
    """Points of one pool: how many there are, and how many are spent."""

    name: str
    label: str
    points: Quantity
    spent: Quantity

    @property
    def left(self) -> Quantity:
        """How many may still be spent; below zero where too many are."""
        return self.points - self.spent


def check_points(found: Derivation) -> tuple[PointsSpent, ...]:
    """A derivation with all its values -> the state of every pool; broken limits are reported."""
    return tuple(_check_pool(found, pool) for pool in found.sheet.pools)


def _check_pool(found: Derivation, pool: PointPool) -> PointsSpent:
    fields = [field for field in found.sheet.fields if field.kind == "points" and field.pool == pool.name]
    written = {field.name: _number(found.character.fields.get(field.name, 0)) for field in fields}
    gained = sum((_number(level.points.get(pool.name, 0)) for level in found.character.levels), start=0)
    state = PointsSpent(pool.name, pool.label, _ask(found, pool.spend) + gained, sum(written.values(), start=0))
    if state.left < 0:
        message = f"{pool.label}: {state.spent} points are spent, but there are only {state.points}"
        found.report("too-many-points", message, "fields", label=pool.label, spent=state.spent, points=state.points)
    least, most = _ask(found, pool.least), None if pool.most is None else _ask(found, pool.most)
    for field in fields:
        value = written[field.name] + (found.bonus(field.name) if pool.with_bonuses else 0)
        if value < least:
            message = f"{field.label} is {value}, but must be at least {least}"
            found.report("too-low", message, "fields", field.name, label=field.label, least=least)
        if most is not None and value > most:
            message = f"{field.label} is {value}, but can be at most {most}"
            found.report("too-high", message, "fields", field.name, label=field.label, most=most)
    return state


def _ask(found: Derivation, expression: Expression) -> Quantity:
    """A limit -> its number; one that cannot be worked out yet counts as 0 and is reported."""
    try:
        return _number(found.ask(expression))
    except ProblemError as error:
        found.problems.append(error.problem)
        return 0


def _number(value: object) -> Quantity:
    return 0 if isinstance(value, str) else value  # type: ignore[return-value]  # texts are no points
