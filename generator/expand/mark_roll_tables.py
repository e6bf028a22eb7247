"""Tables of a chapter -> those that a die picks a row of are marked with it.

A marked table's `table_open` token carries `data-roll-table` for the page, and in its meta
  "roll_table"  the engine's RollTable
  "labels"      the Place of each row's label, so that the check step can point at a row
"""

from __future__ import annotations

from collections.abc import Sequence

from markdown_it.token import Token

from generator.diagnostic import Diagnostic
from generator.engine.problem import Problem
from generator.engine.roll_table import make_roll_table
from generator.engine.table import Column as EngineColumn
from generator.engine.table import Table as EngineTable
from generator.ruleset import engine_table
from generator.source import Place
from generator.table import Table


def mark_roll_tables(tokens: Sequence[Token]) -> tuple[list[Token], list[Diagnostic]]:
    """A chapter's tokens -> the same with roll tables marked, and what keeps a table from being rolled on."""
    marked: list[Token] = []
    found: list[Diagnostic] = []
    for position, token in enumerate(tokens):
        if token.type == "table_open":
            token, problems = _mark(token, tokens[position : _end(tokens, position)])
            found += problems
        marked.append(token)
    return marked, found


def _mark(opening: Token, tokens: Sequence[Token]) -> tuple[Token, list[Diagnostic]]:
    table = opening.meta.get("table")
    rollable, labels = _from_data(table) if table else _from_tokens(tokens)
    made = make_roll_table(rollable)
    if made is None:
        return opening, []
    if isinstance(made, tuple):
        return opening, [_diagnostic(problem, labels) for problem in made]
    marked = opening.copy(attrs=opening.attrs | {"data-roll-table": made.die.text})
    marked.meta = opening.meta | {"roll_table": made, "labels": labels}
    return marked, []


def _from_data(table: Table) -> tuple[EngineTable, tuple[Place, ...]]:
    """A table of a data file -> the engine's, and the places of its labels. `roll` and `modifiers` go with it."""
    label = next((index for index, column in enumerate(table.columns) if column.kind == "range"), 0)
    return engine_table(table), tuple(row[label].place for row in table.rows)


def _from_tokens(tokens: Sequence[Token]) -> tuple[EngineTable, tuple[Place, ...]]:
    """The tokens of a pipe table -> the engine's table, and the places of its labels."""
    rows: list[list[Token]] = []
    for token in tokens:
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline":
            rows[-1].append(token)
    titles, *body = rows
    columns = tuple(EngineColumn(cell.content, cell.content, "text") for cell in titles)
    cells = tuple(tuple(cell.content for cell in row) for row in body)
    labels = tuple(row[0].meta["origin"].at(0, max(len(row[0].content), 1)) for row in body)
    return EngineTable("", "", columns, cells, "", "report", ""), labels


def _end(tokens: Sequence[Token], start: int) -> int:
    return next(n for n in range(start, len(tokens)) if tokens[n].type == "table_close")


def _diagnostic(problem: Problem, labels: tuple[Place, ...]) -> Diagnostic:
    """What keeps a row from being rolled -> a problem at that row's label. Its path is ("rows", index, column)."""
    row = next((step for step in problem.path if isinstance(step, int)), 0)
    return Diagnostic("bad-range", problem.message, labels[row], problem.suggestion)
