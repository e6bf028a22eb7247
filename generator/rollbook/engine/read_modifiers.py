"""Reading what stands behind dice and groups: `kh3`, `r<2`, `!`, `mi2`, `sd`, `>=8f<=1`, `[fire]`."""

from __future__ import annotations

from collections.abc import Callable

from . import nodes
from .nodes import Node
from .problem import ProblemError
from .read_dice import read_amount, read_signed, starts_dice
from .read_word import read_word
from .scan import COMPARISONS, Reader, read_comparison

_MODIFIERS = frozenset(("kh", "kl", "dh", "dl", "r", "ro", "ra", "mi", "ma", "s", "sa", "sd"))
_DICE_ONLY = frozenset(("r", "ro", "ra", "mi", "ma"))
# What other programs write -> what is written here.
_DIALECTS = {"k": "kh", "d": "dl", "p": "dl", "pl": "dl", "ph": "dh", "e": "!", "x": "!", "xo": "!", "xx": "!!"}
_DIALECTS |= {"rr": "r", "ri": "r", "min": "mi", "max": "ma", "cs": ">=", "cf": "f", "i": "!"}


def read_modifiers(reader: Reader, source: nodes.Dice | nodes.FaceDice | nodes.Group, counts: bool) -> Node:
    """Dice or group just read -> it with modifiers and label. `counts`: whether a comparison counts successes."""
    modifiers: list[nodes.Modifier] = []
    node: Node = source
    while True:
        here = reader.pos
        if reader.low[here] == "[":
            node = read_label(reader, node)
            continue
        modifier = _read_modifier(reader, source, modifiers, counts)
        if modifier is None:
            reader.pos = here
            return node
        if isinstance(source, nodes.Group) and len(source.members) < 2:
            raise _group_of_one(reader, source)
        modifiers.append(modifier)
        pool = nodes.Modified(source, tuple(modifiers), source.start, reader.pos)
        node = nodes.Labelled(pool, node.label, source.start, reader.pos) if isinstance(node, nodes.Labelled) else pool
        if isinstance(modifier, nodes.Count):
            _refuse_more(reader)
            return node


def read_label(reader: Reader, node: Node) -> nodes.Labelled:
    """At `[` -> the node with the words up to `]`; a second label joins the first."""
    start = reader.pos
    end = reader.text.find("]", start)
    if end < 0:
        raise reader.problem("not-closed", "this label has no closing ]", start, len(reader.text), "]")
    reader.pos = end + 1
    label = " ".join(reader.text[start + 1 : end].split())
    if isinstance(node, nodes.Labelled):
        return nodes.Labelled(node.body, f"{node.label}, {label}", node.start, reader.pos)
    return nodes.Labelled(node, label, node.start, reader.pos)


def _read_condition(reader: Reader) -> nodes.Condition | None:
    """-> `<3`, `=1`, `1`, `>=(level)`, `<=target`, or None when no condition stands directly here."""
    start = reader.pos
    operator = read_comparison(reader)
    if not operator:
        value = read_amount(reader)
        return None if value is None else nodes.Condition("=", value, start, reader.pos)
    end = reader.pos
    following = reader.skip()
    value = read_signed(reader) or read_amount(reader)
    if value is None and (following.isalpha() or following == "`") and not starts_dice(reader.low, reader.pos):
        value = read_word(reader)
    if value is None:
        raise reader.problem("missing-number", "a number to compare with is missing after this", start, end)
    return nodes.Condition(operator, value, start, reader.pos)


def _read_modifier(
    reader: Reader, source: nodes.Dice | nodes.FaceDice | nodes.Group, before: list[nodes.Modifier], counts: bool
) -> nodes.Modifier | None:
    """-> the modifier that is here (a space may come first), or None."""
    following = reader.skip()
    if "a" <= following <= "z":
        return _read_lettered(reader, source, before)
    # `2d6!=6` explodes on sixes, as elsewhere; `2d6 != 6` with a space is "not equal".
    unequal = following == "!" and reader.low[reader.pos - 1 : reader.pos + 2] == " !="
    if following == "!" and not unequal:
        return _read_explosion(reader, source)
    if counts and (unequal or following in COMPARISONS):
        return _read_count(reader)
    return None


def compares_with_dice(reader: Reader) -> bool:
    """Behind a comparison -> whether dice or a group stand on this side too: two rolls against each other."""
    here = reader.pos
    while reader.skip() in "+-":
        reader.pos += 1
    reader.whole()
    pos = _behind_parenthesis(reader.low, reader.pos)
    reader.pos = here
    return reader.low[pos] == "{" or starts_dice(reader.low, pos)


def _behind_parenthesis(low: str, pos: int) -> int:
    """Cursor -> behind the parenthesis that opens there, or the same place where none does or none closes."""
    depth = 0
    for place in range(pos, len(low) if low[pos] == "(" else pos):
        depth += {"(": 1, ")": -1}.get(low[place], 0)
        if depth == 0:
            return place + 1
    return pos


