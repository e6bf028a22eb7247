"""The character sheets of a book -> a PDF of forms, or the pages of forms at the end of its book."""

from __future__ import annotations

from collections.abc import Iterable

import tinyhtml5  # type: ignore[import-untyped]

from rollbook.model.book import Book
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.paper_format import PaperFormat
from rollbook.model.printing import Matter, Printing
from rollbook.model.source import Place
from rollbook.render.fonts.print_faces import Face, faces_for, true_type, with_fallbacks
from rollbook.render.pdf.beyond_print import beyond_print
from rollbook.render.pdf.forms.view_form import view_form
from rollbook.render.pdf.lay_out import Printed, PrintJob, lay_out
from rollbook.render.pdf.palette import palette
from rollbook.render.pdf.sheet import sheet
from rollbook.render.templates import templates
from rollbook.render.widgets.wording import wording
from rollbook.theme_files import theme_text
from rollbook.words import direction


def print_forms(order: Printing) -> tuple[Printed | None, tuple[Diagnostic, ...]]:
    """An order for the forms of a book -> their layout, or why it was not even tried."""
    book, fillable = order.book, order.matter is Matter.SHEET
    forms = form_pages(book, order.paper, fillable=fillable)
    if problems := _beyond_print(forms, book.pages[0].place):
        return None, problems
    html = (
        templates("print")
        .get_template("forms.html")
        .render(
            title=_title(book),
            language=book.settings.language,
            direction=direction(book.settings.language),
            forms=forms,
        )
    )
    faces = faces_for(html)
    styles = (
        "\n".join([*(face.rule for face in faces), _written_in(faces)]),
        palette(book, order.paper.inks).variables,
        sheet(order.paper, run_on=False),
        with_fallbacks(theme_text("print/form.css"), faces),
    )
    files = {f"fonts/{face.name}": true_type(face) for face in faces}
    return lay_out(PrintJob(html, styles, files, book.settings.system_fonts == "yes", fillable)), ()


def form_pages(book: Book, paper: PaperFormat, *, fillable: bool = False) -> str:
    """A book -> the HTML of its forms, empty without a sheet; only what is `fillable` has controls in its boxes."""
    if book.rules.sheet is None:
        return ""
    form = view_form(book.rules.sheet, book.title, paper, wording(book.settings.language))
    return templates("print").get_template("form.html").render(form=form, fillable=fillable)


def _beyond_print(forms: str, place: Place) -> tuple[Diagnostic, ...]:
    body = tinyhtml5.parse(f"<body>{forms}", namespace_html_elements=False).find("body")
    return tuple(Diagnostic("print-limit", message, place, hint) for message, hint in beyond_print(body))


def _written_in(faces: Iterable[Face]) -> str:
    """Faces -> a family for what is filled in, of the upright sans.

    Its letters are found by their codes, and those of a page by their shapes: one font in a PDF can't be both.
    """
    plain = next(face for face in faces if (face.family, face.weight, face.style) == ("Book Sans", 400, "normal"))
    return f'@font-face {{ font-family: "Filled In"; src: url(fonts/{plain.name}) }}'


def _title(book: Book) -> str:
    words = wording(book.settings.language)
    return f"{book.title}{words.colon} {book.rules.sheet.title if book.rules.sheet else ''}".rstrip(": ")
