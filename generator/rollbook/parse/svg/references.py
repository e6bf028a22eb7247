"""References inside a drawing -> only those that lead somewhere, to something fitting, and never back to themselves.

What is drawn again and again counts each time, so these also decide whether drawing it all ends soon.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import hypot, inf

from rollbook.model.allowed_markup import (
    GOALS,
    GOALS_OF_HREF,
    GRADIENTS,
    MAX_DRAWN,
    MAX_NAMED,
    MAX_NESTING,
    MAX_REPEATS,
    SHAPES,
)
from rollbook.model.quick_dataclass import dataclass
from rollbook.parse.svg.geometry import Matrix, matrix, path_data
from rollbook.parse.svg.read_svg import Node, Remark, UnusableError
from rollbook.parse.svg.values import numbers_in, referred


@dataclass(frozen=True, slots=True)
class _Reference:
    """An attribute of an element that names another."""

    attribute: str
    goal: Node


def named_elements(root: Node) -> Mapping[str, Node]:
    """A drawing -> its elements by their ids. The second of two with the same id loses it, as browsers see it."""
    named: dict[str, Node] = {}
    for node, _ in root.walk():
        if "id" in node.attributes and named.setdefault(node.attributes["id"], node) is not node:
            del node.attributes["id"]
    return named


def _references_of(node: Node, named: Mapping[str, Node]) -> list[_Reference]:
    """An element -> where its references lead; those that lead nowhere are not among them."""
    found = []
    for attribute in ("href", *GOALS):
        name = referred(attribute, node.attributes.get(attribute, ""))
        goal = named.get(name) if name else None
        if goal is not None:
            found.append(_Reference(attribute, goal))
    return found


def remove_dead_references(root: Node, named: Mapping[str, Node], remarks: list[Remark]) -> None:
    """A drawing -> the same without references to nothing, or to something that cannot be used for that."""
    for node, _ in root.walk():
        alive = {reference.attribute: reference.goal for reference in _references_of(node, named)}
        for attribute in ("href", *GOALS):
            value = node.attributes.get(attribute, "")
            if referred(attribute, value) is None:
                continue
            fitting = GOALS_OF_HREF.get(node.tag, frozenset()) if attribute == "href" else GOALS[attribute]
            if attribute in alive and alive[attribute].tag in fitting:
                continue
            _forget(node, attribute)
            what = f"<{alive[attribute].tag}>" if attribute in alive else "nothing in the drawing"
            message = f"{attribute} of <{node.tag}> leads to {what} and was removed: {value!r}"
            remarks.append(Remark(message, node.line, node.column))


def cut_circles(root: Node, named: Mapping[str, Node], remarks: list[Remark]) -> list[Node]:
    """A drawing -> without circular references; its elements, each after what it draws.

    A search into the depth: whoever comes to an element that is still open has gone in a circle, and the last reference
    on the way there is the one to cut.
    """
    done: dict[Node, None] = {}
    trail: list[_Visit] = [_Visit(root, None, _onward(root, named))]
    on_trail = {root}
    while trail:
        node, attribute = next(trail[-1].onward, (None, None))
        if node is None:
            done[trail[-1].node] = None
            on_trail.discard(trail.pop().node)
        elif node in on_trail:
            _cut(trail, attribute, remarks)
            on_trail = {visit.node for visit in trail}
        elif node not in done:
            trail.append(_Visit(node, attribute, _onward(node, named)))
            on_trail.add(node)
    return list(done)


@dataclass(frozen=True, slots=True)
class _Visit:
    """An element on the way, the attribute that led there (None: it is inside the previous one), where to go on."""

    node: Node
    by: str | None
    onward: Iterator[tuple[Node, str | None]]


def _onward(node: Node, named: Mapping[str, Node]) -> Iterator[tuple[Node, str | None]]:
    yield from ((reference.goal, reference.attribute) for reference in _references_of(node, named))
    yield from ((child, None) for child in node.elements)


def _cut(trail: list[_Visit], attribute: str | None, remarks: list[Remark]) -> None:
    """The way to an element that is open already -> cut at its last reference; the way goes on from before that."""
    while attribute is None:
        attribute = trail.pop().by
    node = trail[-1].node
    value = node.attributes[attribute]
    _forget(node, attribute)
    message = f"{attribute} of <{node.tag}> leads in a circle and was removed: {value!r}"
    remarks.append(Remark(message, node.line, node.column))


def _forget(node: Node, attribute: str) -> None:
    """A reference goes; the colour that a paint names for this case stays."""
    instead = node.attributes.pop(attribute).partition(") ")[2]
    if instead:
        node.attributes[attribute] = instead


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
    goals = {each.goal for node in order for each in _references_of(node, named)}
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
    references = _references_of(node, named)
    drawing = [*node.elements, *(each.goal for each in references if each.attribute == "href")]
    parts = [efforts[part] for part in drawing]
    shapes = 1 + len(node.text()) + sum(part.shapes for part in parts)
    corners = _corners(node) + sum(part.corners for part in parts)
    farthest = max((_reach(node), *(part.reach for part in parts)))
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
    again = _repeats(goal, farthest, named)
    if again <= MAX_REPEATS:
        return again
    goal.attributes["spreadMethod"] = "pad"
    message = f"a <{goal.tag}> repeats more than {MAX_REPEATS:,} times over a shape: now it is drawn once"
    remarks.append(Remark(message, goal.line, goal.column))
    return 0


def _repeats(gradient: Node, reach: float, named: Mapping[str, Node]) -> float:
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


def _reach(node: Node) -> float:
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
        waiting += [each.goal for each in _references_of(based, named) if each.attribute == "href"]
    return attributes


def _length(value: str, whole: float) -> float:
    number, unit = (numbers_in(value) or [(0.0, "")])[0]
    return number * whole / 100 if unit == "%" else number
