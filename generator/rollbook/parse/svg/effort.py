"""A drawing -> proof that drawing it ends soon: what is drawn again and again counts each time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import hypot, inf

from rollbook.model.allowed_markup import GRADIENTS, MAX_DRAWN, MAX_NAMED, MAX_NESTING, MAX_REPEATS, SHAPES
from rollbook.model.quick_dataclass import dataclass
from rollbook.parse.svg.node import Matrix, Node, Remark, UnusableError, matrix
from rollbook.parse.svg.path_data import path_data
from rollbook.parse.svg.references import references_of
from rollbook.parse.svg.values import numbers_in

# What an element's children take over from it, so that its reference is followed for each of them.
_INHERITED = ("fill", "stroke", "marker-start", "marker-mid", "marker-end")
# So many corners of a path, or repeats of a gradient, are as much work as a shape.
_CORNERS = 10
_SIMPLIFY = "simplify it, or save it as PNG"


_PLACES = ("x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "x2", "y1", "y2", "points")


def limit_effort(inner_first: Iterable[Node], named: Mapping[str, Node], remarks: list[Remark]) -> None:
    """The elements of a drawing without circles, in an order in which each comes after what it draws -> bounded.

    Gradients that repeat beyond measure don't repeat any more; a drawing that is too much as a whole is unusable.
    """
    order = list(inner_first)
    goals = {each.goal for node in order for each in references_of(node, named)}
    if len(goals) * len(order) > MAX_NAMED:
        message = f"the drawing refers to {len(goals):,} of its {len(order):,} elements, too many to find each"
        raise UnusableError(message, hint=_SIMPLIFY, limit=True)
    efforts: dict[Node, _Effort] = {}
    for node in order:
        efforts[node] = _effort(node, efforts, named, remarks)
        if efforts[node].depth > MAX_NESTING:
            message = f"the drawing is nested more than {MAX_NESTING} levels deep, counting what it uses"
            raise UnusableError(message, node.line, node.column, "flatten some of its groups", limit=True)
        if efforts[node].drawn > MAX_DRAWN:
            message = f"the drawing draws more than {MAX_DRAWN:,} shapes and letters, counting what it repeats"
            raise UnusableError(message, node.line, node.column, _SIMPLIFY, limit=True)


@dataclass(frozen=True, slots=True)
class _Effort:
    """An element with all that it draws: its shapes and letters, the corners of its paths, how far it reaches; shapes
    with all that they refer to; how deep it goes."""

    shapes: int
    corners: int
    reach: float
    drawn: int
    depth: int


def _effort(node: Node, efforts: Mapping[Node, _Effort], named: Mapping[str, Node], remarks: list[Remark]) -> _Effort:
    references = references_of(node, named)
    drawing = [*node.elements, *(each.goal for each in references if each.attribute == "href")]
    parts = [efforts[part] for part in drawing]
    shapes = 1 + len(node.text()) + sum(part.shapes for part in parts)
    corners = _corners(node) + sum(part.corners for part in parts)
    farthest = max((reach(node), *(part.reach for part in parts)))
    drawn = 1 + len(node.text()) + _corners(node) // _CORNERS + sum(part.drawn for part in parts)
    for each in references:
        if each.attribute == "href":
            continue
        times = corners if each.attribute.startswith("marker") else shapes if each.attribute in _INHERITED else 1
        again = _bounded_repeats(each.goal, farthest, named, remarks)
        drawn += efforts[each.goal].drawn * times * max(1, round(again / _CORNERS))
    depth = 1 + max((efforts[part].depth for part in (*drawing, *(each.goal for each in references))), default=0)
    return _Effort(shapes, corners, farthest, drawn, depth)


def _corners(node: Node) -> int:
    if node.tag == "path":
        return path_data(node.attributes.get("d", "")).corners
    return len(numbers_in(node.attributes.get("points", ""))) // 2 if node.tag in SHAPES else 0


def _bounded_repeats(goal: Node, farthest: float, named: Mapping[str, Node], remarks: list[Remark]) -> float:
    """A gradient that repeats is drawn once for each time: a tiny one would be drawn without end."""
    again = repeats(goal, farthest, named)
    if again <= MAX_REPEATS:
        return again
    goal.attributes["spreadMethod"] = "pad"
    message = f"a <{goal.tag}> repeats more than {MAX_REPEATS:,} times over a shape: now it is drawn once"
    remarks.append(Remark(message, goal.line, goal.column))
    return 0


def repeats(gradient: Node, reach: float, named: Mapping[str, Node]) -> float:
    """A gradient, how far from the origin its shape can reach -> about how often it repeats; 0 where it doesn't."""
    attributes = _with_inherited(gradient, named)
    if gradient.tag not in GRADIENTS or attributes.get("spreadMethod", "pad") == "pad":
        return 0
    whole = reach if attributes.get("gradientUnits") == "userSpaceOnUse" else 1.0
    turned = matrix(attributes.get("gradientTransform", "")) or Matrix()
    if gradient.tag == "linearGradient":
        x, y, y2 = (_length(attributes.get(name, "0"), whole) for name in ("x1", "y1", "y2"))
        step = turned.vector(_length(attributes.get("x2", "100%"), whole) - x, y2 - y)
    else:
        x, y, r = (_length(attributes.get(name, "50%"), whole) for name in ("cx", "cy", "r"))
        # With a circle to begin from, WeasyPrint stumbles over its own rounding.
        growth = max(0, r) if not _length(attributes.get("fr", "0"), whole) else 0
        step = min(turned.vector(growth, 0), turned.vector(0, growth))
    return (2 * whole + hypot(*turned.point(x, y))) / step if step > 1e-9 else inf


def reach(node: Node) -> float:
    """An element -> how far from the origin of its own space it can reach."""
    if node.tag == "path":
        return path_data(node.attributes.get("d", "")).reach
    drawn = node.tag in SHAPES or node.tag in ("image", "text", "tspan")
    values = [value for name in _PLACES if drawn for value, _ in numbers_in(node.attributes.get(name, ""))]
    return 2 * max(map(abs, values), default=0)


def _with_inherited(node: Node, named: Mapping[str, Node]) -> dict[str, str]:
    """A gradient -> its attributes with those of the gradients that it is based on."""
    attributes: dict[str, str] = {}
    waiting = [node]
    while waiting:
        based = waiting.pop()
        attributes = based.attributes | attributes
        waiting += [each.goal for each in references_of(based, named) if each.attribute == "href"]
    return attributes


def _length(value: str, whole: float) -> float:
    number, unit = (numbers_in(value) or [(0.0, "")])[0]
    return number * whole / 100 if unit == "%" else number
