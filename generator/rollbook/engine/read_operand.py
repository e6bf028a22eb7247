"""Reading one operand: a sign, number, parenthesis, group, dice, choice or word, with all that is attached to it."""

from __future__ import annotations

from .nodes import Call, Dice, FaceDice, Group, If, Node, Number, Unary
from .read_dice import read_dice, read_digit_dice, starts_dice
from .read_modifiers import read_label, read_modifiers
from .read_word import bound_words, read_list, read_word
from .scan import Reader

_NOT_POWER, _UNARY_POWER = 3, 7


def read_operand(reader: Reader, counts: bool) -> Node:
    """Cursor -> the operand there. `counts`: whether a comparison behind dice counts successes."""
    character = reader.skip()
    if character in "-+":
        return _read_sign(reader, character)
    node = _read_bare(reader, character, counts)
    while True:
        following = reader.low[reader.pos]
        if following == "[":
            node = read_label(reader, node)
        elif following in " (" and (function := bound_words(reader)):
            node = _read_bound(reader, node, function)
        else:
            return node


def _read_sign(reader: Reader, sign: str) -> Unary:
    start = reader.pos
    reader.pos += 1
    reader.enter()
    body = reader.read(reader, _UNARY_POWER, counts=False)
    reader.depth -= 1
    return Unary(sign, body, start, body.end)


def _read_bare(reader: Reader, character: str, counts: bool) -> Node:
    """The operand without labels and bounds; dice and groups come with their modifiers."""
    start = reader.pos
    count: Node | None = None
    value = reader.number()
    if value is not None:
        count = Number(value, start, reader.pos)
    elif character == "(":
        count = reader.parenthesis()
    elif character == "{":
        members = read_list(reader, "}")
        if not members:
            raise reader.problem("missing-operand", "there is nothing in this group", start, reader.pos)
        return _with_modifiers(reader, Group(members, start, reader.pos), counts)
    if reader.low[reader.pos] == "d" and starts_dice(reader.low, reader.pos):
        digits = read_digit_dice(reader, count, start)
        return digits or _with_modifiers(reader, read_dice(reader, count, start), counts)
    if count is not None:
        return count
    if character in "in":
        word = reader.low[start : reader.word_end(start)]
        if word == "if":
            return _read_choice(reader)
        if word == "not":
            return _read_not(reader)
    return read_word(reader)


def _with_modifiers(reader: Reader, source: Dice | FaceDice | Group, counts: bool) -> Node:
    node = read_modifiers(reader, source, counts)
    reader.dice_end = reader.pos
    return node


def _read_not(reader: Reader) -> Unary:
    start = reader.pos
    reader.pos += len("not")
    reader.enter()
    body = reader.read(reader, _NOT_POWER)
    reader.depth -= 1
    return Unary("not", body, start, body.end)


def _read_choice(reader: Reader) -> If:
    """At `if` -> the condition and both branches."""
    start = reader.pos
    parts: list[Node] = []
    reader.enter()
    for word in ("if", "then", "else"):
        reader.skip()
        if not (reader.take(word) and not reader.low[reader.pos].isalnum()):
            message = f"this if needs a {word}, as in: if level > 3 then 2d6 else 1d6"
            raise reader.problem("missing-" + word, message, start, reader.pos, word)
        parts.append(reader.read(reader))
    reader.depth -= 1
    condition, then, otherwise = parts
    return If(condition, then, otherwise, start, otherwise.end)


def _read_bound(reader: Reader, node: Node, function: str) -> Call:
    """At `(with a minimum of`; what stands before it -> the larger of both (for a maximum the smaller)."""
    reader.skip()
    opening = reader.pos
    reader.pos += 1
    while reader.skip().isalpha():
        end = reader.letters_end(reader.pos)
        word = reader.low[reader.pos : end]
        if word not in ("with", "a", "minimum", "min", "maximum", "max", "of"):
            break
        reader.pos = end + (reader.low[end] == ".")
    limit = reader.inside(")", opening)
    reader.pos += 1
    return Call(function, (node, limit), node.start, reader.pos)
