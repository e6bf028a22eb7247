"""Exact arithmetic within the limits: what operators and plain functions make of values, for rolls and odds alike.

Each takes the node that asks, so that a problem can point at it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .limits import MAX_INTEGER
from .nodes import Binary, Call, Exact, Modifier, Node, Unary, Value
from .problem import Problem, ProblemError


def refuse(node: Node | Modifier, code: str, message: str, suggestion: str = "", **values: object) -> ProblemError:
    """Node, what is wrong with it, what a reader is told besides the code -> the error to raise."""
    told = (*values.items(), ("instead", suggestion))
    return ProblemError(Problem(code, message, node.start, node.end, suggestion, (), told))


def apply_binary(node: Binary, left: Value, right: Value) -> Value:
    """Operation, both sides -> its value. `and` and `or` are the caller's: they may not need the right side."""
    operator = node.operator
    if operator == "=":
        return left == right
    if operator == "!=":
        return left != right
    if operator in _ORDERS:
        return _ORDERS[operator](number(left, node.left), number(right, node.right))
    return within(_ARITHMETIC[operator](node, number(left, node.left), number(right, node.right)), node)


def apply_unary(node: Unary, value: Value) -> Value:
    """Sign or `not`, its operand -> the value."""
    if node.operator == "not":
        return not truth(value, node.body)
    exact = number(value, node.body)
    return -exact if node.operator == "-" else exact


def apply_function(node: Call, values: Sequence[Value]) -> Value:
    """Call of a plain function (one of PLAIN), its arguments' values -> the value."""
    pairs = zip(values, node.arguments, strict=True)
    return within(PLAIN[node.function]([number(value, argument) for value, argument in pairs]), node)


def number(value: Value, node: Node) -> Exact:
    """Value -> it as a number, true as 1 and false as 0; a problem when it is text."""
    if isinstance(value, str):
        raise refuse(node, "not-a-number", f"a number is needed here, but this is the text {value[:40]!r}")
    return int(value) if isinstance(value, bool) else value


def truth(value: Value, node: Node) -> bool:
    """Value -> whether it holds: a number other than 0 does."""
    return number(value, node) != 0


def whole(value: Value, node: Node, what: str) -> int:
    """Value -> it as a whole number; a problem that says what it is needed for."""
    exact = number(value, node)
    if not isinstance(exact, int):
        raise refuse(node, "not-whole", f"{what} must be a whole number, not {exact}", f"floor({exact})")
    return exact


def within(value: Exact, node: Node) -> Exact:
    """Number -> the same, a whole fraction as an int; a problem when it passes the limit."""
    if isinstance(value, int):
        if -MAX_INTEGER <= value <= MAX_INTEGER:
            return value
    elif value.denominator == 1:
        return within(value.numerator, node)
    elif abs(value.numerator) <= MAX_INTEGER and value.denominator <= MAX_INTEGER:
        return value
    raise refuse(node, "too-large", "this goes beyond 10 to the power of 15, the largest number allowed")


def given_value(value: object, name: str, node: Node) -> Value:
    """Whatever came in from outside for a name -> a value; a problem when it is inexact, too large or no value."""
    if isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return within(value, node)
    if hasattr(value, "numerator") and hasattr(value, "denominator"):
        exact: Exact = value  # type: ignore[assignment]  # a Fraction, without importing fractions to ask
        return within(exact, node)
    kind = type(value).__name__
    raise refuse(node, "bad-value", f"{name} stands for a {kind}, which is neither an exact number nor an expression")


def _divide(node: Binary, left: Exact, right: Exact) -> Exact:
    _check_divisor(node, right)
    if isinstance(left, int) and isinstance(right, int) and left % right == 0:
        return left // right
    # Imported late: most rolls never need a fraction, and it brings decimals and regular expressions along.
    from fractions import Fraction

    return Fraction(left) / right


def _floor_divide(node: Binary, left: Exact, right: Exact) -> Exact:
    _check_divisor(node, right)
    return left // right


def _remainder(node: Binary, left: Exact, right: Exact) -> Exact:
    _check_divisor(node, right)
    return left % right


def _check_divisor(node: Binary, right: Exact) -> None:
    if right == 0:
        raise refuse(node, "division-by-zero", "this divides by zero")


def _power(node: Binary, left: Exact, right: Exact) -> Exact:
    exponent = whole(right, node.right, "an exponent")
    if left == 0 and exponent < 0:
        raise refuse(node, "division-by-zero", "zero has no negative power: this divides by zero")
    if left in (0, 1, -1):
        # Only whether the exponent is 0, even or odd matters, however large it is.
        return left ** (exponent % 2 or (2 if exponent else 0))
    if abs(exponent) > 50:
        raise refuse(node, "too-large", "this goes beyond 10 to the power of 15, the largest number allowed")
    if exponent >= 0:
        return left**exponent
    from fractions import Fraction

    return Fraction(left) ** exponent


_ARITHMETIC: dict[str, Callable[[Binary, Exact, Exact], Exact]] = {
    "+": lambda node, left, right: left + right,
    "-": lambda node, left, right: left - right,
    "*": lambda node, left, right: left * right,
    "/": _divide,
    "//": _floor_divide,
    "%": _remainder,
    "**": _power,
}
_ORDERS: dict[str, Callable[[Exact, Exact], bool]] = {
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}
# What most of them come to: two whole numbers need no look at what they are.
OF_WHOLE_NUMBERS: dict[str, Callable[[int, int], int]] = {
    "+": int.__add__,
    "-": int.__sub__,
    "*": int.__mul__,
    "=": int.__eq__,
    "!=": int.__ne__,
    "<": int.__lt__,
    "<=": int.__le__,
    ">": int.__gt__,
    ">=": int.__ge__,
}


def meets(operator: str, value: Exact, bound: Exact) -> bool:
    """Operator of a condition, a die's value, the number beside the operator -> whether the die meets it."""
    if operator == "=":
        return value == bound
    return value != bound if operator == "!=" else _ORDERS[operator](value, bound)


def any_of(conditions: Sequence[tuple[str, Exact]]) -> Callable[[Exact], bool]:
    """Operators with their numbers -> whether a value meets one of them."""
    if len(conditions) == 1:
        operator, bound = conditions[0]
        return lambda value: meets(operator, value, bound)
    return lambda value: any(meets(operator, value, bound) for operator, bound in conditions)


def _round(value: Exact) -> int:
    """A half goes away from zero, as people at a table round."""
    return int((2 * value + 1) // 2) if value >= 0 else -_round(-value)


PLAIN: dict[str, Callable[[Sequence[Exact]], Exact]] = {
    "floor": lambda values: values[0] // 1,
    "ceil": lambda values: -(-values[0] // 1),
    "round": lambda values: _round(values[0]),
    "abs": lambda values: max(values[0], -values[0]),
    "min": min,
    "max": max,
    "sum": sum,
    "highest": max,
    "lowest": min,
    "margin": lambda values: values[0] - values[1],
}
