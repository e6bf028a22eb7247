"""The elements of a drawing -> the same with their allowed attributes only, each with a value of its kind."""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error as NotBase64Error
from collections.abc import Iterator

from rollbook.model.allowed_svg import ATTRIBUTES, GOALS_OF_HREF, MAX_SIZE, MOST, PROPERTIES
from rollbook.parse.read_painting import read_painting
from rollbook.parse.svg.node import Node, Remark, shortened
from rollbook.parse.svg.path_data import path_data
from rollbook.parse.svg.transforms import matrix
from rollbook.parse.svg.values import checked, numbers_in

_EMBEDDED = re.compile(r"data:(?:image/(?:png|jpeg|jpg|gif|webp))?;base64,([A-Za-z0-9+/=\s]+)")


def clean_attributes(root: Node, remarks: list[Remark]) -> None:
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
