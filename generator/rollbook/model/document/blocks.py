"""What a chapter is made of: the blocks that Markdown has, then those that only a handbook has."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from rollbook.engine.roll_table import RollTable
from rollbook.model.document.inlines import Inline, Line
from rollbook.model.glossary import Definition
from rollbook.model.reading import Reading
from rollbook.model.source import Place
from rollbook.model.spelling import Spelling
from rollbook.model.spot import Spot
from rollbook.model.table import Table
from rollbook.model.yaml_tree import Node


@dataclass(frozen=True, slots=True)
class Heading:
    """`level` is the author's until assemble has settled it: then none is skipped, and the page's title is 1."""

    level: int
    line: Line
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Words of their own. In a tight list nothing stands around them."""

    line: Line
    tight: bool = False


@dataclass(frozen=True, slots=True)
class ListBlock:
    """Items, each a run of blocks; numbered from `start` on, or with bullets where that is None."""

    start: int | None
    items: tuple[tuple[Block, ...], ...]


@dataclass(frozen=True, slots=True)
class Quote:
    """What somebody said."""

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
    """Lines as they stand in the file; indented ones have no language."""

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
    """One cell; `align` is left, center, right, or empty where the author leaves it open."""

    line: Line
    align: str


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table of the chapter itself, or of a data file: then `data` is that. `roll`: a die picks one of its rows."""

    head: tuple[TableCell, ...]
    rows: tuple[tuple[TableCell, ...], ...]
    place: Place
    data: Table | None = None
    roll: RollTable | None = None
    labels: tuple[Place, ...] = ()  # of a roll table: where each row's label stands
    anchor: str = ""

    @property
    def copies(self) -> int:
        """How many copies of the header stand side by side."""
        return self.data.copies if self.data else 1

    @property
    def label(self) -> str:
        """What a screen reader calls it: its title, or its column titles; "" where it has none."""
        if self.data and self.data.title:
            return self.data.title
        titles = [cell.line.plain for cell in self.head]
        return ", ".join(dict.fromkeys(title.strip(":") for title in titles if title))


@dataclass(frozen=True, slots=True)
class Word:
    """One argument of a directive."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Directive:
    """`<!-- $name words -->`; `text` is everything after the name. Expand leaves none.

    `data` is the YAML below the words, in a directive that holds some.
    """

    name: str
    text: str
    words: tuple[Word, ...]
    place: Place
    data: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Formula:
    """Indented lines that hold a formula."""

    inlines: tuple[Inline, ...]


# The classes of divisions that one edition leaves out: `$site` … `$/site` and `$print` … `$/print`.
SITE_ONLY = "site-only"
PRINT_ONLY = "print-only"


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
    """`$calc`: a calculator of the book. `elsewhere`: rules that it carries out and other sections state."""

    id: str
    anchor: str = ""
    level: int = 0  # of its title
    elsewhere: tuple[Spot, ...] = ()


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
class NewsEntry:
    """`$changes`: one dated entry. `dated` has the day and links to the rules concerned."""

    day: date
    heading: Heading
    dated: Paragraph
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class ReadingBlock:
    """`$readings`: how the book reads a passage of its source. `rules`: where it states the rules concerned."""

    reading: Reading
    title: Line
    why: Line
    other: Line
    rules: tuple[Spot, ...] = ()


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
    """`$index`: everything in the book to roll, work out or look up; `pins` stand on the screen at first."""

    pins: tuple[Word, ...]
    level: int = 0


@dataclass(frozen=True, slots=True)
class BoardBlock:
    """The game master's screen; assemble puts one on the page that has an index."""

    pins: tuple[Word, ...]
    level: int = 0


OfMarkdown = (
    Heading | Paragraph | ListBlock | DefinitionList | Quote | CodeBlock | Separator | RawBlock | TableBlock | Footnote
)
# Blocks that a template fills.
Widget = CalculatorBlock | ExampleBlock | SheetBlock | IndexBlock | BoardBlock | CoverageBlock | ComparisonBlock
OfBook = Directive | BookTitle | RuleMark | IndexMark | GlossaryBlock | NewsEntry | ReadingBlock | Widget
Block = OfMarkdown | Formula | Division | PageBreak | OfBook
