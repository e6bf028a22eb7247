"""What changed in a book, and when: changes.yml as written."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from rollbook.model.document.blocks import Block
from rollbook.model.document.inlines import Line
from rollbook.model.reading import RuleName
from rollbook.model.source import Place


@dataclass(frozen=True, slots=True)
class Change:
    """One dated entry: its title, and its text as blocks."""

    date: date
    title: Line
    rules: tuple[RuleName, ...]
    blocks: tuple[Block, ...]
    place: Place
