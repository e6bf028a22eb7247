"""A passage -> the words in it that must name a number, though the book's vocabulary doesn't explain them.

They are what the reader is asked for when rolling: "situation modifiers", "Attribute modifier".
"""

from __future__ import annotations

import re

_ENDINGS = "bonus|level|modifiers?|penalty|rank|score|skill|stat|value"
_NAME = rf"(?:[A-Za-z][\w’']*\s+){{0,3}}?(?i:{_ENDINGS})\b(?:\s+(?i:{_ENDINGS})\b)*|[A-Z]\w+(?:\s+[A-Z]\w+){{0,3}}"
# A name is added to or taken from something; an attribute in capitals may follow it: `Melee Fighting (STR)`.
_ADDED = re.compile(rf"[+×*−–-]\s*(?P<name>(?:{_NAME})(?:\s\([A-Z]{{2,5}}\))?)")

_SIGNS = re.compile(r"[-+*/×÷−–(),]|\d*[dD]\d+|\d+½?|½")
_BOUND = re.compile(r"\(with a (?:minimum|maximum) of \d+\)", re.IGNORECASE)


def names_in_prose(text: str) -> dict[str, str]:
    """A sentence with dice in it -> the names added to something in it, each with the expression it stands for."""
    return {name: f"`{name}`" for name in (" ".join(found["name"].split()) for found in _ADDED.finditer(text))}


def names_in_formula(text: str) -> dict[str, str]:
    """A whole formula -> the names in it: every run of words between signs and numbers."""
    words = (" ".join(run.split()) for run in _SIGNS.split(_BOUND.sub("", text)))
    return {name: f"`{name}`" for name in words if name and name[0].isalpha() and "`" not in name}
