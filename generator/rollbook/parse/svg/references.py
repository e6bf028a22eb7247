"""References inside a drawing -> only those that lead somewhere, to something fitting, and never back to themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rollbook.model.allowed_markup import GOALS, GOALS_OF_HREF
from rollbook.model.quick_dataclass import dataclass
from rollbook.parse.svg.node import Node, Remark
from rollbook.parse.svg.values import referred


@dataclass(frozen=True, slots=True)
class Reference:
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


def references_of(node: Node, named: Mapping[str, Node]) -> list[Reference]:
    """An element -> where its references lead; those that lead nowhere are not among them."""
    found = []
    for attribute in ("href", *GOALS):
        name = referred(attribute, node.attributes.get(attribute, ""))
        goal = named.get(name) if name else None
        if goal is not None:
            found.append(Reference(attribute, goal))
    return found


def remove_dead_references(root: Node, named: Mapping[str, Node], remarks: list[Remark]) -> None:
    """A drawing -> the same without references to nothing, or to something that cannot be used for that."""
    for node, _ in root.walk():
        alive = {reference.attribute: reference.goal for reference in references_of(node, named)}
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
    yield from ((reference.goal, reference.attribute) for reference in references_of(node, named))
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
