"""What can be played in a book: its phrases, tables, calculators and character sheet, read by the engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from rollbook.engine.calculator import Calculator, Example
from rollbook.engine.sheet import Sheet
from rollbook.engine.table import Column as EngineColumn
from rollbook.engine.table import GameTable
from rollbook.model.data_documents import StatNumbers
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.table import RuleDocument, Table
from rollbook.model.yaml_tree import Data, with_apostrophes


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules of one book. `documents`, by kind and id, are plain data: what the reader's browser is given."""

    phrases: Mapping[str, str] = field(default_factory=dict)
    tables: Mapping[str, Table] = field(default_factory=dict)
    calculators: Mapping[str, Calculator] = field(default_factory=dict)
    sheets: Mapping[str, Sheet] = field(default_factory=dict)
    documents: Mapping[str, Data] = field(default_factory=dict)
    written: Mapping[str, RuleDocument] = field(default_factory=dict)  # the same with their places
    stats: Mapping[str, StatNumbers] = field(default_factory=dict)  # of its stat blocks, by id

    @property
    def sheet(self) -> Sheet | None:
        """The book's first sheet; most books have no other."""
        return next(iter(self.sheets.values()), None)


def engine_table(table: Table) -> GameTable:
    """A table of a data file -> the same for the engine."""
    columns = tuple(EngineColumn(column.name, column.title, column.played_kind) for column in table.columns)
    rows = tuple(tuple(map(with_apostrophes, row)) for row in table.played_rows)
    return GameTable(table.id, table.title, columns, rows, table.roll, table.outside, table.modifiers)


def rules_applied(calculator: Calculator) -> dict[str, int]:
    """A calculator -> its rules, those that it names before those of its examples, each with how many examples are
    of this rule."""
    rules = dict.fromkeys(calculator.rules, 0)
    for example in calculator.examples:
        if rule := rule_of(example, calculator):
            rules[rule] = rules.get(rule, 0) + 1
    return rules


def rule_of(example: Example, calculator: Calculator) -> str:
    """An example -> the rule that it is one of; where it names none, the calculator's, if there is only one."""
    return example.rule or (calculator.rules[0] if len(calculator.rules) == 1 else "")
