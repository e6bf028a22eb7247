"""Roll -> a sentence: `Attack: 17, from d20 (12) + 5`, for eyes and, with signs as words, for ears."""

from __future__ import annotations

from .breakdown import breakdown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from .breakdown import Span
    from .nodes import Value
    from .roll import Roll
    from .rolled import Die

    Write: TypeAlias = Callable[[Value], str]
    Say: TypeAlias = Callable[[str, bool], str]

_MANY_DICE = 30
_SIGNS = frozenset("+-−–×*/÷<>=≤≥≠!%")
_DOUBLE_SIGNS = frozenset(("<=", ">=", "!=", "==", "<>", "//", "**"))
_VULGAR = {(1, 2): "½", (1, 4): "¼", (3, 4): "¾", (1, 3): "⅓", (2, 3): "⅔"}
# Longer signs first: they are replaced one after the other.
_SPOKEN = (
    *(("<=", " at most "), (">=", " at least "), ("!=", " other than "), ("//", " divided, rounded down, by ")),
    *(("≤", " at most "), ("≥", " at least "), ("≠", " other than "), ("**", " to the power of ")),
    *(("−", " minus "), ("–", " minus "), ("-", " minus "), ("+", " plus "), ("×", " times "), ("*", " times ")),
    *(("÷", " divided by "), ("/", " divided by "), ("<", " less than "), (">", " more than "), ("=", " equals ")),
    *(("(", " "), (")", " "), ("[", ", "), ("]", ""), (" vs ", " against ")),
)


def sentence(roll: Roll, title: str = "") -> str:
    """Roll, what it is for -> a sentence that shows every die."""
    return _with_title(title, _sentence(roll, number_text, _spaced))


def spoken(roll: Roll, title: str = "") -> str:
    """Roll, what it is for -> the sentence as it should sound: signs are words, minus 2 is not a dash."""
    return _with_title(title, _sentence(roll, number_words, _say))


def number_text(value: Value) -> str:
    """Value -> how it is written: a typographic minus, 3½ for a common fraction, yes and no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value or "nothing"
    sign = "−" if value < 0 else ""
    size = max(value, -value)
    if isinstance(size, int):
        return f"{sign}{size}"
    number, rest = divmod(size.numerator, size.denominator)
    vulgar = _VULGAR.get((rest, size.denominator))
    if vulgar:
        return f"{sign}{number or ''}{vulgar}"
    return f"{sign}{size.numerator}/{size.denominator}"


def number_words(value: Value) -> str:
    """Value -> how it sounds: `minus 2`, `10 over 3`."""
    written = number_text(value)
    return written if isinstance(value, str) else written.replace("−", "minus ").replace("/", " over ")


def _with_title(title: str, text: str) -> str:
    return f"{title}: {text}" if title else text


def _sentence(roll: Roll, write: Write, say: Say) -> str:
    spans = breakdown(roll)
    total = write(roll.total)
    if all(span.kind == "text" for span in spans):
        return total
    said = "".join([say(span.text, span is spans[0]) if span.kind == "text" else _term(span, write) for span in spans])
    return f"{total}, from {' '.join(said.split())}"


def _spaced(text: str, opening: bool) -> str:
    """Words between terms, whether they open the expression -> the same with a space on each side of an operator."""
    pieces: list[str] = []
    operand_next = opening
    place = 0
    while place < len(text):
        piece = text[place : place + 2] if text[place : place + 2] in _DOUBLE_SIGNS else text[place]
        place += len(piece)
        if piece[0] in _SIGNS:
            # Where an operand is due, the sign belongs to it: -1d4.
            pieces.append(piece if operand_next else f" {piece} ")
            operand_next = True
        else:
            pieces.append(piece)
            operand_next = piece in "(,{" if piece != " " else operand_next
    return "".join(pieces)


def _say(text: str, opening: bool) -> str:
    for sign, words in _SPOKEN:
        text = text.replace(sign, words)
    return text


def _term(span: Span, write: Write) -> str:
    """A term -> its words, and in parentheses what it came to."""
    words = " ".join(span.text.strip("`").split())
    return f"{words} ({_came_to(span, write)})"


def _came_to(span: Span, write: Write) -> str:
    if span.kind == "choice":
        return ", ".join([write(value) if kept else f"dropped {write(value)}" for value, kept in span.rolls])
    total = write(span.value)
    if len(span.dice) > _MANY_DICE:
        return f"{len(span.dice)} dice: {total}"
    dice = ", ".join([_die(die, write) for die in span.dice])
    if span.kind == "name":
        return f"{total}: {dice}" if len(span.dice) > 1 else total
    kept = [die for die in span.dice if die.kept]
    # Where the dice do not simply add up (successes counted, a die that only says how many) the result is said.
    adds_up = sum([die.value for die in kept]) == span.value and not any(die.marks for die in kept)
    return dice if adds_up and dice else f"{dice}: {total}" if dice else total


def _die(die: Die, write: Write) -> str:
    """Die -> its face and what became of it, in few words."""
    shown = write(die.face)
    if die.sides == 20 and die.natural and die.kept:
        shown = f"natural {shown}"
    if "rerolled" in die.marks:
        return f"{shown} rerolled"
    # A compounding die counts for those on top of it, which are shown after it.
    carries_others = "exploded" in die.marks and "added" not in die.marks
    if die.value != die.face and not carries_others and "compounded" not in die.marks:
        shown += f" counting as {write(die.value)}"
    for mark, words in (("exploded", "exploding"), ("success", "success"), ("failure", "failure")):
        if mark in die.marks:
            shown += f" {words}"
    return shown if die.kept else f"dropped {shown}"