def _read_lettered(
    reader: Reader, source: nodes.Dice | nodes.FaceDice | nodes.Group, before: list[nodes.Modifier]
) -> nodes.Modifier | None:
    """At a letter -> its modifier; None when it belongs to something else, such as `then`."""
    start = reader.pos
    end = reader.letters_end(start)
    run = reader.low[start:end]
    known = run in _MODIFIERS or run in _DIALECTS
    if reader.low[start - 1] == " " and not (known and reader.low[end] != "_"):
        return None
    word = run[:2] if run[:2] in _MODIFIERS else run[:1]
    if run in _DIALECTS or word not in _MODIFIERS:
        raise _unknown_modifier(reader, start, end)
    if isinstance(source, nodes.Group) and word in _DICE_ONLY:
        raise _not_for_groups(reader, start, start + len(word))
    reader.pos = start + len(word)
    return _MAKE[word[0]](reader, word, start, before)


def _read_explosion(reader: Reader, source: nodes.Dice | nodes.FaceDice | nodes.Group) -> nodes.Explode:
    start = reader.pos
    kind = next(kind for kind in ("!!p", "!p", "!!", "!") if reader.take(kind))
    if isinstance(source, nodes.Group):
        raise _not_for_groups(reader, start, reader.pos)
    condition = _read_condition(reader)
    return nodes.Explode(kind, () if condition is None else (condition,), start, reader.pos)


def _make_keep(reader: Reader, word: str, start: int, before: list[nodes.Modifier]) -> nodes.Keep:
    number = read_amount(reader)
    return nodes.Keep(word, number, start, reader.pos)


def _make_reroll(reader: Reader, word: str, start: int, before: list[nodes.Modifier]) -> nodes.Reroll:
    condition = _read_condition(reader)
    conditions = () if condition is None else (condition,)
    earlier = before[-1] if before else None
    if isinstance(earlier, nodes.Reroll) and earlier.kind == word and earlier.conditions and conditions:
        # `r1r2` rerolls ones and twos alike: as two steps the second could bring a one back.
        before.pop()
        return nodes.Reroll(word, earlier.conditions + conditions, earlier.start, reader.pos)
    return nodes.Reroll(word, conditions, start, reader.pos)


def _make_bound(reader: Reader, word: str, start: int, before: list[nodes.Modifier]) -> nodes.Bound:
    value = read_signed(reader) or read_amount(reader)
    if value is None:
        message = f"{word} needs a number: the {'least' if word == 'mi' else 'most'} that each die counts as"
        raise reader.problem("missing-number", message, start, reader.pos, word + "2")
    return nodes.Bound(word, value, start, reader.pos)


def _make_sort(reader: Reader, word: str, start: int, before: list[nodes.Modifier]) -> nodes.Sort:
    return nodes.Sort(word == "sd", start, reader.pos)


_MAKE: dict[str, Callable[[Reader, str, int, list[nodes.Modifier]], nodes.Modifier]] = {
    "k": _make_keep,
    "d": _make_keep,
    "r": _make_reroll,
    "m": _make_bound,
    "s": _make_sort,
}


def _read_count(reader: Reader) -> nodes.Count | None:
    """At a comparison -> `>=8` or `>=8f<=1`; None where it compares with other dice, so that nothing is counted."""
    start = reader.pos
    read_comparison(reader)
    against = compares_with_dice(reader)
    reader.pos = start
    if against:
        return None
    success = _read_condition(reader)
    assert success is not None  # the comparison is there
    failure = None
    if reader.low[reader.pos] == "f" and not reader.low[reader.pos + 1].isalpha():
        reader.pos += 1
        failure = _read_condition(reader)
        if failure is None:
            message = "f needs the faces that count as failures, as in f<=1"
            raise reader.problem("missing-number", message, reader.pos - 1, reader.pos, "f<=1")
    return nodes.Count(success, failure, start, reader.pos)


def _refuse_more(reader: Reader) -> None:
    """After a count: a problem when another modifier follows directly, since it would have no dice to work on."""
    end = reader.letters_end(reader.pos)
    if end > reader.pos or reader.low[reader.pos] == "!":
        message = "counting successes comes last: put other modifiers before the comparison"
        raise reader.problem("count-not-last", message, reader.pos, max(end, reader.pos + 1))


def _unknown_modifier(reader: Reader, start: int, end: int) -> ProblemError:
    word = reader.low[start:end]
    digits = end
    while reader.low[digits] in "0123456789":
        digits += 1
    meant = _DIALECTS.get(word, "")
    suggestion = meant and meant + reader.low[end:digits]
    way_out = f"; did you mean {suggestion}?" if suggestion else ""
    return reader.problem("unknown-modifier", f"dice have no modifier {word}{way_out}", start, digits, suggestion)


def _group_of_one(reader: Reader, group: nodes.Group) -> ProblemError:
    message = "a group of one has nothing to choose from: leave the braces out, or put commas between its members"
    return reader.problem("group-of-one", message, group.start, reader.pos)


def _not_for_groups(reader: Reader, start: int, end: int) -> ProblemError:
    sign = reader.text[start:end]
    message = f"{sign} works on single dice, and a group holds totals: put it inside the braces"
    return reader.problem("not-for-groups", message, start, end)
