"""A chapter's tree -> the same with examples that follow each other in one sidebar, under one word."""

from __future__ import annotations

from xml.etree.ElementTree import Element


def gather_examples(body: Element) -> None:
    """A chapter's body -> changed in place; the word above several is the plural that the first brings along."""
    for parent in list(body.iter()):
        first: Element | None = None
        for child in list(parent):
            if child.get("class") != "sidebar":
                first = None
            elif first is None:
                first = child
            else:
                _join(first, child)
                first.tail = child.tail
                parent.remove(child)
    for word in body.iter("strong"):
        word.attrib.pop("data-several", None)


def _join(first: Element, following: Element) -> None:
    """A sidebar, and the one behind it -> the first with the examples of both."""
    word = first.find("p/strong[@data-several]")
    if word is not None:
        word.text = word.attrib.pop("data-several")
    if name := following.get("id"):
        # A link may lead to it.
        following[0].set("id", name)
    for example in following:
        label = example.find("strong[@data-several]")
        if label is not None:
            example.text = (label.tail or "").lstrip()
            example.remove(label)
    first.extend(following)
