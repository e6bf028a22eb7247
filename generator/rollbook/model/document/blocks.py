"""What a chapter is made of, at a glance: what it says (content_blocks.py), and what only handbooks have."""

from __future__ import annotations

from datetime import date

from rollbook.model.document.content_blocks import (
    PICTURE_WIDTHS,
    PLACINGS,
    CodeBlock,
    DefinitionEntry,
    DefinitionList,
    Figure,
    Footnote,
    GlossaryBlock,
    GlossaryEntry,
    Heading,
    ListBlock,
    Paragraph,
    Quote,
    RawBlock,
    ReadingBlock,
    Separator,
    StatBlock,
    StatDeed,
    StatField,
    TableBlock,
    TableCell,
)
from rollbook.model.document.inlines import Inline
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.source import Place
from rollbook.model.spot import Spot
from rollbook.model.yaml_tree import Node

__all__ = [
    "PICTURE_WIDTHS",
    "PLACINGS",
    "Block",
    "BoardBlock",
    "BookTitle",
    "CalculatorBlock",
    "CodeBlock",
    "ComparisonBlock",
    "CoverageBlock",
    "DefinitionEntry",
    "DefinitionList",
    "Directive",
    "Division",
    "ExampleBlock",
    "Figure",
    "Footnote",
    "Formula",
    "GlossaryBlock",
    "GlossaryEntry",
    "Heading",
    "IndexBlock",
    "IndexMark",
    "Leaf",
    "ListBlock",
    "NewsEntry",
    "PageBreak",
    "Paragraph",
    "Quote",
    "RawBlock",
    "ReadingBlock",
    "RuleMark",
    "Separator",
    "SheetBlock",
    "StatBlock",
    "StatDeed",
    "StatField",
    "TableBlock",
    "TableCell",
    "TrackerBlock",
    "Widget",
    "Word",
    "Wordless",
]


@dataclass(frozen=True, slots=True)
class Word:
    """One argument of a directive."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Directive:
    """`<!-- $name words -->`; `text` is everything after the name. Expand leaves none.

    `data` is the YAML below the words, in a directive that holds some; `ends_paragraph`: it is at the end of one.
    """

    name: str
    text: str
    words: tuple[Word, ...]
    place: Place
    data: tuple[Node, ...] = ()
    ends_paragraph: bool = False


@dataclass(frozen=True, slots=True)
class Formula:
    """Indented lines that hold a formula."""

    inlines: tuple[Inline, ...]


# The classes of divisions that one edition leaves out: `$site` … `$/site` and `$print` … `$/print`.
SITE_ONLY, PRINT_ONLY = "site-only", "print-only"


@dataclass(frozen=True, slots=True)
class Division:
    """Blocks that are laid out together: `$data` with classes; or that only one edition shows."""

    classes: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class PageBreak:
    """A forced page in print."""


@dataclass(frozen=True, slots=True)
class BookTitle:
    """`$header-main` and `$header`: what the document calls itself. Assemble names the book by it."""

    text: str
    directive: str


@dataclass(frozen=True, slots=True)
class RuleMark:
    """`$rule`: the next block states this rule. `elsewhere`: what carries it out in other sections."""

    id: str
    place: Place
    anchor: str = ""
    elsewhere: tuple[Spot, ...] = ()


@dataclass(frozen=True, slots=True)
class IndexMark:
    """`$index-entry`: words under which the printed index leads here; or, with `see`, from these words to others."""

    words: tuple[str, ...]
    see: str
    place: Place
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class CalculatorBlock:
    """`$calc`: a calculator of the book. `elsewhere`: rules that it carries out and other sections state;
    `in_text`: the paragraph before it carries its roll."""

    id: str
    anchor: str = ""
    level: int = 0  # of its title
    elsewhere: tuple[Spot, ...] = ()
    in_text: bool = False


@dataclass(frozen=True, slots=True)
class ExampleBlock:
    """`$example`: a worked example of a calculator, counted from 1."""

    calculator: str
    number: int


@dataclass(frozen=True, slots=True)
class SheetBlock:
    """`$sheet`: a character sheet."""

    id: str
    anchor: str = ""
    level: int = 0


@dataclass(frozen=True, slots=True)
class NewsEntry:
    """`$changes`: one dated entry. `dated` has the day and links to the rules concerned."""

    day: date
    heading: Heading
    dated: Paragraph
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class CoverageBlock:
    """`$coverage`: every rule of the book, and what carries it out."""


@dataclass(frozen=True, slots=True)
class ComparisonBlock:
    """`$compare BOOK SUBJECT`: what differs between that book and this one."""

    book: Word
    subject: str


@dataclass(frozen=True, slots=True)
class IndexBlock:
    """`$index`: everything in the book to roll, work out or look up; `pins` are on the screen at first."""

    pins: tuple[Word, ...]
    level: int = 0


@dataclass(frozen=True, slots=True)
class BoardBlock:
    """The game master's screen; assemble puts one on the page that has an index."""

    pins: tuple[Word, ...]
    level: int = 0


@dataclass(frozen=True, slots=True)
class TrackerBlock:
    """`$tracker`: who takes part in a fight and whose turn it is; `rules` are JSON for the page's script."""

    rules: str
    level: int = 0


_OfMarkdown = (
    Heading | Paragraph | ListBlock | DefinitionList | Quote | CodeBlock | Separator | RawBlock | TableBlock | Footnote
)
# Blocks that a template fills.
_OfScreens = IndexBlock | BoardBlock | TrackerBlock | CoverageBlock | ComparisonBlock
Widget = CalculatorBlock | ExampleBlock | SheetBlock | _OfScreens
_OfBook = Directive | BookTitle | RuleMark | IndexMark | GlossaryBlock | NewsEntry | ReadingBlock | StatBlock | Widget
Block = _OfMarkdown | Formula | Figure | Division | PageBreak | _OfBook

# With neither words nor blocks inside, with words of their own alone, and with blocks alone;
# a DefinitionList, a TableBlock and a StatBlock have both.
_Plain = CodeBlock | Separator | RawBlock | Formula | Directive | PageBreak | BookTitle | RuleMark | IndexMark | Widget
Leaf = _Plain | Heading | Paragraph | Figure | GlossaryBlock | ReadingBlock
Wordless = _Plain | ListBlock | Quote | Division | Footnote | NewsEntry
