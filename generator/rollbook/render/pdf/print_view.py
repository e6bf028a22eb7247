"""What the print templates place: a book -> small values without logic."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import field, replace

from rollbook.model.book import Book, Section
from rollbook.model.paper_format import Inks, Margins, PaperFormat
from rollbook.model.quick_dataclass import dataclass
from rollbook.render.fonts.own_fonts import set_in
from rollbook.render.painting import logo_file
from rollbook.render.pdf.paper import spot
from rollbook.render.templates import templates
from rollbook.words import PageWords, direction, page_words

# Deeper headings are near enough to the ones above them.
_CONTENTS_DEPTH = 3
# How much of the edge a chapter's tab takes, in millimetres; where there are many they overlap.
_TAB = 12.0


@dataclass(frozen=True, slots=True)
class ContentsLine:
    """A line of the contents: a chapter with its number, or a heading in it."""

    level: int
    words: str
    href: str


@dataclass(frozen=True, slots=True)
class PrintedChapter:
    """A chapter: its number, empty in a book of one chapter, and its finished HTML."""

    id: str
    number: str
    title: str
    tab: float  # how far below the top of the text the tab on the page's edge stands, in millimetres
    opener: str = field(repr=False)  # a picture above the title, or nothing
    html: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class PrintView:
    """A book as its templates see it."""

    pictured: bool  # a picture fills the cover
    lettered: bool  # words stand on the cover; else its picture carries them
    start: str  # where chapters begin, as `chapter_start` in book.yml has it
    titled: bool  # a title page stands in the place of the cover, which is printed apart
    bound: bool  # with a cover and an imprint of their own; else a few lines at the top of the first page
    title: str
    subtitle: str
    logo: str  # its name among the build's own files, or nothing
    logo_words: str  # what it says, or the title
    title_parts: tuple[str, ...]  # on the cover a line is broken between them first
    title_size: str  # the class of the cover's title: empty, "long" or "very-long"
    edition: str
    authors: tuple[str, ...]
    byline: str
    description: str
    language: str
    direction: str
    licence: str
    faces: tuple[str, ...]  # the fonts of its own, each with its licence
    words: PageWords
    contents: tuple[ContentsLine, ...]
    chapters: tuple[PrintedChapter, ...]
    indexed: bool  # an index follows
    forms: str  # the character sheet to fill in, if the book has one


def print_view(
    book: Book, paper: PaperFormat, chapters: tuple[tuple[str, str], ...], licence: str, forms: str, indexed: bool
) -> PrintView:
    """A book, its paper, the HTML above and below each title, of licence and forms -> the view of its templates."""
    settings, interface = book.settings, page_words(book.settings.language)
    numbers = [str(number) for number in range(1, len(book.pages) + 1)] if len(book.pages) > 1 else [""]
    return PrintView(
        pictured=bool(settings.cover.picture),
        lettered=settings.cover.words != "no" or not settings.cover.picture,
        start=chapter_start(book, paper.inks),
        titled=paper.trim is not None,
        bound=paper.inks is Inks.COLOUR,
        title=book.title,
        subtitle=settings.subtitle,
        logo=logo_name(book, paper.inks),
        logo_words=(book.theme.logo.words if book.theme.logo else "") or book.title,
        title_parts=tuple(re.split(r"(?<=[,:;]) ", book.title)),
        title_size=_title_size(book.title),
        edition=settings.edition,
        authors=settings.authors,
        byline=interface.by.format(authors=", ".join(settings.authors)) if settings.authors else "",
        description=settings.description,
        language=settings.language,
        direction=direction(settings.language),
        licence=licence,
        faces=set_in(book),
        words=interface,
        contents=(*_contents(book, numbers), *_index_line(interface, indexed)),
        chapters=tuple(
            PrintedChapter(spot(page.id), number, page.title, tab, *html)
            for page, number, tab, html in zip(book.pages, numbers, _tabs(len(numbers), paper), chapters, strict=True)
        ),
        indexed=indexed,
        forms=forms,
    )


def _tabs(chapters: int, paper: PaperFormat) -> list[float]:
    """How many chapters there are -> how far down the edge each one's tab stands: in steps that reach to the foot."""
    step = min(_TAB, (paper.text_height - _TAB) / max(chapters - 1, 1))
    return [round(number * step, 2) for number in range(chapters)]


def chapter_start(book: Book, inks: Inks) -> str:
    """A book and its inks -> where its chapters begin; whoever spares ink spares paper too."""
    return book.settings.chapter_start if inks is Inks.COLOUR else "run-on"


def has_initials(book: Book, inks: Inks) -> bool:
    """A book and its inks -> whether the first letter of a chapter is large: as it says, or else its theme."""
    return inks is Inks.COLOUR and (book.settings.initials or book.theme.initials) == "yes"


def logo_name(book: Book, inks: Inks) -> str:
    """A book and its inks -> the name of its logo among the build's own files; a cover in colour is dark."""
    if book.theme.logo is None:
        return ""
    ending, _ = logo_file(book.theme.logo.dark if inks is Inks.COLOUR else book.theme.logo.light)
    return f"logo.{ending}"


def _title_size(title: str) -> str:
    """A title -> how far its type must be reduced for the cover: by its longest word, or by its lines."""
    longest = max((len(word) for word in title.split()), default=0)
    if longest > 17 or len(title) > 60:
        return "very-long"
    return "long" if longest > 11 or len(title) > 30 else ""


def _contents(book: Book, numbers: list[str]) -> Iterator[ContentsLine]:
    for page, number in zip(book.pages, numbers, strict=True):
        yield ContentsLine(1, f"{number}\u2002{page.title}".strip(), f"#{spot(page.id)}")
        yield from _lines(page.id, page.sections)


def _index_line(words: PageWords, indexed: bool) -> tuple[ContentsLine, ...]:
    return (ContentsLine(1, words.index, "#index"),) if indexed else ()


def _lines(page: str, sections: Iterable[Section]) -> Iterator[ContentsLine]:
    for section in sections:
        if section.level <= _CONTENTS_DEPTH:
            yield ContentsLine(section.level, section.title, f"#{spot(page, section.anchor)}")
            yield from _lines(page, section.sections)


# Millimetres: on less, what is written on a spine would reach over its edges where a machine folds a little beside it.
_LETTERED_FROM = 6.0


@dataclass(frozen=True, slots=True)
class Jacket:
    """The sheet of a jacket, and how wide a cover and the spine of it are, in millimetres."""

    paper: PaperFormat
    cover: float
    spine: float

    def html(self, book: Book) -> str:
        """A book -> the document of its jacket."""
        return (
            templates("print", book.theme.templates)
            .get_template("jacket.html")
            .render(
                book=print_view(book, self.paper, (("", ""),) * len(book.pages), "", "", False),
                cover=self.cover,
                spine=self.spine,
                lettered=self.spine >= _LETTERED_FROM,
            )
        )


def jacket_of(book: Book, front: PaperFormat, pages: int) -> Jacket:
    """A book, the paper of its pages and how many there are -> its jacket."""
    spine = round(pages / 2 * float(book.settings.print_shop.leaf), 2)
    paper = replace(
        front, width=front.width * 2 + spine, margins=Margins(0, 0, 0, 0), styles=(*front.styles, "jacket.css")
    )
    return Jacket(paper, front.width, spine)
