"""What differs between two shelves -> text for people, Markdown for a pull request, JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from fractions import Fraction

from generator.comparison import Comparison, OddsChange

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


Row = tuple[str, str, str]


def _sections(change: Comparison | None) -> Iterator[tuple[str, list[Row]]]:
    """What differs in a book -> headings, each with rows of name, before, after. Headings without rows are left out."""
    if change is None:
        yield "The whole book is new or gone", []
        return
    sections = {
        "Rules": [(f"{rule.title} ({rule.id})", _text(rule.old), _text(rule.new)) for rule in change.rules],
        "Tables": list(_table_rows(change)),
        "Formulas": list(_formula_rows(change)),
        "Odds": list(_odds_rows(change)),
    }
    yield from ((heading, rows) for heading, rows in sections.items() if rows)


def _text(passage: object) -> str:
    return getattr(passage, "text", "") or "—"


def _table_rows(change: Comparison) -> Iterator[Row]:
    for table in change.tables:
        if table.only:
            yield table.title, *_only(table.only)
        for cell in table.cells:
            what = ": ".join(part for part in (cell.row, cell.column) if part)
            yield f"{table.title}, {what}", cell.old or "—", cell.new or "—"


def _formula_rows(change: Comparison) -> Iterator[Row]:
    for calculator in change.calculators:
        if calculator.only:
            yield calculator.title, *_only(calculator.only)
        for formula in calculator.formulas:
            yield f"{calculator.title}, {formula.name}", formula.old or "—", formula.new or "—"
    for phrase in change.phrases:
        yield phrase.name, phrase.old or "—", phrase.new or "—"


def _odds_rows(change: Comparison) -> Iterator[Row]:
    for calculator in change.calculators:
        yield from (_odds_row(calculator.title, odds) for odds in calculator.odds)
    for table in change.tables:
        yield from (_odds_row(table.title, odds) for odds in table.odds)


def _odds_row(title: str, odds: OddsChange) -> Row:
    return f"{title}: {odds.what}", _percent(odds.old), _percent(odds.new)


def _only(side: str) -> tuple[str, str]:
    return ("there", "—") if side == "old" else ("—", "there")


def _percent(chance: Fraction | None) -> str:
    return "—" if chance is None else f"{float(chance * 100):.4g} %"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
