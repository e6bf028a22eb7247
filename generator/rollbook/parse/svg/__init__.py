"""A drawing as it was saved -> the drawing as it is published, and what was left out of it.

1. its allowed elements are read (read_svg.py)
2. its styles become attributes (styles.py)
3. attributes and values that are not allowed go
4. references stay inside the drawing and never lead in a circle (references.py)
5. drawing it must end soon (references.py)
6. what is left is rewritten (below)
"""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error as NotBase64Error
from collections.abc import Iterator

from rollbook.model.allowed_markup import ATTRIBUTES, GOALS_OF_HREF, MAX_SIZE, MOST, PROPERTIES, STYLE_ONLY, SVG
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.source import Place
from rollbook.parse.parse_pictures import read_painting
from rollbook.parse.svg.geometry import matrix, path_data
from rollbook.parse.svg.read_svg import Node, Remark, UnusableError, read_svg, shortened
from rollbook.parse.svg.references import cut_circles, limit_effort, named_elements, remove_dead_references
from rollbook.parse.svg.styles import apply_styles
from rollbook.parse.svg.values import checked, numbers_in

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
    _clean_attributes(root, remarks)
    _prune(root)
    named = named_elements(root)
    remove_dead_references(root, named, remarks)
    inner_first = cut_circles(root, named, remarks)
    limit_effort(inner_first, named, remarks)
    return _write_svg(root)


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


def _prune(root: Node) -> None:
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


def _write_svg(root: Node) -> bytes:
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


_EMBEDDED = re.compile(r"data:(?:image/(?:png|jpeg|jpg|gif|webp))?;base64,([A-Za-z0-9+/=\s]+)")


def _clean_attributes(root: Node, remarks: list[Remark]) -> None:
    """A drawing -> the same without attributes that may not be there; those that would have shown go to `remarks`."""
    for node, _ in root.walk():
        node.attributes = dict(_allowed(node, node is root, remarks))


def _allowed(node: Node, is_root: bool, remarks: list[Remark]) -> Iterator[tuple[str, str]]:
    for name, written in node.attributes.items():
        if not _counts(node, name, written.strip(), is_root):
            continue
        value = _checked(node, name, written, is_root)
        if value is not None:
            yield name, value
        elif name not in ("id", "d"):
            message = f"{name}={shortened(written)!r} is not allowed on <{node.tag}> in a drawing and was removed"
            remarks.append(Remark(message, node.line, node.column))
        if name == "d" and not path_data(written).whole:
            message = "the outline of a <path> cannot be read to its end: the rest was removed"
            remarks.append(Remark(message, node.line, node.column))


def _counts(node: Node, name: str, written: str, is_root: bool) -> bool:
    """Whether an attribute says anything; what programs note for themselves doesn't, and needs no remark."""
    if name == "href" and node.tag not in (*GOALS_OF_HREF, "a", "image"):
        return False
    if written == "inherit":
        return name in PROPERTIES and not is_root
    return (name in ATTRIBUTES and written != "") or (name == "xml:space" and written == "preserve")


def _checked(node: Node, name: str, written: str, is_root: bool) -> str | None:
    if name == "xml:space":
        return written.strip()
    if (node.tag, name) == ("image", "href"):
        return _embedded(written)
    value = checked(name, written)
    if value is None or value == "inherit":
        return value
    if is_root and name in ("width", "height"):
        return value if _is_size(value) else None
    if name in MOST and max(abs(number) for number, _ in numbers_in(value)) > MOST[name]:
        return None
    if name in ("gradientTransform", "patternTransform") and (turned := matrix(value)) and turned.is_flat:
        return None
    return None if name == "href" and node.tag not in GOALS_OF_HREF else value


def _is_size(value: str) -> bool:
    numbers = numbers_in(value)
    return value == "auto" or (len(numbers) == 1 and 0.01 < numbers[0][0] <= MAX_SIZE)


def _embedded(written: str) -> str | None:
    """The address of an <image> -> one that holds the same picture, if that is one which can only be shown."""
    data = _EMBEDDED.fullmatch(written.strip())
    try:
        painting = read_painting(b64decode(data[1])) if data else None
    except NotBase64Error:
        return None
    if data is None or painting is None or not painting.is_readable or painting.is_too_large:
        return None
    return f"data:image/{painting.kind};base64,{''.join(data[1].split())}"
