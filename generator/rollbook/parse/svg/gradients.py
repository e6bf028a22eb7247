"""A gradient and how far the shape reaches that it fills -> how often it repeats there."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot, inf

from rollbook.model.allowed_svg import GRADIENTS, SHAPES
from rollbook.parse.svg.node import Node
from rollbook.parse.svg.path_data import path_data
from rollbook.parse.svg.references import references_of
from rollbook.parse.svg.transforms import Matrix, matrix
from rollbook.parse.svg.values import numbers_in

_PLACES = ("x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "x2", "y1", "y2", "points")


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
