"""changes.yml -> what changed in the book, the newest first; moved.yml -> old addresses and where each leads now."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from rollbook.cache import reused
from rollbook.markdown import read_line, read_passage
from rollbook.model.chapter import Change
from rollbook.model.data_documents import RuleName
from rollbook.model.diagnostic import Diagnostic, closest
from rollbook.model.source import Source
from rollbook.model.spot import WrittenMove
from rollbook.model.yaml_tree import Entry, Mapping, Node, Scalar, Sequence, one_or_more
from rollbook.parse.read_yaml import read_yaml

KEYS = ("date", "title", "text", "rule")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_EXAMPLE = "write “- date: 2026-11-16”, and below it “title:” and “text:”"


@reused
def parse_changes(source: Source | None, language: str) -> tuple[tuple[Change, ...], list[Diagnostic]]:
    """changes.yml and the book's language -> its entries, and what is wrong in them."""
    if source is None:
        return (), []
    documents, problems = read_yaml(source)
    found = list(problems)
    changes = []
    for node in _entries(documents, found):
        change, wrong = _change(node, language)
        found += wrong
        changes += [change] if change else []
    # Entries of one day stay in the order of the file.
    return tuple(sorted(changes, key=lambda change: change.date, reverse=True)), found


def _entries(documents: tuple[Node, ...], found: list[Diagnostic]) -> Iterator[Mapping]:
    for document in documents:
        for item in document.items if isinstance(document, Sequence) else (document,):
            if isinstance(item, Mapping) and isinstance(document, Sequence):
                yield item
            elif not (isinstance(item, Scalar) and item.absent):
                found.append(Diagnostic("bad-change", "changes are a list of entries", item.place, _EXAMPLE))


def _change(node: Mapping, language: str) -> tuple[Change | None, list[Diagnostic]]:
    found = [_unknown_key(key) for key in (entry.key for entry in node.entries) if key.text not in KEYS]
    when, title, text = (node.get(key) for key in ("date", "title", "text"))
    day = _day(when)
    if day is None:
        shown = f"{when.text!r} is not a date" if isinstance(when, Scalar) and when.text else "this change has no date"
        place = when.place if when and not (isinstance(when, Scalar) and when.absent) else node.place
        found.append(Diagnostic("bad-change", shown, place, "write the day as year-month-day: 2026-11-16"))
    if not isinstance(title, Scalar) or not title.text.strip():
        hint = "say briefly what changed: it is the first thing readers of the feed see"
        found.append(Diagnostic("bad-change", "this change has no title", title.place if title else node.place, hint))
    if text is not None and not isinstance(text, Scalar):
        hint = "for several paragraphs write “text: |” and indent them below it"
        found.append(Diagnostic("bad-change", "'text' must be a single Markdown text", text.place, hint))
    rules, wrong = _rules(node.get("rule"))
    found += wrong
    if day is None or not isinstance(title, Scalar) or not title.text.strip():
        return None, found
    blocks = read_passage(text, language) if isinstance(text, Scalar) else ()
    return Change(day, read_line(title.text, title.spelling, language), rules, blocks, node.place), found


def _day(node: Node | None) -> date | None:
    if not isinstance(node, Scalar) or not _DATE.fullmatch(node.text.strip()):
        return None
    try:
        return date.fromisoformat(node.text.strip())
    except ValueError:  # the thirtieth of February
        return None


def _rules(node: Node | None) -> tuple[tuple[RuleName, ...], list[Diagnostic]]:
    """One id, or a list of them; whether there is such a rule shows when links are resolved."""
    items = one_or_more(node)
    wrong = [item for item in items if not isinstance(item, Scalar)]
    names = [item for item in items if isinstance(item, Scalar) and item.text.strip()]
    hint = "write the id of one rule, or a list of ids"
    found = [Diagnostic("bad-change", "'rule' must name one or more rules", item.place, hint) for item in wrong]
    return tuple(RuleName(item.text.strip(), item.place) for item in names), found


def _unknown_key(key: Scalar) -> Diagnostic:
    hint = closest(key.text, KEYS) or f"keys are {', '.join(KEYS)}"
    return Diagnostic("bad-change", f"a change has no key {key.text!r}", key.place, hint)


_MOVED_EXAMPLE = "write the old address, a colon and the new one: “combat.html#called-shots: combat.md#called-shot”"


def parse_moved(source: Source | None) -> tuple[tuple[WrittenMove, ...], list[Diagnostic]]:
    """moved.yml -> its lines, and what is wrong in them. Whether they lead anywhere shows when links are resolved."""
    if source is None:
        return (), []
    documents, problems = read_yaml(source)
    found = list(problems)
    moves = []
    for document in documents:
        if isinstance(document, Mapping):
            for entry in document.entries:
                moves += _move(entry, found)
        elif not (isinstance(document, Scalar) and document.absent):
            found.append(Diagnostic("bad-move", "moved.yml is a list of addresses", document.place, _MOVED_EXAMPLE))
    return tuple(moves), found


def _move(entry: Entry, found: list[Diagnostic]) -> list[WrittenMove]:
    old, new = entry.key, entry.value
    if isinstance(new, Scalar) and new.text.strip() and old.text.strip():
        return [WrittenMove(old.text.strip(), old.place, new.text.strip(), new.place)]
    message = f"{old.text!r} does not say where it has moved"
    found.append(Diagnostic("bad-move", message, old.place, _MOVED_EXAMPLE))
    return []
