"""The tree as rolled: what every part of an expression came to, with every die that was thrown."""

from __future__ import annotations

from .lean import frozen
from .nodes import Exact, Node, Value


@frozen
class Die:
    """One throw of one die.

    `face` is what it shows, `value` what it counts as (bounds and penetration change that, and a compounding die
    counts for those thrown on top of it). `order` is its place among all throws of the roll. `natural` is "lowest"
    or "highest" when it shows such a face. `marks` are words among those of MARKS. `fudge`: a die that shows −, 0 or +.
    """

    sides: int
    face: Exact
    value: Exact
    order: int
    kept: bool
    natural: str
    marks: tuple[str, ...]
    fudge: bool = False

    def to_json(self) -> dict[str, object]:
        """Die -> what every user of a roll's JSON relies on."""
        return {"sides": self.sides, "face": plain(self.face), "kept": self.kept}


MARKS = {
    "rerolled": "thrown again, so this throw does not count",
    "exploded": "earned another throw",
    "added": "thrown because another die exploded or was added to",
    "compounded": "counts within the die before it",
    "success": "counted as a success",
    "failure": "counted as a failure",
}


class Rolled:
    """What a node came to.

    `parts` are the parts that were rolled, in that order: branches not taken are missing. `dice` are a dice term's
    own, in the order they are shown. `natural` is what the dice of the first dice term show, None without dice.
    `dropped` marks a group's member or one of an advantage's two rolls that does not count. `earlier` is the roll of an
    earlier step that a name stands for. It never changes, though nothing refuses: rolls make many of them.
    """

    __slots__ = ("dice", "dropped", "earlier", "natural", "node", "parts", "value")

    def __init__(
        self,
        node: Node,
        value: Value,
        parts: tuple[Rolled, ...] = (),
        dice: tuple[Die, ...] = (),
        natural: Exact | None = None,
        dropped: bool = False,
        earlier: object = None,
    ) -> None:
        self.node = node
        self.value = value
        self.parts = parts
        self.dice = dice
        self.natural = natural
        self.dropped = dropped
        self.earlier = earlier

    def without_effect(self) -> Rolled:
        """Rolled -> the same, dropped with all its dice."""
        parts = tuple([part.without_effect() for part in self.parts])
        dice = tuple([dropped_die(die) for die in self.dice])
        return Rolled(self.node, self.value, parts, dice, self.natural, True, self.earlier)

    def all_dice(self) -> list[Die]:
        """Rolled -> every die in it, in the order thrown."""
        dice = list(self.dice)
        waiting = list(self.parts)
        while waiting:
            part = waiting.pop()
            dice += part.dice
            waiting += part.parts
        dice.sort(key=lambda die: die.order)
        return dice


def dropped_die(die: Die) -> Die:
    return Die(die.sides, die.face, die.value, die.order, False, die.natural, die.marks, die.fudge)


def plain(value: Value) -> int | bool | str:
    """Value -> JSON: fractions as exact text."""
    return value if isinstance(value, (int, str)) else str(value)
