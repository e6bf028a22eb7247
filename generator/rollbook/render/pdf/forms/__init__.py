"""Character sheets on paper: those of a book -> a PDF of forms, or the pages of forms at the end of its book.

They are filled in with a pencil or with a keyboard. Groups stand in the order in which their first field is written:
those that an author names by `group`, and the fields of one pool of points. A value that is worked out stands `beside`
the field that its author says, or with the others of its kind at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import groupby

import tinyhtml5  # type: ignore[import-untyped]
from markupsafe import Markup

from rollbook.engine.sheet import Derived, Field, Sheet
from rollbook.model.book import Book
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.paper_format import PaperFormat
from rollbook.model.printing import Matter, Printing
from rollbook.model.source import Place
from rollbook.render.pdf.beyond_print import beyond_print
from rollbook.render.pdf.forms.form_cells import (
    COLUMNS,
    Cell,
    Control,
    FormGroup,
    FormRow,
    FormView,
    derived_cell,
    field_cell,
)
from rollbook.render.pdf.forms.say_formula import say_pool
from rollbook.render.pdf.lay_out import Printed, PrintJob, lay_out, room_left
from rollbook.render.pdf.print_job import leaflet
from rollbook.render.templates import templates
from rollbook.render.widgets.view_sheet import SheetView, view_sheet
from rollbook.render.widgets.wording import Wording, wording

# Millimetres: what the box for notes and a line of a list have at least (see form.css), and what is left free below.
_NOTES_HEIGHT = 15.0
_LINE = 6.0
_CLOSE_LINE = 5.0
_TO_SPARE = 2.0
# Millimetres; on less there is room for half as much in a row.
_NARROW = 150
# So many rows that are alike are a table.
_ROWS_ALIKE = 3
# The name of what is written on a form and belongs to no field.
_NOTES = "form notes"
_Group = tuple[str, str, list[Cell]]  # title, what stands beside it, and what is under it


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
    return replace(form, notes=_NOTES_HEIGHT + spare)


def view_form(sheet: Sheet, book: str, paper: PaperFormat, words: Wording, language: str = "en") -> FormView:
    """A sheet, its book's title, the paper, the book's language -> its form."""
    told = view_sheet(sheet, sheet.id, words, None, language)
    groups = [_head(sheet, told, words, language), *_groups(sheet, told.named_by, words, language)]
    _add_notes(groups, Cell(_NOTES, Markup.escape(words.form_notes), words.form_notes, Control.LINES, COLUMNS))
    narrow = paper.text_width < _NARROW
    arranged = tuple(_arranged(group, narrow) for group in groups if group[2])
    return FormView(sheet.id, book, told.title, arranged, tuple(dict.fromkeys(told.rules)))


def _add_notes(groups: list[_Group], notes: Cell) -> None:
    """Groups, the box for notes -> beside a list that leaves room for it, or at the end."""
    for _, _, cells in groups:
        for position, cell in enumerate(cells):
            if cell.control is Control.ROWS and cell.span < COLUMNS:
                beside = replace(notes, span=COLUMNS - cell.span)
                cells[position : position + 1] = [replace(cell, count=0), beside]
                return
    groups.append(("", "", [notes]))


def _arranged(group: _Group, narrow: bool) -> FormGroup:
    """What stands under a title -> in rows; a picture is beside them, unless the paper is narrow."""
    title, note, cells = group
    frame = next((cell for cell in cells if cell.control is Control.FRAME and not narrow), None)
    rows = _rows([cell for cell in cells if cell is not frame], 2 if narrow else 1)
    return FormGroup(title, note, tuple(_titled_once(rows)), frame)


def _head(sheet: Sheet, told: SheetView, words: Wording, language: str) -> _Group:
    """What stands at the top: the character's name, and how far they have come."""
    named = [field_cell(field, "", {}, words, language) for field in sheet.fields if field.name == told.named_by]
    risen = [("level", words.level)] * told.rises + [("XP", words.form_xp)] * told.with_xp
    cells = [
        *named,
        *(
            Cell(name, Markup.escape(label), str(label), Control.NUMBER, 3)
            for name, label in risen
            if sheet.field(name) is None
        ),
    ]
    return "", "", cells


