"""Boxes of other programs in a text -> divisions with the classes of this one: `!!! note "Title"`, `::: warning`."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ADMONITION = re.compile(
    r'^(?P<indent>[ ]*)(?:!!!|\?\?\?\+?) +(?P<kind>[\w-]+)[^\n"]*(?:"(?P<title>[^"\n]*)")?[^\n]*\n'
    r"(?P<body>(?:(?P=indent)(?: {4}|\t)[^\n]*(?:\n|\Z)|[ \t]*\n(?=(?P=indent)(?: {4}|\t)))*)",
    re.MULTILINE,
)
_CONTAINER = re.compile(
    r"^:::+ *\{?\.?(?P<kind>[\w-]+)\}?(?P<title>[^\n]*)\n(?P<body>.*?)^:::+[ \t]*$\n?", re.MULTILINE | re.DOTALL
)
_WARNINGS = {"attention", "caution", "danger", "error", "failure", "important", "warning"}


@dataclass(frozen=True, slots=True)
class Converted:
    """The text, and how many boxes were changed in it."""

    text: str
    boxes: int


def convert_boxes(text: str) -> Converted:
    """A chapter's text -> the same with its boxes as divisions."""
    text, admonitions = _ADMONITION.subn(_indented, text)
    text, containers = _CONTAINER.subn(lambda found: _division(found, found["body"]), text)
    return Converted(text, admonitions + containers)


def _indented(found: re.Match[str]) -> str:
    margin = re.compile(rf"^{found['indent']}(?: {{4}}|\t)", re.MULTILINE)
    return _division(found, margin.sub("", found["body"]))


def _division(found: re.Match[str], body: str) -> str:
    kind = "warning" if found["kind"].lower() in _WARNINGS else "note"
    title = (found["title"] or "").strip()
    named = f"**{title}**\n\n" if title else ""
    return f'<div class="{kind}">\n\n{named}{body.strip()}\n\n</div>\n\n'
