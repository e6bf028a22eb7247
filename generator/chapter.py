"""A chapter as written: markdown-it's tokens, each knowing its place, directives taken out of comments.

A token's `meta` carries what Rollbook adds to it:
  "origin"     on every `inline` token: the Spelling of its content, so that a problem inside it has a line and a column
  "at"         on a child of an inline token: the offset of its first character in the inline's content
  "end"        on such a link or image: the offset behind its last character
  "directive"  on a `directive` token: the Directive
  "place"      on `html_block` and `directive` tokens: the Place
"""

from __future__ import annotations

from dataclasses import dataclass

from markdown_it.token import Token

from generator.change import Change
from generator.move import WrittenMove
from generator.settings import BookSettings, ShelfSettings
from generator.source import Asset, Place
from generator.table import DataFile


@dataclass(frozen=True, slots=True)
class Word:
    """One argument of a directive."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Directive:
    """`<!-- $name words -->`. `text` is everything after the name, as written."""

    name: str
    text: str
    words: tuple[Word, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Chapter:
    """One Markdown file. `name` is its path inside the book's folder."""

    name: str
    path: str
    tokens: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Manuscript:
    """One book as written: the result of the parse step, and with directives replaced of the expand step."""

    id: str
    settings: BookSettings
    chapters: tuple[Chapter, ...]
    data: tuple[DataFile, ...]  # the book's own files first, then the shelf's
    assets: tuple[Asset, ...]
    changes: tuple[Change, ...] = ()  # the newest first
    moves: tuple[WrittenMove, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """All books as written, in shelf order."""

    settings: ShelfSettings
    books: tuple[Manuscript, ...]
    parts: tuple[Chapter, ...] = ()  # for chapters to include; their names are paths below content
