"""An element -> with one more class, so that a style sheet can tell it from others."""

from __future__ import annotations

from xml.etree.ElementTree import Element


def add_class(element: Element, name: str) -> None:
    """An element and a name -> the name at the end of its classes."""
    element.set("class", f"{element.get('class', '')} {name}".strip())
