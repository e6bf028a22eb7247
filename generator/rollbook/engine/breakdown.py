"""Roll -> spans: the author's own words, and beside each dice term and name what it came to.

The spans' texts put together are exactly the expression's text, so that a page can show the rule as it is written
with the dice in their places. Where the text around a roll calls a number otherwise than its formula does, `called`
says so, and the span has the text's own words.
"""

from __future__ import annotations

from collections.abc import Mapping

from .lean import frozen
from .nodes import Call, Dice, FaceDice, Group, Modified, Name, Value
from .roll import Roll
from .rolled import Die, Rolled, plain

_NO_WORDS: Mapping[str, str] = {}


@frozen
class Piece:
    """A piece of the expression.

    `kind` is "text" (words that stay as they are), "dice" (a term with its dice), "choice" (a group, or advantage
    and disadvantage: `rolls` are the totals it chose from, each with whether it counts) or "name" (a name, a phrase
    of the book or a function whose own words say nothing of the value; with the dice thrown for it, if any).
    """

    kind: str
    text: str
    value: Value = ""
    dice: tuple[Die, ...] = ()
    rolls: tuple[tuple[Value, bool], ...] = ()

    def to_json(self) -> dict[str, object]:
        """Piece -> plain data for the page."""
        if self.kind == "text":
            return {"kind": self.kind, "text": self.text}
        return {
            "kind": self.kind,
            "text": self.text,
            "value": plain(self.value),
            "dice": [_die_json(die) for die in self.dice],
            "rolls": [{"value": plain(value), "kept": kept} for value, kept in self.rolls],
        }


def breakdown(roll: Roll, called: Mapping[str, str] = _NO_WORDS) -> tuple[Piece, ...]:
    """Roll, what its names are called in the text around it -> its spans, left to right."""
    text = roll.expression.text
    root = roll.rolled
    spans = [Piece("text", text[: root.node.start]), *_spans(root, text), Piece("text", text[root.node.end :])]
    return tuple([_renamed(span, called) for span in _joined(spans)] if called else _joined(spans))


def _renamed(span: Piece, called: Mapping[str, str]) -> Piece:
    words = called.get(span.text) if span.kind == "name" else None
    return span if words is None else Piece("name", words, span.value, span.dice, span.rolls)


def _spans(rolled: Rolled, text: str) -> list[Piece]:
    """Part of a roll -> the spans of its stretch of the text."""
    span = _leaf(rolled, text)
    if span is not None:
        return [span]
    spans = []
    place = rolled.node.start
    for part in sorted(rolled.parts, key=lambda part: part.node.start):
        spans.append(Piece("text", text[place : part.node.start]))
        spans += _spans(part, text)
        place = part.node.end
    spans.append(Piece("text", text[place : rolled.node.end]))
    return spans


def _leaf(rolled: Rolled, text: str) -> Piece | None:
    """Part of a roll -> its span where it is shown as one piece; None where its own parts are shown."""
    node = rolled.node
    words = text[node.start : node.end]
    if _is_choice(node):
        size = len(node.source.members) if isinstance(node, Modified) and isinstance(node.source, Group) else 2
        rolls = tuple([(part.value, not part.dropped) for part in rolled.parts[:size]])
        return Piece("choice", words, rolled.value, tuple(rolled.all_dice()), rolls)
    if isinstance(node, (Dice, FaceDice, Modified)):
        return Piece("dice", words, rolled.value, _with_dice_inside(rolled))
    if isinstance(node, Name) or _is_opaque(node) or _is_phrase(rolled):
        return Piece("name", words, rolled.value, tuple(rolled.all_dice()))
    return None


def _is_choice(node: object) -> bool:
    if isinstance(node, Modified):
        return isinstance(node.source, Group)
    return isinstance(node, Call) and node.function in ("adv", "dis")


def _is_opaque(node: object) -> bool:
    return isinstance(node, Call) and node.function in ("maximum", "minimum", "mean", "lookup")


def _is_phrase(rolled: Rolled) -> bool:
    """Whether the part is a phrase of the book: what it stands for has the same columns as the phrase itself."""
    node = rolled.node
    return any(part.node.start == node.start and part.node.end == node.end for part in rolled.parts)


def _with_dice_inside(rolled: Rolled) -> tuple[Die, ...]:
    """A dice term -> the dice thrown for its count, sides and modifiers, and then its own as they are shown."""
    inside = [die for part in rolled.parts for die in part.all_dice()]
    return (*inside, *rolled.dice)


def _joined(spans: list[Piece]) -> list[Piece]:
    """Spans -> the same without empty ones, neighbouring texts made one."""
    joined: list[Piece] = []
    for span in spans:
        if span.kind == "text" and joined and joined[-1].kind == "text":
            joined[-1] = Piece("text", joined[-1].text + span.text)
        elif span.text:
            joined.append(span)
    return joined


def _die_json(die: Die) -> dict[str, object]:
    shown = die.to_json()
    shown.update(value=plain(die.value), natural=die.natural, marks=list(die.marks))
    if die.fudge:
        shown["fudge"] = True
    return shown
