"""What chapters show of data files, apart from tables: glossaries, readings of the source, stat blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rollbook.model.data_documents import Definition, Reading, StatDocument
from rollbook.model.document.inlines import Line
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.spot import Spot

if TYPE_CHECKING:
    from rollbook.model.document.blocks import Block


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
