"""What differs between two shelves -> text for people, Markdown for a pull request, JSON for programs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass

from rollbook.compare.change_rows import NOTHING, Row, formula_rows, odds_rows, table_rows
from rollbook.model.comparison import Comparison, LostAddress, Passage
from rollbook.report.escape import inert, visible, visible_lines


@dataclass(frozen=True, slots=True)
class BookChanges:
    """What differs in a book, None where it stands on one shelf only; and addresses that its moved.yml should mend."""

    comparison: Comparison | None
    lost: tuple[LostAddress, ...]


Changes = Mapping[str, BookChanges]


def changes_json(changes: Changes) -> str:
    """Changes by book -> JSON in ASCII, so that no terminal can spoil it; a chance is a fraction such as "11/20"."""
    data = {book: _data(change) for book, change in changes.items()}
    return json.dumps(data, indent=2, default=str) + "\n"


def changes_text(changes: Changes) -> str:
    """Changes by book -> lines for a terminal."""
    lines: list[str] = []
    for book, change in changes.items():
        lines += [visible(book), "=" * len(book), ""]
        for heading, rows in _sections(change.comparison):
            lines += [heading, *(line for row in rows for line in _text_row(*row)), ""]
        if change.lost:
            lines += [visible(_mend(book)), *(f"  {visible(lost.line)}" for lost in change.lost), ""]
    return "\n".join(lines) if lines else "No rule, table or calculator changed.\n"


def changes_markdown(changes: Changes) -> str:
    """Changes by book -> a comment for a pull request."""
    lines: list[str] = []
    for book, change in changes.items():
        lines += [f"## {inert(book)}", ""]
        for heading, rows in _sections(change.comparison):
            lines += [f"### {heading}", "", "| | before | after |", "|---|---|---|"]
            lines += [f"| {inert(name)} | {inert(old)} | {inert(new)} |" for name, old, new in rows] + [""]
        if change.lost:
            lines += ["### Addresses", "", _mend(inert(book)), "", *_code(lost.line for lost in change.lost), ""]
    return "\n".join(lines) if lines else "No rule, table or calculator changed.\n"


def _data(change: BookChanges) -> dict[str, object] | None:
    if change.comparison is None and not change.lost:
        return None
    said = asdict(change.comparison) if change.comparison else {}
    return {**said, "addresses": [asdict(lost) for lost in change.lost]}


def _mend(book: str) -> str:
    return f"Addresses that lead nowhere now. Look where each went, and add to content/{book}/moved.yml:"


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


def _text_row(name: str, old: str, new: str) -> Iterator[str]:
    """Name, before, after -> lines for a terminal, each with its sign, so that no text can pass for a line of ours."""
    yield f"  {visible(name)}"
    yield from (f"    - {line}" for line in visible_lines(old))
    yield from (f"    + {line}" for line in visible_lines(new))


def _code(lines: Iterable[str]) -> list[str]:
    """Lines of YAML -> a block of code in Markdown, with a fence that nothing in it can close."""
    shown = [visible(line) for line in lines]
    fence = "`" * max([3, *(len(ticks) + 1 for ticks in re.findall("`+", "\n".join(shown)))])
    return [f"{fence}yaml", *shown, fence]
