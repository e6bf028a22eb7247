"""A chapter's tree -> the same with its first letter marked, for the style sheet to set it large.

It stands on its line. A letter that is let into the lines below it is a block of its own for whatever reads the file
aloud or copies from it: "T" and, some way behind, "he".
"""

from __future__ import annotations

from xml.etree.ElementTree import Element

# So much of a paragraph is worth a large letter before it.
_WORTH_ONE = 80


def mark_initial(body: Element) -> None:
    """A chapter's body -> changed in place, if it begins with a paragraph, and that with a letter."""
    first = next(iter(body), None)
    if first is None or first.tag != "p" or first.get("class") or len("".join(first.itertext())) < _WORTH_ONE:
        return
    text = (first.text or "").lstrip()
    if text[:1].isalpha() and text[:1].upper() == text[:1]:
        initial = Element("span", {"class": "initial"})
        initial.text, initial.tail, first.text = text[0], text[1:], ""
        first.insert(0, initial)
