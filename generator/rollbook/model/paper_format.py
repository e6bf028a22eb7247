"""The papers that a book can be printed on: what `papers` in book.yml and shelf.yml may name."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from rollbook.model.quick_dataclass import dataclass

# What each side of the text gives up where one column is in the place of two.
_NARROWER = 18


class Inks(Enum):
    """What a printer spends on a page."""

    COLOUR = "colour"  # the book's own colour, a full cover, tinted tables
    BLACK = "black"  # black letters and thin lines on white


@dataclass(frozen=True, slots=True)
class Margins:
    """Around a page's text, in millimetres; `inner` is where the pages are bound."""

    top: float
    outer: float
    bottom: float
    inner: float


@dataclass(frozen=True, slots=True)
class Trim:
    """How a shop cuts pages to their size: what reaches an edge goes on beyond it, by millimetres."""

    bleed: float
    marks: bool  # lines outside of the bleed show where to cut

    @property
    def room(self) -> float:
        """How much larger than the page the file's sheets are on each side; WeasyPrint's marks take the outer half."""
        return 2 * self.bleed + 4 if self.marks else self.bleed


@dataclass(frozen=True, slots=True)
class PaperFormat:
    """A size of paper and how a book is set on it. Lengths are in millimetres."""

    name: str
    width: float
    height: float
    margins: Margins
    columns: int
    gap: float  # between columns
    inks: Inks
    styles: tuple[str, ...]  # beyond the style sheet that all have: files of site_templates/print, in order
    trim: Trim | None = None  # for a print shop; without it the sheet is the page
    turns: bool = True  # what is too wide for it may have a page that lies on its side

    @property
    def text_width(self) -> float:
        """How wide the text of a page is."""
        return self.width - self.margins.inner - self.margins.outer

    @property
    def text_height(self) -> float:
        """How high it is."""
        return self.height - self.margins.top - self.margins.bottom

    @property
    def column_width(self) -> float:
        """How wide one column of it is."""
        return (self.text_width - self.gap * (self.columns - 1)) / self.columns

    @property
    def turned_width(self) -> float:
        """The width of the text on a page turned sideways."""
        return self.height - 2 * self.margins.outer

    @property
    def in_one_column(self) -> PaperFormat:
        """The same paper with one column, somewhat narrower, so that its lines can still be followed."""
        narrow = replace(self.margins, inner=self.margins.inner + _NARROWER, outer=self.margins.outer + _NARROWER)
        return replace(self, columns=1, gap=0, margins=narrow)


@dataclass(frozen=True, slots=True)
class Sheet:
    """What goes into a printer, in millimetres, lying on its long side."""

    width: float
    height: float


# For what is not a book: as wide as A4 and as high as Letter, so that it fits either paper.
FORM_PAPER = PaperFormat(
    "form", 210, 279.4, Margins(top=11, outer=13, bottom=10, inner=13), 1, 0, Inks.COLOUR, ("form.css",), turns=False
)
SCREEN_PAPER = PaperFormat(
    *("screen", 279.4, 210, Margins(top=11, outer=12, bottom=10, inner=12), 3, 6, Inks.COLOUR),
    ("book.css", "widgets.css", "columns.css", "screen.css"),
    turns=False,
)

# A playing card, and the sheet of nine of them: as wide as A4 and as high as Letter.
CARD_PAPER = PaperFormat(
    *("card", 63, 88, Margins(top=3, outer=3, bottom=3, inner=3), 1, 0, Inks.COLOUR),
    ("book.css", "widgets.css", "card.css"),
    turns=False,
)
CARD_SHEET = Sheet(210, 279.4)

_LARGE = Margins(top=22, outer=17, bottom=20, inner=20)
# Letter is 18 mm lower than A4: the margins give up some of it.
_LARGE_LETTER = Margins(top=20, outer=17, bottom=18, inner=19)
_SPARING = Margins(top=17, outer=15, bottom=15, inner=15)
_POCKET = Margins(top=19, outer=14, bottom=17, inner=17)

# `both` and `plain` are as wide as A4 and as high as Letter, so that either paper takes them without scaling.
PAPER_FORMATS = {
    paper.name: paper
    for paper in (
        PaperFormat("a4", 210, 297, _LARGE, 2, 7, Inks.COLOUR, ("columns.css",)),
        PaperFormat("letter", 215.9, 279.4, _LARGE_LETTER, 2, 6, Inks.COLOUR, ("columns.css",)),
        PaperFormat("both", 210, 279.4, _LARGE_LETTER, 2, 6, Inks.COLOUR, ("columns.css",)),
        PaperFormat("plain", 210, 279.4, _SPARING, 2, 6, Inks.BLACK, ("columns.css", "plain.css")),
        PaperFormat("a5", 148, 210, _POCKET, 1, 0, Inks.COLOUR, ()),
    )
}

# Pages that are half a sheet, by the edition of the booklets that they make, with that sheet.
_HALF_LETTER = PaperFormat("half-letter", 139.7, 215.9, _POCKET, 1, 0, Inks.COLOUR, ())
BOOKLETS = {
    "booklet-a4": (PAPER_FORMATS["a5"], Sheet(297, 210)),
    "booklet-letter": (_HALF_LETTER, Sheet(279.4, 215.9)),
}
