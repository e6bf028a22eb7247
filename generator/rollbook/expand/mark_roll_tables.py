"""Tables of a chapter -> those that a die picks a row of know it: as the engine has it, and where each label stands."""

from __future__ import annotations

from dataclasses import replace

from rollbook.engine.problem import Problem
from rollbook.engine.roll_table import make_roll_table
from rollbook.engine.table import Column as EngineColumn
from rollbook.engine.table import GameTable
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import Block, TableBlock
from rollbook.model.document.walk import change_blocks
from rollbook.model.ruleset import engine_table
from rollbook.model.source import Place
from rollbook.model.table import Table


def mark_roll_tables(blocks: tuple[Block, ...]) -> tuple[tuple[Block, ...], list[Diagnostic]]:
    """A chapter's blocks -> the same with roll tables marked, and what keeps a table from being rolled on."""
    found: list[Diagnostic] = []

    def mark(block: Block) -> tuple[Block, ...]:
        if not isinstance(block, TableBlock):
            return (block,)
        marked, problems = _mark(block)
        found.extend(problems)
        return (marked,)

    return change_blocks(blocks, mark), found


def _mark(table: TableBlock) -> tuple[TableBlock, list[Diagnostic]]:
    made = make_roll_table(engine_table(table.data) if table.data else _from_cells(table))
    if made is None:
        return table, []
    labels = _labels_in_data(table.data) if table.data else _labels_in_cells(table)
    if isinstance(made, tuple):
        return table, [_diagnostic(problem, labels) for problem in made]
    return replace(table, roll=made, labels=labels), []


def _labels_in_data(table: Table) -> tuple[Place, ...]:
    """A table of a data file -> the places of its labels."""
    label = next((index for index, column in enumerate(table.columns) if column.kind == "range"), 0)
    return tuple(row[label].place for row in table.rows)


def _from_cells(table: TableBlock) -> GameTable:
    """A pipe table -> the engine's table."""
    titles = [cell.line.written for cell in table.head]
    columns = tuple(EngineColumn(title, title, "text") for title in titles)
    cells = tuple(tuple(cell.line.written for cell in row) for row in table.rows)
    return GameTable("", "", columns, cells, "", "report", "")


def _labels_in_cells(table: TableBlock) -> tuple[Place, ...]:
    """A pipe table -> the places of its labels."""
    first = (row[0].line for row in table.rows)
    return tuple(line.spelling.at(0, max(len(line.written), 1)) for line in first)


def _diagnostic(problem: Problem, labels: tuple[Place, ...]) -> Diagnostic:
    """What keeps a row from being rolled -> a problem at that row's label. Its path is ("rows", index, column)."""
    row = next((step for step in problem.path if isinstance(step, int)), 0)
    return Diagnostic("bad-range", problem.message, labels[row], problem.suggestion)
