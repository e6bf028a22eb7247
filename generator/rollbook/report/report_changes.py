"""What differs between two shelves -> text for people, Markdown for a pull request, JSON for programs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from difflib import SequenceMatcher

from rollbook.model.comparison import (
    NOTHING,
    Comparison,
    FormulaChange,
    LostAddress,
    OddsChange,
    OutOfStep,
    Passage,
    ProseChange,
    Row,
    formula_rows,
    odds_rows,
    percent,
    table_rows,
)
from rollbook.model.quick_dataclass import dataclass
from rollbook.report import inert, visible, visible_lines


@dataclass(frozen=True, slots=True)
class BookChanges:
    """What differs in a book, None if only one shelf has it; and addresses that its moved.yml should fix."""

    comparison: Comparison | None
    lost: tuple[LostAddress, ...]
    prose: tuple[ProseChange, ...] = ()
    odds_at_examples: tuple[OddsChange, ...] = ()
    out_of_step: tuple[OutOfStep, ...] = ()
    sheets: tuple[FormulaChange, ...] = ()

    @property
    def empty(self) -> bool:
        same = self.comparison is not None and self.comparison.empty
        return same and not (self.lost or self.prose or self.odds_at_examples or self.sheets)


Changes = Mapping[str, BookChanges]

_SAME = "No rule, passage, table or calculator changed.\n"
# A comment that a reviewer reads to its end; `--format text` has all.
_MOST_ROWS = 30
# Words around a change that are enough to know it by.
_AROUND = 8


def changes_json(changes: Changes) -> str:
    """Changes by book -> JSON in ASCII, so that no terminal can spoil it; a chance is a fraction such as "11/20"."""
    data = {book: _data(change) for book, change in changes.items()}
    return json.dumps(data, indent=2, default=str) + "\n"


def changes_text(changes: Changes) -> str:
    """Changes by book -> lines for a terminal."""
    lines: list[str] = []
    for book, change in changes.items():
        lines += [visible(book), "=" * len(book), ""]
        for heading, rows in _sections(change):
            lines += [heading, *(line for row in rows for line in _text_row(*row)), ""]
        if change.out_of_step:
            lines += [
                "Please double-check these",
                *(f"  {visible(_left_behind(rule))}" for rule in change.out_of_step),
                "",
            ]
        if change.lost:
            lines += [visible(_mend(book)), *(f"  {visible(lost.line)}" for lost in change.lost), ""]
    return "\n".join(lines) if lines else _SAME


def changes_markdown(changes: Changes) -> str:
    """Changes by book -> a comment for a pull request."""
    lines: list[str] = []
    for book, change in changes.items():
        lines += [f"## {inert(book)}", "", _summary(change), ""]
        if change.out_of_step:
            told = [f"- {inert(_left_behind(rule))}" for rule in change.out_of_step]
            lines += ["### Please double-check these", "", *told, ""]
        for heading, rows in _sections(change):
            lines += [f"### {heading}", "", "| | before | after |", "|---|---|---|"]
            lines += [f"| {inert(name)} | {inert(old)} | {inert(new)} |" for name, old, new in rows[:_MOST_ROWS]]
            lines += [f"| and {len(rows) - _MOST_ROWS} more | | |"] if len(rows) > _MOST_ROWS else []
            lines += [""]
        if change.lost:
            lines += ["### Addresses", "", _mend(inert(book)), "", *_code(lost.line for lost in change.lost), ""]
    return "\n".join(lines) if lines else _SAME


def _data(change: BookChanges) -> dict[str, object] | None:
    if change.comparison is None and not change.lost:
        return None
    said = asdict(change.comparison) if change.comparison else {}
    return {
        **said,
        "prose": [asdict(each) for each in change.prose],
        "odds_at_examples": [asdict(each) for each in change.odds_at_examples],
        "out_of_step": [asdict(each) for each in change.out_of_step],
        "sheets": [asdict(each) for each in change.sheets],
        "addresses": [asdict(each) for each in change.lost],
    }


def _mend(book: str) -> str:
    return f"These addresses no longer work. Find out where each one went, and add to content/{book}/moved.yml:"


def _sections(book: BookChanges) -> Iterator[tuple[str, list[Row]]]:
    """What differs in a book -> headings, each with rows of name, before, after. Headings without rows are left out."""
    change = book.comparison
    if change is None:
        yield "The whole book is new or gone", []
        return
    examples = ((odds.what, percent(odds.old), percent(odds.new)) for odds in book.odds_at_examples)
    sections = {
        "Rules": [(f"{rule.title} ({rule.id})", *_around(_text(rule.old), _text(rule.new))) for rule in change.rules],
        "Other passages": [(each.section, *_around(each.old or NOTHING, each.new or NOTHING)) for each in book.prose],
        "Tables": list(table_rows(change)),
        "Formulas": [*formula_rows(change), *((each.name, each.old, each.new) for each in book.sheets)],
        "Odds": list(odds_rows(change)),
        "Odds at the book's examples": list(examples),
    }
    yield from ((heading, rows) for heading, rows in sections.items() if rows)


def _summary(book: BookChanges) -> str:
    """What differs in a book -> how much of each kind, in a line."""
    counts = [f"{len(rows)} in {heading.lower()}" for heading, rows in _sections(book) if rows]
    counts += [f"{len(book.lost)} addresses no longer work"] if book.lost else []
    return ", ".join(counts) or "The book exists on one side only."


def _left_behind(rule: OutOfStep) -> str:
    if rule.changed == "formula":
        return f"the formulas of {rule.calculator} changed, but not the words of {rule.rule}"
    return f"a number in the words of {rule.rule} changed, but no formula of {rule.calculator}"


def _around(old: str, new: str) -> tuple[str, str]:
    """Two texts -> the same without long runs of words that both have: some around each difference are enough."""
    was, now = old.split(" "), new.split(" ")
    shown: tuple[list[str], list[str]] = ([], [])
    for kind, start, end, first, last in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        if kind == "equal":
            kept = _ends(was[start:end], at_start=start == 0, at_end=end == len(was))
            shown[0].extend(kept)
            shown[1].extend(kept)
        else:
            shown[0].extend(was[start:end])
            shown[1].extend(now[first:last])
    return " ".join(shown[0]), " ".join(shown[1])


def _ends(words: list[str], *, at_start: bool, at_end: bool) -> list[str]:
    """A run of words that did not change -> its ends, as far as something that did is there."""
    before, after = (0 if at_start else _AROUND), (0 if at_end else _AROUND)
    if len(words) <= before + after + 1:
        return words
    return [*words[:before], "…", *words[len(words) - after :]]


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
