"""Two books side by side: which rules changed, and what that does to the odds; the same in rows for people."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from fractions import Fraction

from rollbook.model.quick_dataclass import dataclass
from rollbook.model.spot import Target


@dataclass(frozen=True, slots=True)
class Passage:
    """A rule as one of the books states it: its words without markup, and where they are."""

    text: str
    target: Target


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A rule whose words differ. None on one side: that book doesn't have it."""

    id: str
    title: str
    old: Passage | None
    new: Passage | None


@dataclass(frozen=True, slots=True)
class CellChange:
    """One cell of a table that both books have. An empty text on one side: the row is in the other book only."""

    row: str
    column: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class OddsChange:
    """The chance of one outcome, or of one row of a roll table. None: it can't happen in that book."""

    what: str
    old: Fraction | None
    new: Fraction | None


@dataclass(frozen=True, slots=True)
class TableChange:
    """A table that differs. No cells: only one of the books has it, and `only` says which."""

    id: str
    title: str
    only: str  # "old", "new" or empty
    cells: tuple[CellChange, ...]
    odds: tuple[OddsChange, ...]


@dataclass(frozen=True, slots=True)
class FormulaChange:
    """One step, input or phrase whose formula differs. Empty on one side: it is in the other book only."""

    name: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class CalculatorChange:
    """A calculator that differs; its odds are those of its default inputs."""

    id: str
    title: str
    only: str  # "old", "new" or empty
    formulas: tuple[FormulaChange, ...]
    odds: tuple[OddsChange, ...]


@dataclass(frozen=True, slots=True)
class ProseChange:
    """A passage that no rule's id marks and whose words differ. Empty on one side: it was added or taken out."""

    section: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class OutOfStep:
    """A rule of which only the words or only the formula changed, and the calculator that carries it out."""

    rule: str
    calculator: str
    changed: str  # "words" or "formula"


@dataclass(frozen=True, slots=True)
class LostAddress:
    """An address that leads nowhere any more, and the line of moved.yml that would let it lead somewhere."""

    address: str
    line: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """All that differs between two books, in the order of the new one."""

    rules: tuple[RuleChange, ...]
    tables: tuple[TableChange, ...]
    calculators: tuple[CalculatorChange, ...]
    phrases: tuple[FormulaChange, ...]

    @property
    def empty(self) -> bool:
        return not (self.rules or self.tables or self.calculators or self.phrases)


# What it is, how it was, how it is now.
Row = tuple[str, str, str]

NOTHING = "—"


def table_rows(changes: Comparison) -> Iterator[Row]:
    """Tables that only one book has, and cells that differ."""
    for table in changes.tables:
        if table.only:
            yield table.title, *_only(table.only)
        for cell in table.cells:
            what = ": ".join(part for part in (cell.row, cell.column) if part)
            yield f"{table.title}, {what}", cell.old or NOTHING, cell.new or NOTHING


def formula_rows(changes: Comparison) -> Iterator[Row]:
    """Calculators that only one book has, and steps and phrases that differ."""
    for calculator in changes.calculators:
        if calculator.only:
            yield calculator.title, *_only(calculator.only)
        for formula in calculator.formulas:
            yield f"{calculator.title}, {formula.name}", formula.old or NOTHING, formula.new or NOTHING
    for phrase in changes.phrases:
        yield phrase.name, phrase.old or NOTHING, phrase.new or NOTHING


def odds_rows(changes: Comparison) -> Iterator[Row]:
    """Outcomes of calculators and rows of tables whose chance differs."""
    found = [(change.title, odds) for change in changes.calculators for odds in change.odds]
    found += [(change.title, odds) for change in changes.tables for odds in change.odds]
    for title, odds in found:
        yield f"{title}: {odds.what}", percent(odds.old), percent(odds.new)


def _only(side: str) -> tuple[str, str]:
    return ("there", NOTHING) if side == "old" else (NOTHING, "there")


def percent(chance: Fraction | None) -> str:
    """A chance -> a percentage: 1/20 -> 5 %."""
    return NOTHING if chance is None else f"{float(chance * 100):.4g} %"


# A word with the space after it, so that marked words that follow each other are one stretch.
_WORDS = re.compile(r"\S+\s*")
# Texts that share less than this were rewritten; marks on almost every word would only be in the way.
_RELATED = 0.3


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some words, and whether the other text lacks them."""

    words: str
    changed: bool


def mark_changes(old: str, new: str) -> tuple[tuple[Stretch, ...], tuple[Stretch, ...]]:
    """Two texts -> their stretches; joined, they are the text. Nothing is marked if the texts share too little."""
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    matcher = SequenceMatcher(None, [word.strip() for word in before], [word.strip() for word in after], autojunk=False)
    if matcher.ratio() < _RELATED:
        return (Stretch(old, changed=False),), (Stretch(new, changed=False),)
    blocks = matcher.get_opcodes()
    return (
        tuple(each for tag, low, high, _, _ in blocks for each in _stretches("".join(before[low:high]), tag)),
        tuple(each for tag, _, _, low, high in blocks for each in _stretches("".join(after[low:high]), tag)),
    )


def _stretches(words: str, tag: str) -> tuple[Stretch, ...]:
    """Words and difflib's tag -> stretches; the space after marked words is not marked."""
    if tag == "equal":
        return (Stretch(words, changed=False),)
    marked = words.rstrip()
    pair = Stretch(marked, changed=True), Stretch(words[len(marked) :], changed=False)
    return tuple(each for each in pair if each.words)
