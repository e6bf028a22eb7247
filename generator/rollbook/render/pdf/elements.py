"""Small questions and changes that several parts of the print edition ask of an element."""

from __future__ import annotations

from xml.etree.ElementTree import Element


def add_class(element: Element, name: str) -> None:
    """An element and a name -> the name at the end of its classes."""
    element.set("class", f"{element.get('class', '')} {name}".strip())


_TAGS = (
    "a abbr b bdi bdo cite code del dfn em i img ins kbd mark q ruby s samp small span strong sub sup time u var wbr"
)
INLINE = frozenset(_TAGS.split())
