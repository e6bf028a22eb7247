"""A drawing as it was saved -> the drawing as it is published, and what was left out of it.

1. its allowed elements are read (read_svg.py)
2. its styles become attributes (styles.py)
3. attributes and values that are not allowed go (clean_attributes.py)
4. references stay inside the drawing and never lead in a circle (references.py)
5. drawing it must end soon (effort.py)
6. what is left is written anew (below)
"""

from __future__ import annotations

from collections.abc import Iterator

from rollbook.model.allowed_svg import STYLE_ONLY, SVG
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.source import Place
from rollbook.parse.svg.clean_attributes import clean_attributes
from rollbook.parse.svg.effort import limit_effort
from rollbook.parse.svg.node import Node, Remark, UnusableError
from rollbook.parse.svg.read_svg import read_svg
from rollbook.parse.svg.references import cut_circles, named_elements, remove_dead_references
from rollbook.parse.svg.styles import apply_styles

# Without this attribute they have no shape.
_NEEDS = {"path": "d", "polygon": "points", "polyline": "points"}
_IN_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
_IN_VALUE = _IN_TEXT | str.maketrans({'"': "&quot;", "\n": "&#10;", "\t": "&#9;"})


def clean_svg(content: bytes, path: str) -> tuple[bytes, list[Diagnostic]]:
    """A drawing's bytes and its path -> what is published of it, and what was removed: all of it, if it is unusable."""
    remarks: list[Remark] = []
    try:
        cleaned = _clean(content, remarks)
    except UnusableError as error:
        code = "picture-limit" if error.limit else "bad-picture"
        return b"", [_diagnostic(code, error.remark, path)]
    return cleaned, list(_removed(remarks, path))


def _clean(content: bytes, remarks: list[Remark]) -> bytes:
    root, sheets = read_svg(content, remarks)
    apply_styles(root, sheets, remarks)
    clean_attributes(root, remarks)
    prune(root)
    named = named_elements(root)
    remove_dead_references(root, named, remarks)
    inner_first = cut_circles(root, named, remarks)
    limit_effort(inner_first, named, remarks)
    return write_svg(root)


def _removed(remarks: list[Remark], path: str) -> Iterator[Diagnostic]:
    """Remarks -> a warning for each; what is said many times is said at the first place."""
    places: dict[str, list[Remark]] = {}
    for remark in remarks:
        places.setdefault(remark.message, []).append(remark)
    for message, same in places.items():
        times = f" (and {len(same) - 1} more)" if len(same) > 1 else ""
        first = same[0]
        yield _diagnostic("svg-removed", Remark(f"{message}{times}", first.line, first.column, first.hint), path)


def _diagnostic(code: str, remark: Remark, path: str) -> Diagnostic:
    return Diagnostic(code, remark.message, Place(path, remark.line, remark.column), remark.hint)


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
