"""Colours in settings -> those that are hard to read on the other, each with the nearest that is not."""

from __future__ import annotations

import re

from rollbook.model.colour import ENOUGH, contrast, readable
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.settings import COVER_LETTERING, Colours, Shades
from rollbook.model.source import Source
from rollbook.model.yaml_tree import Entry, Mapping, Scalar
from rollbook.parse.read_yaml import read_yaml

_COLOUR = re.compile("#[0-9A-Fa-f]{6}")


def check_colours(source: Source | None, usual: Colours) -> list[Diagnostic]:
    """A file with `colours`, those of the theme below them -> a warning for each that can't be read on its paper."""
    documents = read_yaml(source)[0] if source else ()
    nodes = (document.get("colours") for document in documents if isinstance(document, Mapping))
    entries = [entry for node in nodes if isinstance(node, Mapping) for entry in node.entries]
    parts = {"light": usual.light, "dark": usual.dark}
    return [
        problem
        for entry in entries
        if entry.key.text in parts
        for problem in _check_shades(entry, parts[entry.key.text])
    ]


def _check_shades(entry: Entry, usual: Shades) -> list[Diagnostic]:
    """`light` or `dark` of `colours`, the usual ones -> a warning for each that can't be read on its paper."""
    paper = _colour(entry, "paper")
    ground = paper.text if paper else usual.paper
    ink, accent = _colour(entry, "ink"), _colour(entry, "accent")
    found = [_faint(colour, ground) for colour in (ink, accent) if colour]
    if paper and not ink:
        # The paper is all that was chosen, so it is to blame.
        found.append(_faint(paper, usual.ink))
    return [problem for problem in found if problem]


def check_cover(entry: Entry) -> list[Diagnostic]:
    """`cover` -> a warning where its lettering can't be read on its cloth."""
    alone = entry.value if isinstance(entry.value, Scalar) and entry.value.text.startswith("#") else None
    cloth, lettering = alone or _colour(entry, "cloth"), _colour(entry, "lettering")
    problem = _faint(cloth, lettering.text if lettering else COVER_LETTERING) if cloth else None
    return [problem] if problem else []


def _colour(entry: Entry, key: str) -> Scalar | None:
    node = entry.value.get(key) if isinstance(entry.value, Mapping) else None
    return node if isinstance(node, Scalar) and _COLOUR.fullmatch(node.text) else None


def _faint(colour: Scalar, other: str) -> Diagnostic | None:
    ratio = contrast(colour.text, other)
    if ratio >= ENOUGH:
        return None
    too_close = f"have a contrast of {ratio:.1f} to 1, which is hard to read: it should be at least {ENOUGH}"
    message = f"{colour.text!r} and {other!r} {too_close}"
    hint = f"the nearest readable colour is {readable(colour.text, other)!r}"
    return Diagnostic("low-contrast", message, colour.place, hint)
