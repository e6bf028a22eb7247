"""What differs between two shelves -> text for people, Markdown for a pull request, JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict

from generator.compare.change_rows import NOTHING, Row, formula_rows, odds_rows, table_rows
from generator.comparison import Comparison, Passage

# Book ids with what differs in each; a book that stands on one shelf only is None.
Changes = Mapping[str, Comparison | None]


def changes_json(changes: Changes) -> str:
    """Changes by book -> JSON; a chance is an exact fraction such as "11/20"."""
    data = {book: None if change is None else asdict(change) for book, change in changes.items()}
    return json.dumps(data, ensure_ascii=False, indent=2, default=str) + "\n"


def changes_text(changes: Changes) -> str:
    """Changes by book -> lines for a terminal."""
    lines: list[str] = []
    for book, change in changes.items():
        lines += [book, "=" * len(book), ""]
        for heading, rows in _sections(change):
            lines += [heading, *(f"  {name}\n    - {old}\n    + {new}" for name, old, new in rows), ""]
    return "\n".join(lines) if lines else "No rule, table or calculator changed.\n"


def changes_markdown(changes: Changes) -> str:
    """Changes by book -> a comment for a pull request."""
    lines: list[str] = []
    for book, change in changes.items():
        lines += [f"## {book}", ""]
        for heading, rows in _sections(change):
            lines += [f"### {heading}", "", "| | before | after |", "|---|---|---|"]
            lines += [f"| {_cell(name)} | {_cell(old)} | {_cell(new)} |" for name, old, new in rows] + [""]
    return "\n".join(lines) if lines else "No rule, table or calculator changed.\n"


def _sections(change: Comparison | None) -> Iterator[tuple[str, list[Row]]]:
    """What differs in a book -> headings, each with rows of name, before, after. Headings without rows are left out."""
    if change is None:
        yield "The whole book is new or gone", []
        return
    sections = {
        "Rules": [(f"{rule.title} ({rule.id})", _text(rule.old), _text(rule.new)) for rule in change.rules],
        "Tables": list(table_rows(change)),
        "Formulas": list(formula_rows(change)),
        "Odds": list(odds_rows(change)),
    }
    yield from ((heading, rows) for heading, rows in sections.items() if rows)


def _text(passage: Passage | None) -> str:
    return NOTHING if passage is None else passage.text


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
