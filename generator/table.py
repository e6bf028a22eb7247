"""A table as its data file has it: columns with kinds, cells as the author wrote them."""

from __future__ import annotations

from dataclasses import dataclass

from generator.source import Place

# What a typed column may hold; the engine gives each its meaning.
KINDS = ("text", "number", "dice", "range", "formula", "link")
ALIGNMENTS = ("left", "center", "right")


@dataclass(frozen=True, slots=True)
class Column:
    """`name` is what formulas say, `title` is what readers see (Markdown)."""

    name: str
    title: str
    kind: str
    align: str
    place: Place


@dataclass(frozen=True, slots=True)
class Cell:
    """Markdown as written. A column left empty by the author is an empty text."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under columns. `copies` is how many copies of the header stand side by side."""

    id: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    copies: int
    roll: str  # the die that picks a row, as the file says it; empty: none, or to be inferred
    outside: str  # what a result beyond the rows does: "clamp" or "report"
    place: Place


@dataclass(frozen=True, slots=True)
class DataFile:
    """The tables of one YAML file, in order. `name` is what `$data` calls the file."""

    name: str
    path: str
    tables: tuple[Table, ...]