def _groups(sheet: Sheet, named_by: str, words: Wording, language: str) -> Iterator[_Group]:
    pools = {pool.name: pool for pool in sheet.pools}
    labels = {field.name: field.label for field in sheet.fields} | {each.name: each.label for each in sheet.derived}
    groups: dict[str, list[Cell]] = {}
    notes: dict[str, str] = {}
    last = ""
    for field in sheet.fields:
        if field.name == named_by or _is_settled(field):
            continue
        pool = pools.get(field.pool)
        last = field.placement.group or (pool.label if pool else "")
        if pool:
            notes.setdefault(last, say_pool(pool, labels, words))
        cells = groups.setdefault(last, [])
        cells.append(field_cell(field, last, labels, words, language))
        cells += [
            derived_cell(each, last, labels, words, language)
            for each in sheet.derived
            if each.placement.beside == field.name
        ]
    for each in sheet.derived:
        if not _stands_beside(each, sheet):
            group = each.placement.group or str(words.derived)
            groups.setdefault(group, []).append(derived_cell(each, group, labels, words, language))
    for title, cells in groups.items():
        yield title, notes.get(title, ""), cells


def _is_settled(field: Field) -> bool:
    """Whether there is nothing to write: the only choice there is, shown to readers where it holds."""
    return len(field.choices) == 1 and field.kind != "list"


def _stands_beside(each: Derived, sheet: Sheet) -> bool:
    field = sheet.field(each.placement.beside)
    return field is not None and not _is_settled(field)


def _rows(cells: Iterable[Cell], wider: int) -> Iterator[tuple[Cell, ...]]:
    """Cells, and how much wider they are on this paper -> as many beside each other as there is room for."""
    row: list[Cell] = []
    for cell in (replace(each, span=min(each.span * wider, COLUMNS)) for each in cells):
        if sum(other.span for other in row) + cell.span > COLUMNS:
            yield _filled(row)
            row = []
        row.append(cell)
    if row:
        yield _filled(row)


def _titled_once(rows: Iterable[tuple[Cell, ...]]) -> Iterator[FormRow]:
    """Rows -> those that are alike but for a number, such as "Skill 1" and "Skill 2", have their titles once."""
    for shape, same in groupby(rows, key=_shape):
        alike = list(same)
        if not shape or len(alike) < _ROWS_ALIKE:
            yield from map(FormRow, alike)
            continue
        head = tuple(label for label, _, _ in shape)
        yield from (FormRow(row, head if row is alike[0] else (), _number(row)) for row in alike)


def _shape(row: tuple[Cell, ...]) -> tuple[tuple[str, Control, int], ...]:
    """A row whose labels all have the same number -> what it has in common with others of its kind; else nothing."""
    if not (number := _number(row)):
        return ()
    return tuple((" ".join(word for word in _words(cell) if word != number), cell.control, cell.span) for cell in row)


def _number(row: tuple[Cell, ...]) -> str:
    numbers = [[word for word in _words(cell) if word.isdecimal()] for cell in row]
    return numbers[0][0] if numbers[0] and len(row) > 1 and all(each == numbers[0][:1] for each in numbers) else ""


def _words(cell: Cell) -> list[str]:
    return cell.label.striptags().split()


def _filled(row: list[Cell]) -> tuple[Cell, ...]:
    """A row -> its last line to write on is as long as there is room for."""
    room = COLUMNS - sum(cell.span for cell in row)
    lines = [cell for cell in row if cell.control in (Control.LINE, Control.CHOICE)]
    return tuple(replace(cell, span=cell.span + room) if lines and cell is lines[-1] else cell for cell in row)
