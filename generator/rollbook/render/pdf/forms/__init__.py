"""Character sheets on paper: those of a book -> a PDF of forms, or the pages of forms at the end of its book.

They are filled in with a pencil or with a keyboard.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import tinyhtml5  # type: ignore[import-untyped]

from rollbook.model.book import Book
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.paper_format import PaperFormat
from rollbook.model.printing import Matter, Printing
from rollbook.model.source import Place
from rollbook.render.pdf.beyond_print import beyond_print
from rollbook.render.pdf.forms.form_cells import FormView
from rollbook.render.pdf.forms.view_form import view_form
from rollbook.render.pdf.lay_out import Printed, PrintJob, lay_out, room_left
from rollbook.render.pdf.print_job import leaflet
from rollbook.render.templates import templates
from rollbook.render.widgets.wording import wording


def print_forms(order: Printing) -> tuple[Printed | None, tuple[Diagnostic, ...]]:
    """An order for the forms of a book -> their layout, or why it was not even tried."""
    book, fillable = order.book, order.matter is Matter.SHEET

    def job(forms: str) -> PrintJob:
        return leaflet(book, order.paper, _title(book), forms, fillable=fillable)

    # What is too much for print is too much to be tried out, too.
    if problems := _beyond_print(form_pages(book, order.paper, None, fillable=fillable), book.pages[0].place):
        return None, problems
    return lay_out(job(form_pages(book, order.paper, job, fillable=fillable))), ()


def form_pages(book: Book, paper: PaperFormat, job: Callable[[str], PrintJob] | None, *, fillable: bool = False) -> str:
    """A book -> the HTML of its forms, empty without a sheet; only what is `fillable` has controls in its boxes.

    `job` makes a document of a form alone, to see how it fills its pages; without it, it is not seen to.
    """
    words, template = wording(book.settings.language), templates("print").get_template("form.html")
    forms = [view_form(each, book.title, paper, words, book.settings.language) for each in book.rules.sheets.values()]
    # Two fields of one name in a PDF are one: what is written into the one stands in the other.
    several = len(forms) > 1

    def written(form: FormView) -> str:
        return template.render(form=form, fillable=fillable, prefix=f"{form.id} " * several)

    if job is None:
        return "".join(map(written, forms))
    return "".join(written(_fit(form, lambda each: job(written(each)))) for form in forms)


def _beyond_print(forms: str, place: Place) -> tuple[Diagnostic, ...]:
    body = tinyhtml5.parse(f"<body>{forms}", namespace_html_elements=False).find("body")
    return tuple(Diagnostic("print-limit", message, place, hint) for message, hint in beyond_print(body))


def _title(book: Book) -> str:
    words = wording(book.settings.language)
    titles = ", ".join(sheet.title for sheet in book.rules.sheets.values() if sheet.title)
    return f"{book.title}{words.colon} {titles}" if titles else book.title


# Millimetres: what the box for notes and a line of a list have at least (see form.css), and what is left free below.
_NOTES = 15.0
_LINE = 6.0
_CLOSE_LINE = 5.0
_TO_SPARE = 2.0


def _fit(form: FormView, set_alone: Callable[[FormView], PrintJob]) -> FormView:
    """A form, what sets it alone on its paper -> closer if it takes fewer pages so, its notes as long as can be."""
    pages, room = room_left(set_alone(form))
    if pages > 1:
        closer = replace(form, close=True)
        fewer, room_there = room_left(set_alone(closer))
        if 0 < fewer < pages:
            form, pages, room = closer, fewer, room_there
    spare = max(room - _TO_SPARE, 0.0)
    if form.is_written_in_lines:
        # Longer on an earlier page, the list would push the rest off the last.
        spare = spare if pages == 1 else 0.0
        return replace(form, lines=form.lines + int(spare / (_CLOSE_LINE if form.close else _LINE)))
    return replace(form, notes=_NOTES + spare)
