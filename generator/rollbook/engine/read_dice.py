"""Reading dice: `4d6`, `d%`, `dF`, `d{1,2,4}`, `(1d4)d(level)`; their modifiers are in read_modifiers.py."""

from __future__ import annotations

from .nodes import FUDGE, Binary, Dice, Exact, FaceDice, Node, Number
from .scan import Reader

# What may follow the F of `4dF` directly; with any other letter it is a word, such as `dfence`.
_AFTER_FUDGE = frozenset("kdrms!")


def starts_dice(low: str, pos: int) -> bool:
    """Folded text, place -> whether `d6`, `d%`, `dF`, `d{…}` or `d(…)` begins there."""
    if low[pos] != "d":
        return False
    following = low[pos + 1]
    if following == "f":
        after = low[pos + 2]
        return after in _AFTER_FUDGE or not (after.isalnum() or after == "_")
    return following in "0123456789%{("


def read_dice(reader: Reader, count: Node | None, start: int) -> Dice | FaceDice:
    """At the `d`; the count before it -> the dice."""
    reader.pos += 1
    pos = reader.pos
    following = reader.low[pos]
    if following == "{":
        faces = _read_faces(reader)
        return FaceDice(count, faces, start, reader.pos)
    if following == "f":
        reader.pos += 1
        return FaceDice(count, FUDGE, start, reader.pos)
    if following == "%":
        reader.pos += 1
        return Dice(count, Number(100, pos, reader.pos), start, reader.pos)
    sides = read_amount(reader)
    assert sides is not None  # starts_dice saw its first character
    return Dice(count, sides, start, reader.pos)


def read_digit_dice(reader: Reader, count: Node | None, start: int) -> Binary | None:
    """At the `d`; the count before it -> `d66`, `d666` or `d88`, dice that are read as digits; None for other dice.

    They are a sum like that of a phrase, so that rolls, odds and tables know all about them; `d(66)` has 66 sides.
    """
    sides = next((name for name in ("666", "66", "88") if reader.low.startswith(name, reader.pos + 1)), "")
    end = reader.pos + 1 + len(sides)
    if not sides or reader.low[end].isdigit():
        return None
    if count is not None and not (isinstance(count, Number) and count.value == 1):
        message = f"the dice of d{sides} are read as digits, so throw one at a time"
        raise reader.problem("digits-once", message, start, end, f"{reader.text[start : reader.pos]}d({sides})")
    if reader.low[end].isalpha() or reader.low[end] == "!":
        message = f"the dice of d{sides} are read as digits, so none can be kept, dropped or rerolled"
        raise reader.problem("digits-whole", message, start, reader.word_end(end) or end, f"d{sides}")
    reader.pos = end
    die = Dice(None, Number(int(sides[0]), start, end), start, end)
    digits: Node = die
    for place in range(1, len(sides)):
        tens = Binary("*", die, Number(10**place, start, end), start, end)
        digits = tens if digits is die else Binary("+", tens, digits, start, end)
    return Binary("+", digits, die, start, end)


def read_amount(reader: Reader) -> Node | None:
    """-> the whole number or parenthesised expression that stands directly here, or None."""
    start = reader.pos
    value = reader.whole()
    if value is not None:
        return Number(value, start, reader.pos)
    return reader.parenthesis() if reader.low[start] == "(" else None


def read_signed(reader: Reader) -> Number | None:
    """-> `3`, `-1` or `1½`, whatever a face may be worth; None for anything else."""
    start = reader.pos
    negative = reader.take("-")
    value = reader.number()
    if value is None:
        reader.pos = start
        return None
    return Number(-value if negative else value, start, reader.pos)


def _read_faces(reader: Reader) -> tuple[Exact, ...]:
    """At the `{` of `d{1, 2, -4}` -> the faces."""
    opening = reader.pos
    faces: list[Exact] = []
    while True:
        reader.pos += 1
        reader.skip()
        face = read_signed(reader)
        if face is None:
            message = "a die's faces are numbers with commas between them, as in d{1, 2, 4, 4}"
            raise reader.problem("bad-face", message, reader.pos)
        faces.append(face.value)
        closing = reader.skip()
        if closing == "}":
            reader.pos += 1
            return tuple(faces)
        if closing != ",":
            raise reader.unclosed("}", opening)
