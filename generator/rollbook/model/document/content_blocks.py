"""What a chapter says: text and pictures as in any Markdown, and what it shows of data files.

That is tables, glossaries, readings of the source and stat blocks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from rollbook.engine.roll_table import RollTable
from rollbook.model.data_documents import Definition, Reading, StatDocument
from rollbook.model.document.inlines import Line
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.source import Place, Spelling
from rollbook.model.spot import Spot
from rollbook.model.table import Table

if TYPE_CHECKING:
    from rollbook.model.document.blocks import Block


@dataclass(frozen=True, slots=True)
class Heading:
    """`level` is the author's until assemble has settled it: then none is skipped, and the page's title is 1."""

    level: int
    line: Line
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; in a tight list it has no tag of its own."""

    line: Line
    tight: bool = False


@dataclass(frozen=True, slots=True)
class ListBlock:
    """Items, each a run of blocks; numbered from `start` on, or with bullets where that is None."""

    start: int | None
    items: tuple[tuple[Block, ...], ...]


@dataclass(frozen=True, slots=True)
class Quote:
    """What someone said."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class DefinitionEntry:
    """A word and what it means, in one or more ways."""

    term: Line
    meanings: tuple[tuple[Block, ...], ...]


@dataclass(frozen=True, slots=True)
class DefinitionList:
    """Words and what they mean, as the chapter itself explains them."""

    definitions: tuple[DefinitionEntry, ...]


@dataclass(frozen=True, slots=True)
class Footnote:
    """A note as written; assemble takes it to the end of the page that refers to it, and gives it its number there."""

    label: str
    blocks: tuple[Block, ...]
    place: Place
    number: int = 0


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """Lines as they are in the file; indented ones have no language."""

    text: str
    spelling: Spelling
    language: str
    indented: bool


@dataclass(frozen=True, slots=True)
class Separator:
    """A line across the page."""


@dataclass(frozen=True, slots=True)
class RawBlock:
    """HTML as its author wrote it; expand cleans it. What one opens another may close."""

    html: str
    spelling: Spelling
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableCell:
    """One cell; `align` is left, center, right, or empty where the author leaves it open.

    In a column of kind markdown, `blocks` is the content and the line is empty.
    """

    line: Line
    align: str
    blocks: tuple[Block, ...] = ()


Form = Literal["table", "entries", "cards"]


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table of the chapter itself, or of a data file: then `data` is that. `roll`: a die picks one of its rows.

    `form` is how it is shown: as a table, or, of records, as entries or cards, each row one of them.
    """

    head: tuple[TableCell, ...]
    rows: tuple[tuple[TableCell, ...], ...]
    place: Place
    data: Table | None = None
    roll: RollTable | None = None
    labels: tuple[Place, ...] = ()  # of a roll table: where each row's label is
    anchor: str = ""
    form: Form = "table"
    level: int = 0  # of the titles of its records, where these are entries or cards
    row_anchors: tuple[str, ...] = ()  # of records: one for each row, empty where the page has shown it before

    @property
    def names(self) -> tuple[str, ...]:
        """What each row is about: the words of its first cell."""
        return tuple(row[0].line.plain for row in self.rows)

    @property
    def copies(self) -> int:
        """How many copies of the header are side by side."""
        return self.data.copies if self.data else 1

    @property
    def label(self) -> str:
        """What a screen reader calls it: its title, or its column titles; "" where it has none."""
        if self.data and self.data.title:
            return self.data.title
        titles = [cell.line.plain for cell in self.head]
        return ", ".join(dict.fromkeys(title.strip(":") for title in titles if title))

    def side_by_side(self) -> Iterator[list[tuple[TableCell, ...]]]:
        """Rows fill down the first copy, then the next; if they don't divide evenly the first copies are one longer."""
        short, longer = divmod(len(self.rows), self.copies)
        heights = [short + (copy < longer) for copy in range(self.copies)]
        starts = [sum(heights[:copy]) for copy in range(self.copies)]
        empty = tuple(TableCell(Line("", cell.line.spelling, ()), cell.align) for cell in self.head)
        for line in range(max(heights, default=0)):
            copies = zip(starts, heights, strict=True)
            yield [self.rows[start + line] if line < height else empty for start, height in copies]


# How a picture can be placed: beside the text, over its whole width, on a page of its own, up to its edges.
PLACINGS = ("left", "right", "full", "page", "bleed", "opener")
# In percent of the text's. Each has a class, since no page may hold styles of its own; nobody sees a finer step.
PICTURE_WIDTHS = range(5, 101, 5)


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture in a paragraph of its own, what is written below it, and how it is placed; no placing: in the text."""

    picture: Line
    caption: Line | None = None
    credit: Line | None = None
    placing: str = ""


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """A word and what it means."""

    definition: Definition
    title: Line
    meaning: Line
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class GlossaryBlock:
    """`$glossary`: words of the book, sorted."""

    entries: tuple[GlossaryEntry, ...]


@dataclass(frozen=True, slots=True)
class ReadingBlock:
    """`$readings`: how the book reads a passage of its source. `rules`: where it states the rules concerned."""

    reading: Reading
    title: Line
    why: Line
    other: Line
    rules: tuple[Spot, ...] = ()


@dataclass(frozen=True, slots=True)
class StatField:
    """A field of a stat block: what it is called and what it says; nothing where the engine works it out."""

    name: str
    label: Line
    value: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class StatDeed:
    """An action of a stat block: its name, and what is said of it."""

    name: Line
    note: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class StatBlock:
    """`$stat-block`: a creature, vehicle or spirit. Its numbers, tracks and rolls are in the book's rules."""

    data: StatDocument
    title: Line
    note: tuple[Block, ...]
    fields: tuple[StatField, ...]
    deeds: tuple[StatDeed, ...]
    text: tuple[Block, ...]
    anchor: str = ""
    level: int = 0  # of its title
