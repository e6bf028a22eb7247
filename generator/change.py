"""What changed in a book, and when: changes.yml as written."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from markdown_it.token import Token

from generator.source import Place


@dataclass(frozen=True, slots=True)
class RuleName:
    """The id of a rule that a change is about."""

    id: str
    place: Place


@dataclass(frozen=True, slots=True)
class Change:
    """One dated entry: its title as an `inline` token, its text as blocks."""

    date: date
    title: Token
    rules: tuple[RuleName, ...]
    blocks: tuple[Token, ...]
    place: Place
