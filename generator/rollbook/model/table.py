"""A table as its data file has it: columns with kinds, cells as the author wrote them."""

from __future__ import annotations

from collections.abc import Iterable

from rollbook.model.data_documents import Definition, Reading, StatDocument
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.source import Place, Spelling, verbatim
from rollbook.model.yaml_tree import Mapping

# What a typed column may hold; the engine gives each its meaning.
KINDS = ("text", "number", "dice", "range", "formula", "link", "weight", "choice", "markdown")
ALIGNMENTS = ("left", "center", "right")
_MANY_COLUMNS = 5


@dataclass(frozen=True, slots=True)
class Column:
    """`name` is what formulas say, `title` is what readers see (Markdown)."""

    name: str
    title: str
    kind: str
    align: str  # one of ALIGNMENTS, or empty where the author leaves it open
    place: Place
    unit: str = ""  # what the numbers count ("ft.", "gold"), for the page
    choices: tuple[str, ...] = ()  # of a choice: what a cell may say; none: anything

    @property
    def played_kind(self) -> str:
        """The kind as the engine knows it: what only pages tell apart is text to it."""
        return "text" if self.kind in ("choice", "markdown") else self.kind


@dataclass(frozen=True, slots=True)
class Cell:
    """Markdown as written. A column left empty by the author is an empty text."""

    text: str
    place: Place
    spelling: Spelling | None = None  # None: written in the file exactly as it reads

    def at(self, offset: int, length: int = 1) -> Place:
        """An offset into the text -> its place in the file."""
        return (self.spelling or verbatim(self.place)).at(offset, length)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under columns. `copies` is how many copies of the header are side by side.

    Records are rows that each have a key: `keys` are as many as `rows`, in a table that has none there are none.
    """

    id: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    copies: int
    roll: str  # the die that picks a row, as the file says it; empty: none, or to be inferred
    outside: str  # what a result beyond the rows does: "clamp" or "report"
    place: Place
    modifiers: str = ""  # what a reader adds to the roll, as the file says it
    rules: tuple[str, ...] = ()  # ids of the rules that the table carries out
    sortable: bool = False  # whether readers may put its rows into another order
    filters: tuple[str, ...] = ()  # the names of the columns by which readers may pick rows
    keys: tuple[Cell, ...] = ()

    @property
    def played_rows(self) -> tuple[tuple[str, ...], ...]:
        """The rows as the engine has them: passages of Markdown are for reading alone, and stay on the page."""
        kinds = [column.kind for column in self.columns]
        return tuple(
            tuple("" if kind == "markdown" else cell.text for cell, kind in zip(row, kinds, strict=True))
            for row in self.rows
        )

    @property
    def is_wide(self) -> bool:
        """Whether it has so many columns that half a page is too narrow to read it."""
        return len(self.columns) * self.copies >= _MANY_COLUMNS


@dataclass(frozen=True, slots=True)
class RuleDocument:
    """A document for the engine, a calculator or a character sheet, as written.

    `yaml_tree.to_data(node)` is what the engine reads; `yaml_tree.place_in(node, path, start, end)` says where
    a problem that it finds is in the file.
    """

    kind: str  # "calculator" or "sheet"
    id: str
    node: Mapping


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words of the book ("STR bonus") and the name or expression that they stand for."""

    words: str
    meaning: Cell


@dataclass(frozen=True, slots=True)
class RuleTitle:
    """The id of a rule and its short title, as the book's list of rules has them."""

    id: str
    title: str
    place: Place
    played: bool = True  # False: it only states something, and leaves nothing to roll or to work out


@dataclass(frozen=True, slots=True)
class DataFile:
    """What one YAML file holds, each kind in order. `name` is what `$data` calls the file."""

    name: str
    path: str
    tables: tuple[Table, ...]
    rules: tuple[RuleDocument, ...] = ()
    phrases: tuple[Phrase, ...] = ()
    titles: tuple[RuleTitle, ...] = ()
    definitions: tuple[Definition, ...] = ()
    readings: tuple[Reading, ...] = ()
    stat_blocks: tuple[StatDocument, ...] = ()
    shared: bool = False  # it is in data/ itself, for every book
    readable: bool = True  # False: part of the file was refused, so a table that seems missing may well be in it


def phrases_in(files: Iterable[DataFile]) -> dict[str, str]:
    """A book's data files, its own before the shelf's -> what its phrases stand for; the nearer meaning counts."""
    phrases: dict[str, str] = {}
    for file in files:
        for phrase in file.phrases:
            phrases.setdefault(phrase.words, phrase.meaning.text)
    return phrases
