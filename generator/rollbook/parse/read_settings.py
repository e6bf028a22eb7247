"""A file of settings -> the value of each known key that is right. The fields of a dataclass are the keys.

A field whose default is a text takes one text, one whose default is a tuple a list of them, and one whose default is
a dataclass again takes keys and values below it. Checks that several such files share follow: of names, and of colours
that are hard to read on each other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import field, fields
from typing import Any

from rollbook.model.colour import ENOUGH, contrast, readable
from rollbook.model.diagnostic import Diagnostic, Severity, closest
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.settings import COVER_LETTERING, Colours, Shades
from rollbook.model.source import Source
from rollbook.model.yaml_tree import Entry, Mapping, Node, Scalar, one_or_more
from rollbook.parse.read_yaml import read_yaml

Read = tuple[dict[str, Any], list[Diagnostic]]
Shape = tuple[re.Pattern[str], str]
Checks = dict[str, Callable[[Entry], list[Diagnostic]]]
COLOUR = re.compile("#[0-9A-Fa-f]{6}")


@dataclass(frozen=True, slots=True)
class Rules:
    """What values must be like, by their keys: `accent`, `cover.cloth`. What no rule is about may be any text."""

    shapes: dict[str, Shape]  # how one text must look, and the hint where it doesn't
    checks: Checks = field(default_factory=dict)
    needed: tuple[str, ...] = ()  # keys whose emptiness is a slip, not a choice
    short: dict[str, Callable[[str], str]] = field(default_factory=dict)  # one text for a group -> the key it is for


def read_settings(source: Source | None, settings: type[Any], rules: Rules) -> Read:
    """A file, the dataclass of its settings, what they must be like -> the values that are right, every problem."""
    if source is None:
        return {}, []
    documents, problems = read_yaml(source)
    found = list(problems)
    values, wrong = _group(_entries(documents, found), settings, "", rules)
    return values, found + wrong


def _group(entries: Iterable[Entry], settings: type[Any], above: str, rules: Rules) -> Read:
    """Keys and values, the dataclass that they fill, the keys above them -> the values that are right."""
    values: dict[str, Any] = {}
    found: list[Diagnostic] = []
    known = {each.name: each.default for each in fields(settings)}
    for entry in entries:
        key = entry.key.text
        if key not in known:
            hint = closest(key, known) or f"settings{' of ' + above if above else ''} are {', '.join(known)}"
            found.append(Diagnostic("unknown-setting", f"there is no setting {key!r}", entry.key.place, hint))
            continue
        path = f"{above}.{key}" if above else key
        value, problems = _value(entry, known[key], path, rules)
        problems = problems or (rules.checks[path](entry) if path in rules.checks else [])
        found += problems
        if value and not any(problem.severity is Severity.ERROR for problem in problems):
            values[key] = value
    return values, found


def _value(entry: Entry, default: object, path: str, rules: Rules) -> tuple[Any, list[Diagnostic]]:
    if isinstance(default, str):
        return _text(entry, path, rules)
    if isinstance(default, tuple):
        return _list(entry)
    return _nested(entry, type(default), path, rules)


def _nested(entry: Entry, settings: type[Any], path: str, rules: Rules) -> tuple[Any, list[Diagnostic]]:
    """Keys and values below a key -> what they fill; where one text is allowed in their place, as if under its key."""
    node = entry.value
    if isinstance(node, Scalar) and node.absent:
        message, (_, hint) = f"{entry.key.text!r} is empty", rules.shapes.get(path, (None, ""))
        return None, [Diagnostic("bad-setting", message, entry.key.place, hint)] if path in rules.needed else []
    entries: tuple[Entry, ...] = ()
    if isinstance(node, Mapping):
        entries = node.entries
    elif isinstance(node, Scalar) and path in rules.short:
        key = Scalar(rules.short[path](node.text), "plain", entry.key.place, entry.key.spelling)
        entries = (Entry(key, node),)
    else:
        known = ", ".join(each.name for each in fields(settings))
        hint = f"write keys and values below it; it has {known}"
        return None, [Diagnostic("bad-setting", f"{entry.key.text!r} must be keys and values", node.place, hint)]
    values, found = _group(entries, settings, path, rules)
    return (settings(**values) if values else None), found


def _entries(documents: tuple[Node, ...], found: list[Diagnostic]) -> tuple[Entry, ...]:
    """The documents of a file of settings -> the entries of the one mapping that it should be."""
    written = [document for document in documents if not (isinstance(document, Scalar) and document.absent)]
    entries: list[Entry] = []
    for number, document in enumerate(written):
        if isinstance(document, Mapping) and number == 0:
            entries += document.entries
        else:
            message = "settings must be one mapping of keys and values"
            hint = "write “title: The name” and so on, one setting on a line, without a line of dashes between them"
            found.append(Diagnostic("bad-setting", message, document.place, hint))
    return tuple(entries)


def _text(entry: Entry, path: str, rules: Rules) -> tuple[str, list[Diagnostic]]:
    key, node = entry.key.text, entry.value
    if not isinstance(node, Scalar):
        return "", [Diagnostic("bad-setting", f"{key!r} must be text", node.place, "write some text after the colon")]
    text = " ".join(node.text.split())
    shape, hint = rules.shapes.get(path, (None, ""))
    if shape is None or shape.fullmatch(text) or (node.absent and path not in rules.needed):
        return text, []
    message = f"{text!r} is not right for {key!r}" if text else f"{key!r} is empty"
    return "", [Diagnostic("bad-setting", message, node.place if text else entry.key.place, hint)]


def _list(entry: Entry) -> tuple[tuple[str, ...], list[Diagnostic]]:
    """A list of texts; one text is a list of one."""
    texts = texts_of(entry)
    wrong = [item for item in one_or_more(entry.value) if not isinstance(item, Scalar)]
    hint = "write a list of texts below it, each after a dash"
    problems = [
        Diagnostic("bad-setting", f"{entry.key.text!r} must be a list of texts", node.place, hint) for node in wrong
    ]
    return tuple(scalar.text.strip() for scalar in texts), problems


def texts_of(entry: Entry) -> list[Scalar]:
    """A key with one text or a list of them -> those that say something."""
    return [item for item in one_or_more(entry.value) if isinstance(item, Scalar) and item.text.strip()]


def check_names(entry: Entry, known: tuple[str, ...], what: str) -> list[Diagnostic]:
    """A list of files or folders -> those that aren't there or stand twice."""
    found = []
    seen: set[str] = set()
    for scalar in texts_of(entry):
        name = scalar.text.strip()
        if name not in known:
            hint = closest(name, known) or f"choose from {', '.join(known)}"
            found.append(Diagnostic("bad-setting", f"there is no {what} {name!r}", scalar.place, hint))
        elif name in seen:
            found.append(
                Diagnostic("bad-setting", f"the {what} {name!r} appears twice", scalar.place, "remove one of them")
            )
        seen.add(name)
    return found


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
    return node if isinstance(node, Scalar) and COLOUR.fullmatch(node.text) else None


def _faint(colour: Scalar, other: str) -> Diagnostic | None:
    ratio = contrast(colour.text, other)
    if ratio >= ENOUGH:
        return None
    too_close = f"have a contrast of {ratio:.1f} to 1, which is hard to read: it should be at least {ENOUGH}"
    message = f"{colour.text!r} and {other!r} {too_close}"
    hint = f"the nearest readable colour is {readable(colour.text, other)!r}"
    return Diagnostic("low-contrast", message, colour.place, hint)
