"""Expression -> a plan for throwing it: what a page that has no Python yet needs to draw the faces and add them up.

A plan is JSON, and this is the one place that says what is in it. It is a sum: a list of terms, each of them

    7                                     a constant
    [count, sides, factor, start, end]    dice, followed by their modifiers, if any: "kh3", "dl1", "mi2" …
    ["DEX", factor, start, end]           a name with its value
    {"f": …, "x": factor, "a": [plan, …]} a function of plans: max, min, abs; floor, ceil and round of the plan over
                                          "by"; adv and dis of a plan that is thrown twice; sum

`start` and `end` are the columns of the author's words for the term; a function has them as "at" where it is shown as
one piece. Dice are in the order that they are thrown. Everything in a plan comes to a whole number, so that a script
counts exactly; an expression that is no such sum has none and waits for the engine.
`site_templates/scripts/dice/throw_plan.mjs` carries a plan out.
"""

from __future__ import annotations

from .expression import Expression, spine
from .lean import TypeAlias
from .nodes import Binary, Bound, Call, Dice, Keep, Labelled, Modified, Modifier, Name, Node, Number, Unary

Term: TypeAlias = int | list[int | str] | dict[str, object]
Terms: TypeAlias = list[Term]


# Within these no sum comes near 2^53, up to which a script counts exactly, nor MAX_INTEGER.
_MOST_DICE = 1_000
_LARGEST = 1_000_000
_LARGEST_FACTOR = 1_000
# Deeper than any rule is written.
_DEEPEST = 12
_ROUNDING = ("floor", "ceil", "round")


class _NoPlanError(Exception):
    """The expression is no sum that a script could add up."""


def throw_plan(expression: Expression) -> Terms | None:
    """Expression -> its plan, or None where only the engine can roll it."""
    # A script counts columns in UTF-16.
    if any(ord(sign) > 0xFFFF for sign in expression.text):
        return None
    try:
        terms = _terms(expression.root, 1, 0)
    except _NoPlanError:
        return None
    return terms if dice_thrown(terms) <= _MOST_DICE else None


def dice_thrown(terms: Terms) -> int:
    """Plan -> how many dice it throws."""
    count = 0
    for term in terms:
        if isinstance(term, list) and isinstance(term[0], int):
            count += term[0]
        elif isinstance(term, dict):
            plans: list[Terms] = term["a"]  # type: ignore[assignment]
            inside = sum([dice_thrown(plan) for plan in plans])
            count += 2 * inside if term["f"] in ("adv", "dis") else inside
    return count


def _terms(node: Node, factor: int, depth: int) -> Terms:
    """Node, what it is multiplied by, how deep it stands -> its terms."""
    if depth > _DEEPEST or abs(factor) > _LARGEST_FACTOR:
        raise _NoPlanError
    if isinstance(node, Number):
        return [_constant(node) * factor]
    if isinstance(node, Name):
        return [[node.name, factor, node.start, node.end]]
    if isinstance(node, (Dice, Modified)):
        return [_dice(node, factor)]
    if isinstance(node, (Unary, Binary, Labelled, Call)) and _is_phrase(node):
        inside = _parts(node, 1, depth)
        return [{"f": "sum", "x": factor, "a": [inside], "at": [node.start, node.end]}]
    return _parts(node, factor, depth)


def _parts(node: Node, factor: int, depth: int) -> Terms:
    if isinstance(node, Labelled):
        return _terms(node.body, factor, depth + 1)
    if isinstance(node, Unary) and node.operator in ("+", "-"):
        return _terms(node.body, factor if node.operator == "+" else -factor, depth + 1)
    if isinstance(node, Binary):
        return _chain(node, factor, depth + 1)
    if isinstance(node, Call):
        return _call(node, factor, depth + 1)
    raise _NoPlanError


def _chain(node: Binary, factor: int, depth: int) -> Terms:
    """`a + b - c` term by term; of products those with a constant."""
    if node.operator == "*":
        for constant, other in ((node.left, node.right), (node.right, node.left)):
            known = _known(constant)
            if known is not None:
                return _terms(other, factor * known, depth)
        raise _NoPlanError
    if node.operator == "//":
        return [_divided("floor", node, factor, depth)]
    first, links = spine(node)
    if any(link.operator not in ("+", "-") for link in links):
        # A chain of mixed operators is taken apart one by one.
        if node.operator not in ("+", "-"):
            raise _NoPlanError
        first, links = node.left, [node]
    terms = _terms(first, factor, depth)
    for link in links:
        terms += _terms(link.right, factor if link.operator == "+" else -factor, depth)
    return terms


def _call(node: Call, factor: int, depth: int) -> Terms:
    name, arguments = node.function, node.arguments
    if name in _ROUNDING:
        inside = arguments[0]
        if isinstance(inside, Binary) and inside.operator == "/":
            return [_divided(name, inside, factor, depth)]
        # Whole already: everything in a plan is.
        return _terms(inside, factor, depth)
    if name == "margin":
        return _terms(arguments[0], factor, depth) + _terms(arguments[1], -factor, depth)
    if name in ("max", "min", "abs"):
        return [{"f": name, "x": factor, "a": [_terms(argument, 1, depth) for argument in arguments]}]
    if name in ("adv", "dis"):
        at = [node.start, node.end]
        return [{"f": name, "x": factor, "a": [_terms(arguments[0], 1, depth)], "at": at}]
    raise _NoPlanError


def _divided(rounding: str, node: Binary, factor: int, depth: int) -> Term:
    divisor = _known(node.right)
    if divisor is None or divisor < 1:
        raise _NoPlanError
    return {"f": rounding, "x": factor, "a": [_terms(node.left, 1, depth)], "by": divisor}


def _dice(node: Dice | Modified, factor: int) -> Term:
    source = node.source if isinstance(node, Modified) else node
    if not isinstance(source, Dice):
        raise _NoPlanError
    count = 1 if source.count is None else _known(source.count)
    sides = _known(source.sides)
    if count is None or sides is None or not 0 <= count <= _MOST_DICE or not 1 <= sides <= _LARGEST:
        raise _NoPlanError
    modifiers = [_modifier(modifier) for modifier in node.modifiers] if isinstance(node, Modified) else []
    return [count, sides, factor, node.start, node.end, *modifiers]


def _modifier(modifier: Modifier) -> str:
    if isinstance(modifier, Keep):
        number = 1 if modifier.number is None else _known(modifier.number)
    elif isinstance(modifier, Bound):
        number = _known(modifier.value)
    else:
        raise _NoPlanError
    if number is None or number < 0:
        raise _NoPlanError
    return f"{modifier.kind}{number}"


def _known(node: Node) -> int | None:
    """A whole number as written, perhaps with a sign -> it; None for anything else."""
    if isinstance(node, Unary) and node.operator in ("+", "-"):
        inside = _known(node.body)
        return inside if inside is None or node.operator == "+" else -inside
    return _constant(node) if isinstance(node, Number) and isinstance(node.value, int) else None


def _constant(node: Number) -> int:
    if not isinstance(node.value, int) or abs(node.value) > _LARGEST:
        raise _NoPlanError
    return node.value


def _is_phrase(node: Unary | Binary | Labelled | Call) -> bool:
    """Whether a phrase of the book stands for the node: what is in it then has the phrase's own columns."""
    inside: tuple[Node, ...]
    if isinstance(node, Binary):
        inside = (node.left, node.right)
    else:
        inside = node.arguments if isinstance(node, Call) else (node.body,)
    return any(part.start == node.start and part.end == node.end for part in inside)
