"""A drawing -> the same without elements that draw nothing where they stand, which print stumbles over."""

from __future__ import annotations

from rollbook.parse.svg.node import Node

# Without this attribute they have no shape.
_NEEDS = {"path": "d", "polygon": "points", "polyline": "points"}


def prune(root: Node) -> None:
    """A drawing with its attributes cleaned -> pruned. Its links lead nowhere any more: they are groups, or words."""
    waiting = [(root, False)]
    while waiting:
        node, in_text = waiting.pop()
        in_text = in_text or node.tag == "text"
        node.children = [child for child in node.children if isinstance(child, str) or _shows(child, in_text)]
        for child in node.elements:
            if child.tag == "a":
                child.tag = "tspan" if in_text else "g"
            if child.tag == "g":
                child.children = list(child.elements)
            waiting.append((child, in_text))


def _shows(node: Node, in_text: bool) -> bool:
    if node.tag in ("textPath", "tspan"):
        return in_text
    return node.tag not in _NEEDS or _NEEDS[node.tag] in node.attributes
