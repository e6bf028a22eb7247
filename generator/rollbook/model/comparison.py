"""Two books side by side: which rules changed, and what that does to the odds."""

from __future__ import annotations

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
