"""Dice of one term while its modifiers work on them, one modifier after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .exact import meets
from .nodes import FUDGE, Exact, Node
from .rolled import Die, Rolled
from .state import State

Test = Callable[[Exact], bool]


class Item:
    """One die, or one member of a group, that modifiers keep, drop, count or change.

    `earlier` are throws that were thrown again, `later` those that a compounding explosion put on top.
    """

    __slots__ = ("earlier", "face", "kept", "later", "marks", "order", "value")

    def __init__(self, face: Exact, order: int, mark: str = "") -> None:
        self.face = face
        self.value = face
        self.order = order
        self.kept = True
        self.marks: tuple[str, ...] = (mark,) if mark else ()
        self.earlier: list[tuple[Exact, int]] = []
        self.later: list[tuple[Exact, int]] = []

    def mark(self, mark: str) -> None:
        if mark not in self.marks:
            self.marks += (mark,)


class Pool:
    """The items of one term. For a group `sides` is 0 and nothing can be thrown.

    `parts` collects what was rolled for counts, sides and modifiers; `score` is set by counting successes.
    """

    __slots__ = ("faces", "items", "node", "parts", "score", "sides", "state")

    def __init__(self, state: State, node: Node, sides: int, faces: tuple[Exact, ...]) -> None:
        self.state = state
        self.node = node
        self.sides = sides
        self.faces = faces
        self.items: list[Item] = []
        self.parts: list[Rolled] = []
        self.score: int | None = None

    def throw(self, count: int, mark: str = "") -> list[Item]:
        """How many -> new items, not yet among the pool's."""
        first = self.state.thrown
        faces = self.state.throw(self.node, count, self.sides, self.faces)
        return [Item(face, first + place, mark) for place, face in enumerate(faces)]

    def kept(self) -> list[Item]:
        return [item for item in self.items if item.kept]

    @property
    def low(self) -> Exact:
        return min(self.faces) if self.faces else 1

    @property
    def high(self) -> Exact:
        return max(self.faces) if self.faces else self.sides

    def total(self) -> Exact:
        """-> the successes where they were counted, or else the sum of what is kept."""
        return sum([item.value for item in self.items if item.kept]) if self.score is None else self.score

    def natural(self) -> Exact:
        """-> what the kept dice show, without those that explosions added."""
        return sum([item.face for item in self.items if item.kept and "added" not in item.marks])

    def dice(self) -> tuple[Die, ...]:
        """-> the dice as rolled, in the order they are shown."""
        made: list[Die] = []
        for item in self.items:
            for face, order in item.earlier:
                made.append(self._die(face, face, order, False, ("rerolled",)))
            made.append(self._die(item.face, item.value, item.order, item.kept, item.marks))
            for face, order in item.later:
                made.append(self._die(face, 0, order, item.kept, ("compounded",)))
        return tuple(made)

    def _die(self, face: Exact, value: Exact, order: int, kept: bool, marks: tuple[str, ...]) -> Die:
        natural = "highest" if face == self.high else "lowest" if face == self.low else ""
        return Die(self.sides, face, value, order, kept, natural, marks, self.faces == FUDGE)


def any_of(conditions: Sequence[tuple[str, Exact]]) -> Test:
    """Operators with their numbers -> whether a value meets one of them."""
    if len(conditions) == 1:
        operator, bound = conditions[0]
        return lambda value: meets(operator, value, bound)
    return lambda value: any(meets(operator, value, bound) for operator, bound in conditions)


def always(conditions: Sequence[tuple[str, Exact]], sides: int, faces: tuple[Exact, ...]) -> bool:
    """Conditions, a die (`faces` empty: 1 to `sides`) -> whether every face meets one of them."""
    test = any_of(conditions)
    if faces:
        return all(map(test, faces))
    # A gap between conditions begins or ends beside one of their numbers, or at an end of the die: looking there
    # is enough, and a die may have a million sides.
    near = {1, sides}.union(*[range(int(bound // 1) - 1, int(bound // 1) + 3) for _, bound in conditions])
    return all(test(face) for face in near if 1 <= face <= sides)
