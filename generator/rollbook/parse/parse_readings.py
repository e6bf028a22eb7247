"""A `readings:` document -> how the book reads its source, entry by entry.

readings:
  - title: Four strikes
    rule: combat.strikes
    reading: ours
    source: Combat, line 215
    why: The three strikes are counted after the first one.
    other: Three strikes in all.
"""

from __future__ import annotations

from collections.abc import Iterator

from rollbook.model.data_documents import READINGS, Reading, RuleName
from rollbook.model.diagnostic import Diagnostic, closest
from rollbook.model.yaml_tree import Mapping, Node, Scalar, Sequence, one_or_more

TEXTS = {
    "title": "say briefly what it is about",
    "reading": f"write {' or '.join(READINGS)}",
    "source": "name the passage in the source: its heading, or file and line",
    "why": "say what holds here, and why",
    "other": "say how else the source could be read",
}
KEYS = (*TEXTS, "rule")
_EXAMPLE = "write “- title: Four strikes”, and below it rule, reading, source, why and other"


def parse_readings(document: Mapping) -> tuple[list[Reading], list[Diagnostic]]:
    """A document with the key `readings` -> its entries in the order written, and what is wrong in them."""
    found = [
        _wrong(f"a list of readings has no key {entry.key.text!r}", entry.key, "indent it to make it part of an entry")
        for entry in document.entries
        if entry.key.text != "readings"
    ]
    listed = document.get("readings")
    if not isinstance(listed, Sequence):
        return [], [*found, _wrong("readings are a list of entries", listed or document, _EXAMPLE)]
    readings = []
    for item in listed.items:
        problems = list(_problems(item))
        found += problems
        if isinstance(item, Mapping) and not problems:
            readings.append(_reading(item))
    return readings, found


def _problems(item: Node) -> Iterator[Diagnostic]:
    """An entry -> what is wrong in it; where that is nothing, `_reading` can read it."""
    if not isinstance(item, Mapping):
        yield _wrong("readings are a list of entries", item, _EXAMPLE)
        return
    for entry in item.entries:
        if entry.key.text not in KEYS:
            hint = closest(entry.key.text, KEYS) or f"keys are {', '.join(KEYS)}"
            yield _wrong(f"a reading has no {entry.key.text!r}", entry.key, hint)
    for key, hint in TEXTS.items():
        value = item.get(key)
        if not isinstance(value, Scalar) or not value.text.strip():
            yield _wrong(f"this reading has no {key!r}", _where(value, item), hint)
        elif key == "reading" and value.text.strip() not in READINGS:
            yield _wrong(f"{value.text!r} is not a way to read a source", value, closest(value.text, READINGS) or hint)
    rules = _rules(item)
    if not rules or not all(isinstance(rule, Scalar) and rule.text.strip() for rule in rules):
        hint = "write the id of one rule, or a list of ids"
        yield _wrong("this reading does not say which rule it is about", _where(item.get("rule"), item), hint)


def _reading(item: Mapping) -> Reading:
    texts = {key: value for key in TEXTS if isinstance(value := item.get(key), Scalar)}
    rules = tuple(RuleName(rule.text.strip(), rule.place) for rule in _rules(item) if isinstance(rule, Scalar))
    kind = texts["reading"].text.strip()
    return Reading(texts["title"], rules, kind, texts["source"], texts["why"], texts["other"], item.place)


def _rules(item: Mapping) -> tuple[Node, ...]:
    """`rule: combat.attack` or `rule: [combat.attack, combat.damage]` -> the ids."""
    return one_or_more(item.get("rule"))


def _where(value: Node | None, item: Mapping) -> Node:
    """What is written wrongly; where nothing is, the entry that lacks it."""
    return item if value is None or (isinstance(value, Scalar) and value.absent) else value


def _wrong(message: str, node: Node, hint: str) -> Diagnostic:
    return Diagnostic("bad-reading", message, node.place, hint)
