"""Records: one data document, shown in three forms, found by the search, the index and the rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rollbook.engine.find_faults import sheet_faults
from rollbook.engine.sheet import Sheet
from rollbook.engine.sheet.read import read_sheet
from rollbook.model.book import Book
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import TableBlock
from rollbook.model.document.inlines import Roll
from rollbook.model.document.walk import every_block, every_inline
from rollbook.model.ruleset import engine_table
from rollbook.model.source import Source
from rollbook.model.table import DataFile, Table
from rollbook.parse.parse_data import parse_data
from rollbook.render.pdf.print_index import index_entries
from rollbook.render.site.search.find_entries import find_entries
from rollbook.render.widgets.view_field import view_field
from rollbook.render.widgets.wording import wording

from tests.shelves import CASES, ROOT, clean_shelf


@pytest.fixture(scope="module")
def book() -> Book:
    return clean_shelf(CASES / "dialect" / "records").books[0]


def read(text: str) -> tuple[DataFile, tuple[Diagnostic, ...]]:
    return parse_data(Source("data/book/tides.yml", text))


def test_each_record_is_found_by_the_search_at_its_own_address(book: Book) -> None:
    found = {
        entry.title: entry for entry in find_entries(book) if entry.kind.name == "spells" and entry.page == "shore"
    }
    assert {title: entry.anchor for title, entry in found.items()} == {
        "Salt Lance": "record-spells.salt-lance",
        "Deep fog": "record-spells.deep-fog",
    }
    assert "smells of eel" in found["Deep fog"].text
    assert found["Deep fog"].kind.label == "Spells of the shore"


def test_each_record_stands_in_the_printed_index(book: Book) -> None:
    spots = {entry.words: [target.anchor for target in entry.targets] for entry in index_entries(book)}
    assert "record-spells.deep-fog" in spots["Deep fog"]


def test_records_are_listed_once_and_can_be_pinned(book: Book) -> None:
    assert [spot.name for spot in book.lists.index if spot.kind == "record"] == [
        "record:spells.salt-lance",
        "record:spells.deep-fog",
    ]


def test_rolls_in_passages_are_rolls_in_every_form(book: Book) -> None:
    for page in (page for page in book.pages if page.id in ("shore", "entries")):
        rolls = [inline.expression for inline in every_inline(page.blocks) if isinstance(inline, Roll)]
        lists = [block for block in every_block(page.blocks) if isinstance(block, TableBlock)]
        assert rolls == ["2d6", "1d4", "2d6"] * len(lists)


def test_to_the_engine_records_are_a_table_without_their_passages(book: Book) -> None:
    table = engine_table(book.rules.tables["spells"])
    assert [column.kind for column in table.columns] == ["text", "number", "text", "dice", "text"]
    assert table.rows[1] == ("Deep fog", "½", "fog", "", "")


def test_readers_pick_by_choices_and_numbers_unless_the_author_says_otherwise() -> None:
    written = "records: r\nfields: {name: text, level: number, sort: {choices: [a]}}\n%sentries: {one: {level: 1}}\n"

    def picked(line: str) -> tuple[tuple[str, ...], bool]:
        file, problems = read(written % line)
        assert problems == ()
        return file.tables[0].filters, file.tables[0].sortable

    assert picked("") == (("level", "sort"), True)
    assert picked("filter: no\nsortable: no\n") == ((), False)
    assert picked("filter: level\n") == (("level",), True)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("filter: levl", "there is no 'levl' to filter by"),
        ("sortable: maybe", "'sortable' cannot be 'maybe'"),
    ],
)
def test_a_slip_in_what_readers_may_do_is_told(line: str, message: str) -> None:
    _, problems = read(f"records: r\nfields: {{name: text, level: number}}\n{line}\nentries: {{one: {{level: 1}}}}\n")
    assert [problem.message for problem in problems] == [message]


def test_a_choice_that_is_none_is_told() -> None:
    _, problems = read("records: r\nfields: {name: text, sort: {choices: [salt, fog]}}\nentries: {one: {sort: slat}}\n")
    assert [(problem.message, problem.hint) for problem in problems] == [
        ("'slat' is not one of the choices for 'sort'", "did you mean 'salt'?")
    ]


def test_a_list_of_a_sheet_draws_names_and_numbers_from_records(book: Book) -> None:
    field = {"name": "spells", "kind": "list", "table": "spells", "number": "level"}
    sheet = read_sheet(
        {"sheet": "mage", "fields": [field]}, tables={"spells": engine_table(book.rules.tables["spells"])}
    )
    assert isinstance(sheet, Sheet), sheet
    assert sheet_faults(sheet) == ()
    shown = view_field(sheet.fields[0], "spells", wording("en")).choices
    assert [(choice.name, choice.worth) for choice in shown[1:]] == [("Deep fog", "0.5")]


def page_blocks() -> list[str]:
    page = (ROOT / "content/guide/05-records.md").read_text(encoding="utf-8")
    return re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)


def test_what_the_guide_tells_people_to_write_works() -> None:
    for block in page_blocks():
        _, problems = read(block)
        assert problems == ()
    shown = (ROOT / "data/guide/tides.yml").read_text(encoding="utf-8")
    assert shown.split("---\n")[:2] == page_blocks()[:2]


def test_a_record_shown_again_on_a_page_keeps_its_first_address(book: Book) -> None:
    page = next(page for page in book.pages if page.id == "shore")
    first, again = (block for block in every_block(page.blocks) if isinstance(block, TableBlock))
    assert (first.form, again.form) == ("cards", "table")
    assert again.row_anchors == ("", "")
    assert isinstance(first.data, Table)
    assert Path(first.data.place.file).name == "tides.yml"
