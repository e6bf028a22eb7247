"""Character sheets on paper: a real sheet -> its forms, filled in and read back; and what strange sheets come to."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from io import BytesIO

import pytest
from pypdf import PdfReader, PdfWriter
from rollbook.engine.sheet import KINDS, Sheet
from rollbook.engine.sheet.read import read_sheet
from rollbook.model.book import Book
from rollbook.model.paper_format import FORM_PAPER, PAPER_FORMATS, PaperFormat
from rollbook.model.printing import Matter, Pdf, Printing, printings
from rollbook.model.settings import ShelfSettings
from rollbook.render.pdf import render_pdf
from rollbook.render.pdf.forms import view_form
from rollbook.render.pdf.forms.form_cells import COLUMNS, FormView
from rollbook.render.pdf.forms.say_formula import say_derived
from rollbook.render.pdf.lay_out import block_heights
from rollbook.render.pdf.print_job import leaflet
from rollbook.render.templates import templates
from rollbook.render.widgets.wording import wording

from tests.shelves import CASES, shelf_of

ENGLISH = wording("en")


@cache
def harbour() -> Book:
    return next(book for book in shelf_of(CASES / "widgets").books if book.id == "harbour")


@cache
def printed(matter: Matter) -> Pdf:
    pdf, problems = render_pdf(Printing(harbour(), FORM_PAPER, "harbour-sheet.pdf", matter), "")
    assert problems == ()
    assert pdf is not None
    return pdf


def opened(pdf: Pdf) -> PdfReader:
    return PdfReader(BytesIO(pdf.content))


def sheet(*fields: dict[str, object], derived: object = ()) -> Sheet:
    read = read_sheet({"sheet": "hero", "title": "Hero", "fields": list(fields), "derived": list(derived)})  # type: ignore[call-overload]  # a list of anything
    assert isinstance(read, Sheet), read
    return read


def form(of: Sheet) -> FormView:
    return view_form(of, "Saga", FORM_PAPER, ENGLISH)


def test_a_book_with_a_sheet_has_two_forms_unless_it_wants_none() -> None:
    names = [order.name for order in printings(harbour(), ShelfSettings())]
    assert names[:3] == ["harbour.pdf", "harbour-sheet.pdf", "harbour-sheet-blank.pdf"]
    without = replace(harbour(), settings=replace(harbour().settings, editions=("none",)))
    assert [order.name for order in printings(without, ShelfSettings())] == ["harbour.pdf"]


def test_fields_have_names_and_tooltips_in_reading_order() -> None:
    reader = opened(printed(Matter.SHEET))
    fields = reader.get_fields() or {}
    assert list(fields) == [
        *("name", "level", "XP", "home", "gift", "sworn", "purse", "Grit", "Wits"),
        *("Grit bonus", "HP", "luck", "form notes"),
    ]
    assert fields["Grit"]["/TU"] == "Stats: Grit"
    assert fields["home"]["/TU"] == "Home port"
    # A tab goes through them in the order of the structure, which is that of the page.
    assert {page["/Tabs"] for page in reader.pages} == {"/S"}
    placed = [annotation.get_object() for page in reader.pages for annotation in page["/Annots"]]
    assert [each["/T"] for each in placed] == list(fields)
    for left, bottom, right, top in (map(float, each["/Rect"]) for each in placed):
        assert left < right
        assert bottom < top


def test_a_form_is_filled_in_and_read_back() -> None:
    given = {"name": "Ada Løvelace", "home": "Deepwater", "sworn": "/on", "Grit": "4", "form notes": "one\ntwo"}
    writer = PdfWriter(clone_from=opened(printed(Matter.SHEET)))
    for page in writer.pages:
        writer.update_page_form_field_values(page, given)
    written = BytesIO()
    writer.write(written)
    read = PdfReader(written).get_fields() or {}
    assert {name: read[name].value for name in given} == given
    assert read["Wits"].value in (None, "")


def test_the_blank_form_has_every_label_and_choice_and_nothing_to_type_in() -> None:
    reader = opened(printed(Matter.BLANK_SHEET))
    assert reader.get_fields() is None
    text = " ".join(" ".join(page.extract_text().split()) for page in reader.pages)
    for words in (
        "Sailor",
        "Home port",
        "Northquay",
        "Deepwater",
        "Grit bonus",
        "Grit ÷ 2, rounded down",
        "Hit Points",
    ):
        assert words in text
    assert "6 to spend; from 0 to 5 each" in text
    assert "A sailor with a hundred coins buys a ship." in text


def test_a_book_ends_with_its_form_and_says_so_where_the_sheet_stands() -> None:
    pdf, problems = render_pdf(Printing(harbour(), PAPER_FORMATS["a5"], "harbour.pdf"), "")
    assert problems == ()
    assert pdf is not None
    pages = [" ".join(page.extract_text().split()) for page in opened(pdf).pages]
    assert "You will find the sheet to fill in at the end of this book." in " ".join(pages)
    assert "Coins" in pages[-1]


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("floor(STR / 2)", "STR ÷ 2, rounded down"),
        ("ceil((STR - 10) * 2)", "(STR − 10) × 2, rounded up"),
        ("10 - (STR - guard)", "10 − (STR − Shield arm)"),
        ("10 + max(0, STR - 3, guard)", "10 + the higher of 0, STR − 3 and Shield arm"),
        ("min(15, -STR)", "the lower of 15 and −STR"),
        ("STR / (2 * 3)", "STR ÷ (2 × 3)"),
        ("5", ""),
        ('if kin = "Elf" then STR else guard', "from Kin, STR and Shield arm"),
        ("10 + STR + 1d6", "10 + STR + 1d6"),
        (" + ".join(["STR"] * 40), "from STR"),
    ],
)
def test_formulas_are_said_in_small_words(formula: str, said: str) -> None:
    of = sheet(
        {"name": "kin", "label": "Kin", "choices": ["Elf", "Man"]},
        {"name": "STR", "label": "Strength"},
        {"name": "guard", "label": "Shield arm"},
        derived=[{"value": {"value": formula}}],
    )
    labels = {field.name: field.label for field in of.fields}
    assert say_derived(of.derived[0], labels, ENGLISH) == said


def test_an_author_places_what_stands_on_paper() -> None:
    view = form(
        sheet(
            {"name": "name", "kind": "text"},
            {"name": "gold", "group": "Gear", "width": "half"},
            {"name": "STR", "group": "Body"},
            {"name": "rope", "kind": "flag", "group": "Gear"},
            derived=[
                {"bonus": {"value": "STR", "beside": "STR", "width": "sixth"}},
                {"load": {"value": "gold", "group": "Gear"}},
            ],
        )
    )
    placed = {
        group.title: [[(cell.name, cell.span) for cell in row.cells] for row in group.rows] for group in view.groups
    }
    assert placed["Gear"] == [[("gold", 6), ("rope", 3), ("load", 3)]]
    assert placed["Body"] == [[("STR", 3), ("bonus", 2)]]


@pytest.mark.parametrize("close", [False, True])
def test_a_pencil_has_five_millimetres_to_write_in(close: bool) -> None:
    of = next(iter(harbour().rules.sheets.values()))
    view = replace(view_form(of, "Saga", FORM_PAPER, ENGLISH), close=close)
    html = templates("print").get_template("form.html").render(form=view, fillable=False, prefix="")
    job = leaflet(harbour(), FORM_PAPER, "Sailor", html)
    heights = [height for name in ("line", "number", "worked-out", "lines") for height in block_heights(job, name)]
    assert len(heights) > 8
    assert min(heights) >= 5


def test_rows_that_are_alike_have_their_titles_once() -> None:
    named = {"name": "name", "kind": "text"}
    fields = [
        field
        for n in range(1, 5)
        for field in (
            {"name": f"skill {n}", "label": f"Skill {n}", "kind": "text", "width": "half"},
            {"name": f"level {n}", "label": f"Level of skill {n}", "width": "half"},
        )
    ]
    rows = form(sheet(named, *fields)).groups[1].rows
    assert [row.number for row in rows] == ["1", "2", "3", "4"]
    assert [row.head for row in rows] == [("Skill", "Level of skill"), (), (), ()]
    assert rows[2].cells[1].tooltip == "Level of skill 3"
    # Two are no table, and labels of one row that have different numbers would lose them.
    assert not any(row.head for row in form(sheet(named, *fields[:4])).groups[1].rows)
    slots = [{"name": f"slot {n}", "label": f"Slot {n}"} for n in range(1, 13)]
    assert not any(row.head or row.number for row in form(sheet(named, *slots)).groups[1].rows)


@pytest.mark.parametrize(("paper", "beside"), [(FORM_PAPER, True), (PAPER_FORMATS["a5"], False)])
def test_a_picture_stands_beside_the_rows_of_its_group(paper: PaperFormat, beside: bool) -> None:
    of = sheet(
        {"name": "name", "kind": "text"}, {"name": "portrait", "kind": "picture", "width": "quarter"}, {"name": "XP"}
    )
    group = next(group for group in view_form(of, "Saga", paper, ENGLISH).groups if "XP" in str(group))
    placed = [cell.name for row in group.rows for cell in row.cells]
    assert (group.frame is not None, "portrait" in placed) == (beside, not beside)


def test_notes_stand_beside_a_list_that_leaves_room_for_them() -> None:
    name, gear = {"name": "name", "kind": "text"}, {"name": "gear", "kind": "list", "label": "Gear"}
    wide, half = form(sheet(name, gear)), form(sheet(name, gear | {"width": "half"}))
    assert [[cell.name for cell in row.cells] for group in wide.groups for row in group.rows][1:] == [
        ["gear"],
        ["form notes"],
    ]
    assert [[cell.name for cell in row.cells] for group in half.groups for row in group.rows][1:] == [
        ["gear", "form notes"]
    ]
    book = replace(harbour(), rules=replace(harbour().rules, sheets={"hero": sheet(name, gear | {"width": "half"})}))
    pdf, _ = render_pdf(Printing(book, FORM_PAPER, "list.pdf", Matter.SHEET), "")
    assert pdf is not None
    # The list is as long as the page has room for. On an earlier page than the last it would push others off that.
    assert (pdf.pages, len(opened(pdf).get_fields() or {}) > 30) == (1, True)
    many = [{"name": f"n{n}", "label": f"Number{n}"} for n in range(140)]
    of = sheet(name, gear | {"width": "half", "group": "Gear"}, *(each | {"group": "Numbers"} for each in many))
    book = replace(book, rules=replace(book.rules, sheets={"hero": of}))
    pdf, _ = render_pdf(Printing(book, FORM_PAPER, "list.pdf", Matter.SHEET), "")
    assert pdf is not None
    assert (pdf.pages, sum("gear" in field for field in opened(pdf).get_fields() or {})) == (2, 6)


def test_every_kind_of_field_can_be_filled_in() -> None:
    of = sheet(
        *(
            {"name": kind, "kind": kind, "label": f"The {kind}"}
            for kind in ("number", "text", "long text", "flag", "dice", "picture")
        ),
        {"name": "choice", "choices": ["This", "That"]},
        {"name": "several", "kind": "several", "choices": ["Red", "Blue"]},
        {"name": "stress", "kind": "track", "max": 3},
        {"name": "hurt", "kind": "track", "max": "5 + number"},
        {"name": "doom", "kind": "clock", "segments": 4},
        {"name": "gear", "kind": "list", "number": "weight"},
    )
    assert {field.kind for field in of.fields} == {*KINDS} - {"points"}
    book = replace(harbour(), rules=replace(harbour().rules, sheets={"hero": of}))
    pdf, problems = render_pdf(Printing(book, FORM_PAPER, "kinds.pdf", Matter.SHEET), "")
    assert problems == ()
    assert pdf is not None
    fields = opened(pdf).get_fields() or {}
    kinds = {name: field["/FT"] for name, field in fields.items()}
    assert [name for name in kinds if kinds[name] == "/Btn"] == [
        *("flag", "several Red", "several Blue", "stress 1", "stress 2", "stress 3"),
        *("doom 1", "doom 2", "doom 3", "doom 4"),
    ]
    assert [name for name in kinds if kinds[name] == "/Ch"] == ["choice"]
    assert kinds["gear 1"] == kinds["gear 6 weight"] == kinds["hurt"] == kinds["dice"] == "/Tx"
    # A picture is drawn or pasted into its frame.
    assert not any("picture" in name for name in fields)
    assert "The picture" in opened(pdf).pages[0].extract_text()
    assert fields["several Red"]["/TU"] == "several Red"
    assert "5 + The number or less" in " ".join(opened(pdf).pages[0].extract_text().split())


def test_two_sheets_of_a_book_are_two_forms_whose_fields_are_their_own() -> None:
    of = sheet({"name": "name", "kind": "text"})
    book = replace(harbour(), rules=replace(harbour().rules, sheets={"hero": of, "crew": replace_id(of, "crew")}))
    pdf, problems = render_pdf(Printing(book, FORM_PAPER, "two.pdf", Matter.SHEET), "")
    assert problems == ()
    assert pdf is not None
    assert pdf.pages == 2
    assert {"hero name", "crew name"} <= set(opened(pdf).get_fields() or {})


def replace_id(of: Sheet, own: str) -> Sheet:
    return Sheet(**{field: getattr(of, field) for field in Sheet.__match_args__} | {"id": own})


def test_no_row_is_wider_than_the_paper() -> None:
    kinds = [{"kind": "text"}, {"kind": "number"}, {"kind": "flag"}, {"choices": ["one", "two", "three" * 20]}]
    view = form(sheet(*({"name": f"field {n}", "label": "x " * (n * 7 % 90)} | kinds[n % 4] for n in range(200))))
    rows = [row.cells for group in view.groups for row in group.rows]
    assert {cell.name for row in rows for cell in row} >= {f"field {n}" for n in range(200)}
    assert all(sum(cell.span for cell in row) <= COLUMNS for row in rows)


def test_a_sheet_of_200_fields_and_a_label_of_500_letters_are_printed_whole() -> None:
    fields = [{"name": f"n{n}", "label": f"Number{n}"} for n in range(200)]
    long = {"name": "long", "label": "L" * 500, "kind": "flag"}
    book = replace(harbour(), rules=replace(harbour().rules, sheets={"hero": sheet(*fields, long)}))
    pdf, problems = render_pdf(Printing(book, FORM_PAPER, "huge.pdf", Matter.SHEET), "")
    assert problems == ()
    assert pdf is not None
    assert len(opened(pdf).get_fields() or {}) == 202
    text = "".join("".join(page.extract_text().split()) for page in opened(pdf).pages)
    assert all(f"Number{n}" in text for n in range(200))
    assert "L" * 500 in text


def test_a_label_beyond_all_measure_is_a_problem() -> None:
    book = replace(
        harbour(), rules=replace(harbour().rules, sheets={"hero": sheet({"name": "long", "label": "L" * 4000})})
    )
    pdf, problems = render_pdf(Printing(book, FORM_PAPER, "huge.pdf", Matter.BLANK_SHEET), "")
    assert pdf is None
    assert [problem.code for problem in problems] == ["print-limit"]


def test_labels_and_notes_on_paper_are_markdown_and_their_tooltips_words() -> None:
    grit = {"name": "grit", "label": "**Grit** now", "unit": "dice", "note": "*never* below 0"}
    cells = [cell for group in form(sheet(grit)).groups for row in group.rows for cell in row.cells]
    found = next(cell for cell in cells if cell.name == "grit")
    assert (found.label, found.tooltip) == ("<strong>Grit</strong> now (dice)", "Grit now (dice)")
    assert found.small == "<em>never</em> below 0"
