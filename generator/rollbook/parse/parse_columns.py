"""The columns of a table: from the handbooks' header of two texts, or from a typed table's list of names and kinds."""

from __future__ import annotations

import re

from rollbook.model.diagnostic import Diagnostic, closest
from rollbook.model.table import ALIGNMENTS, KINDS, Column
from rollbook.model.yaml_tree import Entry, Mapping, Node, Scalar, Sequence
from rollbook.parse.parse_rows import as_text, divide_cells

_RULE = re.compile(r"(?P<left>:?)-+(?P<right>:?)")
KEYS = ("name", "title", "kind", "align", "unit", "choices")
_EMPHASIS = "*_`~ "


def parse_header(header: Node, found: list[Diagnostic]) -> tuple[Column, ...]:
    """`["Race | Bonus", ":--- | ---:"]` -> columns of text; none where the header has a mistake."""
    lines = [text for item in header.items if (text := as_text(item))] if isinstance(header, Sequence) else []
    if len(lines) != 2 or not isinstance(header, Sequence) or len(header.items) != 2:
        hint = "write “- Race | Bonus” and below it “- :--- | :---”"
        found.append(Diagnostic("bad-table", "the header is not a list of two texts", header.place, hint))
        return ()
    titles, rules = (divide_cells(line) for line in lines)
    wrong = [rule for rule in rules if not _RULE.fullmatch(rule.text)]
    for rule in wrong:
        hint = "write :--- for left, :--: for centre, ---: for right"
        found.append(Diagnostic("bad-table", f"{rule.text!r} is not an alignment", rule.place, hint))
    if len(titles) != len(rules):
        message = f"the header has a different number of titles ({len(titles)}) and alignments ({len(rules)})"
        found.append(Diagnostic("bad-table", message, lines[1].place, "write the same number of each"))
    if wrong or len(titles) != len(rules):
        return ()
    return tuple(
        Column(title.text.strip(_EMPHASIS), title.text, "text", _alignment(rule.text), title.place)
        for title, rule in zip(titles, rules, strict=True)
    )


def _alignment(rule: str) -> str:
    colons = _RULE.fullmatch(rule)
    if colons is None or not (colons["left"] or colons["right"]):
        return ""
    return "center" if colons["left"] and colons["right"] else "left" if colons["left"] else "right"


def parse_columns(columns: Node, found: list[Diagnostic]) -> tuple[Column, ...]:
    """Names, `name: kind` or `{name, title, kind, align, unit}` -> columns; those with a mistake are left out."""
    if isinstance(columns, Mapping):
        read = [_named_column(entry, found) for entry in columns.entries]
    elif isinstance(columns, Sequence):
        read = [_listed_column(item, found) for item in columns.items]
    else:
        hint = "write a list below it: “- name: kind” for each column"
        found.append(Diagnostic("bad-table", "the columns are not a list", columns.place, hint))
        return ()
    named = tuple(column for column in read if column)
    seen: set[str] = set()
    for column in named:
        if column.name.casefold() in seen:
            message = f"two columns are called {column.name!r}"
            found.append(Diagnostic("bad-table", message, column.place, "give each column its own name"))
        seen.add(column.name.casefold())
    return named


def _listed_column(item: Node, found: list[Diagnostic]) -> Column | None:
    """One entry of the list: a name, one `name: kind`, or a mapping of settings with `name` in it."""
    if isinstance(item, Scalar):
        return _column(item, {}, found)
    name = item.get("name") if isinstance(item, Mapping) else None
    if isinstance(item, Mapping) and isinstance(name, Scalar):
        return _column(name, _settings(item, found), found, _choices(item, found))
    if isinstance(item, Mapping) and len(item.entries) == 1:
        return _named_column(item.entries[0], found)
    hint = "write “- name: kind”, or a mapping with “name”"
    found.append(Diagnostic("bad-table", "this column has no name", item.place, hint))
    return None


def _named_column(entry: Entry, found: list[Diagnostic]) -> Column | None:
    """`damage: dice` or `damage: {title: Damage, kind: dice}` -> the column `damage`."""
    if isinstance(entry.value, Mapping):
        return _column(entry.key, _settings(entry.value, found), found, _choices(entry.value, found))
    if isinstance(entry.value, Scalar):
        return _column(entry.key, {} if entry.value.absent else {"kind": entry.value}, found)
    hint = f"write its kind: {', '.join(KINDS)}"
    found.append(
        Diagnostic("bad-table", f"the column {entry.key.text!r} has a list instead of a kind", entry.key.place, hint)
    )
    return None


def _settings(mapping: Mapping, found: list[Diagnostic]) -> dict[str, Scalar]:
    """The settings of a column -> those that are known texts; the others are reported."""
    settings: dict[str, Scalar] = {}
    for entry in mapping.entries:
        key = entry.key.text
        if key not in KEYS:
            hint = closest(key, KEYS) or f"a column may have {', '.join(KEYS)}"
            found.append(Diagnostic("bad-table", f"a column has no setting {key!r}", entry.key.place, hint))
        elif isinstance(entry.value, Scalar):
            settings[key] = entry.value
        elif key != "choices":
            found.append(
                Diagnostic("bad-table", f"the {key} of a column must be text", entry.value.place, "write some text")
            )
    return settings


def _choices(mapping: Mapping, found: list[Diagnostic]) -> tuple[str, ...]:
    """`choices: [fire, water]` -> what a cell of the column may say."""
    node = mapping.get("choices")
    items = node.items if isinstance(node, Sequence) else ()
    words = tuple(item.text.strip() for item in items if isinstance(item, Scalar) and item.text.strip())
    if node and (not words or len(words) < len(items)):
        hint = "write a list such as [fire, water]"
        found.append(Diagnostic("bad-table", "'choices' is a list of words", node.place, hint))
    return words


def _column(
    name: Scalar, settings: dict[str, Scalar], found: list[Diagnostic], choices: tuple[str, ...] = ()
) -> Column | None:
    words = name.text.strip()
    if not words:
        found.append(Diagnostic("bad-table", "this column has no name", name.place, "give it one"))
        return None
    kind = _choice(settings.get("kind"), KINDS, "kind of column", found) or ("choice" if choices else "text")
    align = _choice(settings.get("align"), ALIGNMENTS, "alignment", found)
    return Column(
        words,
        settings["title"].text.strip() if "title" in settings else _title(words),
        kind,
        align or ("right" if kind == "number" else ""),
        name.place,
        settings["unit"].text.strip() if "unit" in settings else "",
        choices,
    )


def _choice(scalar: Scalar | None, known: tuple[str, ...], what: str, found: list[Diagnostic]) -> str:
    """A setting that must be one of some words -> the word, or nothing and a problem."""
    if scalar is None or scalar.text in known:
        return scalar.text if scalar else ""
    hint = closest(scalar.text, known) or f"choose from {', '.join(known)}"
    found.append(Diagnostic("bad-table", f"there is no {what} {scalar.text!r}", scalar.place, hint))
    return ""


def _title(name: str) -> str:
    """`hit_points` -> `Hit points`: what readers see when the author gives no title."""
    words = name.replace("_", " ")
    return words[0].upper() + words[1:]
