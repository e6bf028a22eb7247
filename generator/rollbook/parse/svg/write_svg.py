"""A drawing as a tree -> its bytes."""

from __future__ import annotations

from collections.abc import Iterator

from rollbook.model.allowed_svg import STYLE_ONLY, SVG
from rollbook.parse.svg.node import Node

_IN_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
_IN_VALUE = _IN_TEXT | str.maketrans({'"': "&quot;", "\n": "&#10;", "\t": "&#9;"})


def write_svg(root: Node) -> bytes:
    """The root of a drawing -> the file."""
    root.attributes = {"xmlns": SVG, **root.attributes}
    return "".join((*_written(root), "\n")).encode()


def _written(node: Node) -> Iterator[str]:
    """An element -> its text; no deeper than a drawing may be nested."""
    styles = [f"{name}:{node.attributes[name]}" for name in STYLE_ONLY if name in node.attributes]
    plain = {name: value for name, value in node.attributes.items() if name not in STYLE_ONLY}
    attributes = plain | ({"style": ";".join(styles)} if styles else {})
    opening = "".join(f' {name}="{value.translate(_IN_VALUE)}"' for name, value in attributes.items())
    if not node.children:
        yield f"<{node.tag}{opening}/>"
        return
    yield f"<{node.tag}{opening}>"
    for child in node.children:
        if isinstance(child, str):
            yield child.translate(_IN_TEXT)
        else:
            yield from _written(child)
    yield f"</{node.tag}>"
