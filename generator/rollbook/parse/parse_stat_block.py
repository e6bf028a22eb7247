"""A `stat-block:` document -> StatDocument: its fields, what follows from them, its tracks and its actions.

stat-block: marsh-goblin
title: Marsh goblin
fields: {level: 1, armour: 13}
derived: {bite: level + 2}
tracks: {hit points: 4 + level}
copies: 6
actions:
  - {name: Bite, calculator: attack, given: {bonus: bite, damage: 1d4}, ask: guard}
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rollbook.model.data_documents import Said, StatDocument, WrittenAction
from rollbook.model.diagnostic import Diagnostic, closest
from rollbook.model.yaml_tree import Mapping, Node, Scalar, Sequence, one_or_more

KEYS = ("stat-block", "title", "note", "fields", "derived", "tracks", "copies", "actions", "text")
ACTION_KEYS = ("name", "calculator", "given", "ask", "note")
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
MOST_COPIES = 30


def parse_stat_block(document: Mapping, found: list[Diagnostic]) -> StatDocument | None:
    """A document with the key `stat-block`, the problems so far -> what it says; None where it has no id."""
    found += _unknown_keys(document, KEYS, "a stat block")
    name = document.get("stat-block")
    if not isinstance(name, Scalar) or not _ID.fullmatch(name.text.strip()):
        hint = "write lowercase letters, digits and hyphens, such as “stat-block: marsh-goblin”"
        found.append(_wrong("this is not an id for a stat block", name or document, hint))
        return None
    return StatDocument(
        name.text.strip(),
        _text(document, "title", found) or name,
        _text(document, "note", found),
        tuple(_said(document, "fields", found)),
        tuple(_said(document, "derived", found)),
        tuple(_said(document, "tracks", found)),
        tuple(_actions(document.get("actions"), found)),
        _copies(document.get("copies"), found),
        _text(document, "text", found),
        name.place,
    )


def _unknown_keys(mapping: Mapping, known: tuple[str, ...], what: str) -> Iterator[Diagnostic]:
    for entry in mapping.entries:
        if entry.key.text not in known:
            hint = closest(entry.key.text, known) or f"{what} may have {', '.join(known)}"
            yield _wrong(f"{what} has no key {entry.key.text!r}", entry.key, hint)


def _wrong(message: str, node: Node, hint: str) -> Diagnostic:
    return Diagnostic("bad-stat-block", message, node.place, hint)


def _text(mapping: Mapping, key: str, found: list[Diagnostic]) -> Scalar | None:
    node = mapping.get(key)
    if node is None or (isinstance(node, Scalar) and node.text.strip()):
        return node
    found.append(_wrong(f"{key!r} is not text", node, "write some text after the colon"))
    return None


def _said(mapping: Mapping, key: str, found: list[Diagnostic]) -> Iterator[Said]:
    """`{level: 1, armour: 13}` -> names and what each says."""
    node = mapping.get(key)
    if node is not None and not isinstance(node, Mapping):
        found.append(_wrong(f"{key!r} holds no names", node, "write “level: 1” and so on below it, one on a line"))
    for entry in node.entries if isinstance(node, Mapping) else ():
        if isinstance(entry.value, Scalar) and entry.value.text.strip():
            yield entry.key, entry.value
        else:
            found.append(_wrong(f"{entry.key.text!r} says nothing", entry.key, "write some text after the colon"))


def _copies(node: Node | None, found: list[Diagnostic]) -> int:
    if node is None:
        return 1
    text = node.text if isinstance(node, Scalar) else ""
    if text.isdecimal() and len(text) < 4 and 1 <= int(text) <= MOST_COPIES:
        return int(text)
    hint = "it says how many of them there are at first"
    found.append(_wrong(f"'copies' is not a whole number from 1 to {MOST_COPIES}", node, hint))
    return 1


def _actions(node: Node | None, found: list[Diagnostic]) -> Iterator[WrittenAction]:
    if node is not None and not isinstance(node, Sequence):
        found.append(_wrong("'actions' is not a list", node, "write each after a dash: “- name: Bite”"))
    for item in node.items if isinstance(node, Sequence) else ():
        if action := _action(item, found):
            yield action


def _action(item: Node, found: list[Diagnostic]) -> WrittenAction | None:
    if not isinstance(item, Mapping):
        found.append(_wrong("this action has no keys", item, "write “- name: Bite” and “calculator: attack” below it"))
        return None
    found += _unknown_keys(item, ACTION_KEYS, "an action")
    name, calculator = _text(item, "name", found), _text(item, "calculator", found)
    if name is None:
        found.append(_wrong("this action has no name", item, "add “name: Bite”: it is what readers press"))
    elif calculator is None and "calculator" not in item.keys:
        hint = "add “calculator:” with the id of the calculator that rolls it"
        found.append(_wrong(f"the action {name.text!r} names no calculator", item, hint))
    if name is None or calculator is None:
        return None
    return WrittenAction(
        name,
        calculator,
        tuple(_said(item, "given", found)),
        tuple(each for each in one_or_more(item.get("ask")) if isinstance(each, Scalar)),
        _text(item, "note", found),
    )
