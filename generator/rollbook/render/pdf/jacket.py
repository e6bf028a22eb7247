"""A book that a shop binds -> its jacket: back, spine and front on one sheet, the spine as thick as the book."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rollbook.model.book import Book
from rollbook.model.paper_format import Margins, PaperFormat
from rollbook.render.pdf.print_view import print_view
from rollbook.render.templates import templates

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
                book=print_view(book, self.paper, ("",) * len(book.pages), "", "", False),
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
