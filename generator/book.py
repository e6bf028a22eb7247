"""A book as meant: pages in order, every anchor unique, every link resolved.

Beyond chapter.py's, a token's `meta` now carries:
  "anchor"   on `heading_open`, `rule`, `calculator`, `sheet`, `table_open` and `term_open`: its id, unique in its page
  "target"   on `link_open`: the Target that an inside link leads to; on `term`, a word of the text that the book's
             glossary explains: the glossary's entry
  "term"     on `link_open`: the link was written to a term of the glossary
  "asset"    on `image`: the path of the Asset in the book
  "elsewhere" on `rule` and `calculator`: the Spots of the calculators that carry it out, or of the rules that it
             carries out, which stand in other sections
  "index"    on `index` and `board`: the Index of the whole book
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from markdown_it.token import Token

from generator.ruleset import Ruleset
from generator.settings import BookSettings, ShelfSettings
from generator.source import Asset, Place
from generator.table import DataFile


@dataclass(frozen=True, slots=True)
class Target:
    """A spot on the shelf that a link can lead to. No anchor: the top of the page; no page: the book's cover."""

    book: str
    page: str = ""
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading in the contents: its plain text, its anchor, and the headings below it."""

    level: int
    title: str
    anchor: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the site, one chapter in print: everything from a first-level heading to the next."""

    id: str
    title: str
    tokens: tuple[Token, ...]  # without the first-level heading: the layout places the title
    sections: tuple[Section, ...]
    file: str  # the chapter file inside the book's folder, for the edit link
    place: Place


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the book's glossary, where it is explained. `spellings` are all ways to write it, plurals apart."""

    title: str
    meaning: str  # as plain text
    target: Target
    spellings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """One rulebook, complete."""

    id: str
    title: str
    settings: BookSettings
    pages: tuple[Page, ...]
    data: tuple[DataFile, ...]
    assets: tuple[Asset, ...]
    rules: Ruleset = field(default_factory=Ruleset)
    terms: tuple[Term, ...] = ()  # in the order of the text; a term that stands in two lists counts once


@dataclass(frozen=True, slots=True)
class Shelf:
    """All books of a build, in shelf order."""

    settings: ShelfSettings
    books: tuple[Book, ...]
    moves: Mapping[Target, Target] = field(default_factory=dict)  # old spots, and where each leads now
