"""Expression text -> the tree as written. content/guide/04-notation.md says what may be written and what it means.

1. Fold the text: case, typographic signs and spaces; columns stay.
2. Read operands with all that is attached to them: words (read_word.py), dice (read_dice.py), their modifiers
   (read_modifiers.py).
3. Join them by precedence climbing into a tree that knows its columns.
"""

from __future__ import annotations

from .expression import Expression
from .nodes import Binary, Call, Count, Dice, FaceDice, Group, If, Labelled, Modified, Name, Node, Number, Unary
from .problem import ProblemError
from .read_dice import read_dice, read_digit_dice, starts_dice
from .read_modifiers import compares_with_dice, read_label, read_modifiers
from .read_word import bound_words, read_list, read_word
from .scan import COMPARISONS, Reader, read_comparison
from .vocabulary import EMPTY, Vocabulary

_OR, _AND, _COMPARE, _ADD, _MULTIPLY, _POWER = 1, 2, 4, 5, 6, 8
_ARITHMETIC = {"+": _ADD, "-": _ADD, "*": _MULTIPLY, "/": _MULTIPLY, "%": _MULTIPLY, "//": _MULTIPLY, "**": _POWER}
_WORDS = {"or": _OR, "and": _AND, "vs": _COMPARE}


def parse(text: str, vocabulary: Vocabulary = EMPTY) -> Expression:
    """Text, the book's phrases -> Expression. The same text again is answered from the vocabulary's memory."""
    known = vocabulary.parsed.get(text)
    if known is not None:
        return known
    reader = Reader(text, vocabulary, read_expression)
    root = read_expression(reader)
    if reader.skip() != "\0" or not reader.at_end():
        raise _left_over(reader, root)
    return vocabulary.remember(Expression(text, root))


def read_expression(reader: Reader, power: int = 0, counts: bool = True) -> Node:
    """Cursor -> everything from there that binds tighter than `power`.

    `counts`: a comparison right after dice counts successes. Behind an arithmetic sign it must not, since
    `1d20 + 1d6 >= 15` would then add a count to a d20, which nobody means.
    """
    left = _read_operand(reader, counts)
    compared = False
    while True:
        end = reader.pos
        operator, its_power = _operator(reader)
        if its_power <= power:
            reader.pos = end
            return left
        if reader.dice_end == end:
            _check_behind_dice(reader, operator, left)
        if its_power == _COMPARE:
            if compared:
                message = "comparisons don't chain: join two of them with and"
                raise reader.problem("chained-comparison", message, end, reader.pos, "and")
            compared = True
        left = _join(reader, operator, its_power, left)


def _operator(reader: Reader) -> tuple[str, int]:
    """-> the operator that stands next, passed, and how tightly it binds; 0 when there is none."""
    character = reader.skip()
    pos = reader.pos
    if character in _ARITHMETIC:
        double = reader.low[pos : pos + 2]
        operator = double if double in _ARITHMETIC else character
        reader.pos += len(operator)
        return operator, _ARITHMETIC[operator]
    if character in COMPARISONS or reader.low.startswith("!=", pos):
        return read_comparison(reader), _COMPARE
    if character in "oav":
        end = reader.word_end(pos)
        word = reader.low[pos:end]
        reader.pos = end
        return word, _WORDS.get(word, 0)
    return "", 0


def _join(reader: Reader, operator: str, power: int, left: Node) -> Node:
    """Operator just passed, its left side -> the operation with its right side."""
    reader.enter()
    # A power binds to the right, 2**3**2 is 2**9, and takes a sign with it, 2**-1.
    right = read_expression(reader, power - 1 if operator == "**" else power, counts=power <= _AND)
    reader.depth -= 1
    if operator == "vs":
        return Call("margin", (left, right), left.start, right.end)
    return Binary(operator, left, right, left.start, right.end)


def _check_behind_dice(reader: Reader, operator: str, left: Node) -> None:
    """Operator right behind dice, what stands before it -> nothing, or a problem where it has two readings."""
    counted = left.body if isinstance(left, Labelled) else left
    if isinstance(counted, Modified):
        unclear = operator in _ARITHMETIC and isinstance(counted.modifiers[-1], Count)
        message = "this could change the count or the number compared with: put parentheses around one of them"
    else:
        unclear = isinstance(left, (Binary, Unary)) and operator in COMPARISONS and not compares_with_dice(reader)
        message = "this could count successes of the last dice or compare all before it: put that in parentheses"
    if unclear:
        whole = reader.text[left.start : reader.dice_end]
        raise reader.problem("ambiguous-comparison", message, left.start, reader.pos, f"({whole})")


def _left_over(reader: Reader, root: Node) -> ProblemError:
    """A whole expression and something behind it -> what is wrong there."""
    start = reader.pos
    character = reader.low[start]
    if character in ")}]":
        opening = {")": "(", "}": "{", "]": "["}[character]
        return reader.problem("unexpected", f"this {character} has no opening {opening}", start)
    end = reader.word_end(start)
    if end == start:
        message = f"an operator is missing before {reader.text[start : start + 1]}"
        return reader.problem("missing-operator", message, start)
    word = reader.text[start:end]
    if word in "dD":
        message = "d must be followed by the number of sides, as in d6"
        return reader.problem("missing-sides", message, start, end, "d6")
    if isinstance(root, Binary):
        root = root.right
    if isinstance(root, Name) and character.isalpha():
        name = " ".join(reader.text[root.start : end].split())
        message = f"a name of several words goes in back quotes: `{name}`"
        return reader.problem("missing-operator", message, root.start, end, f"`{name}`")
    return reader.problem("missing-operator", f"an operator is missing before {word}", start, end)


_NOT_POWER, _UNARY_POWER = 3, 7


def _read_operand(reader: Reader, counts: bool) -> Node:
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
