"""Data files: both forms of table, every cell's exact place, rules and phrases. Mistakes: tests/cases/mistakes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rollbook.model.source import Source
from rollbook.model.table import Cell, DataFile, Table
from rollbook.model.yaml_tree import place_in, to_data
from rollbook.parse.check_cells import check_formulas
from rollbook.parse.parse_data import parse_data

from tests.shelves import HANDBOOKS, OUR_HANDBOOKS


def parsed(text: str) -> DataFile:
    """A text without problems -> its file."""
    file, found = parse_data(Source("data/saga/f.yml", text))
    assert found == ()
    return file


def table(text: str) -> Table:
    [only] = parsed(text).tables
    return only


def handbook(*rows: str) -> str:
    lines = "".join(f"  - {row}\n" for row in rows)
    return f"id: gear\nheader:\n  - Tool | Cost\n  - --- | ---\ndata:\n{lines}"


def texts(found: Table) -> list[list[str]]:
    return [[cell.text for cell in row] for row in found.rows]


def test_the_handbooks_form() -> None:
    gear = table(
        "---\nid: gear\ncolumns: 2\nheader:\n  - '**Tool** | Cost | Size | X'\n  - ':--- | ---: | :--: | -'\n"
        "data:\n  - Rope | 5 | | –\n"
    )
    assert (gear.id, gear.copies, gear.title, gear.roll, gear.outside) == ("gear", 2, "", "", "report")
    assert [(column.name, column.title, column.kind, column.align) for column in gear.columns] == [
        ("Tool", "**Tool**", "text", "left"),
        ("Cost", "Cost", "text", "right"),
        ("Size", "Size", "text", "center"),
        ("X", "X", "text", ""),
    ]
    assert texts(gear) == [["Rope", "5", "", "–"]]
    assert (gear.place.line, gear.place.column) == (2, 5)


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ("Rope | 5", [("Rope", 6, 5), ("5", 6, 12)]),
        ("'Rope | 5'", [("Rope", 6, 6), ("5", 6, 13)]),
        ('"  Rope  |  5  "', [("Rope", 6, 8), ("5", 6, 17)]),
        (r'"\tRo\u0070e\t| \"5\" x"', [("Rope", 6, 8), ('"5" x', 6, 21)]),
        ("'Rope''s end | 5'", [("Rope's end", 6, 6), ("5", 6, 20)]),
        ("'a \\| b | 5'", [("a | b", 6, 6), ("5", 6, 15)]),
        ("'`a \\| b` | \\|'", [("`a | b`", 6, 6), ("|", 6, 18)]),
        ("'| Rope | 5 |'", [("Rope", 6, 8), ("5", 6, 15)]),
        ("'| 5'", [("", 6, 6), ("5", 6, 8)]),
        ("Rope |", [("Rope", 6, 5), ("", 6, 11)]),
        ("|\n    Rope | 5", [("Rope", 7, 5), ("5", 7, 12)]),
        (">-\n    Rope |\n    5 x", [("Rope", 7, 5), ("5 x", 8, 5)]),
        ("Rope\n    end | 5", [("Rope end", 6, 5), ("5", 7, 11)]),
        ("Rope | see below:", [("Rope", 6, 5), ("see below:", 6, 12)]),
    ],
)
def test_cells_and_places_in_every_quoting_style(row: str, cells: list[tuple[str, int, int]]) -> None:
    [found] = table(handbook(row)).rows
    assert [cell.text for cell in found] == [text for text, _, _ in cells]
    for cell, (text, line, column) in zip(found, cells, strict=True):
        if text:
            assert (cell.place.line, cell.place.column) == (line, column)
            assert cell.at(0) == cell.place


def test_a_place_inside_a_cell_looks_through_escapes() -> None:
    text = handbook(r'"\u00e9 x \\| y | 5"', "'a \\| b | 5'")
    rows = table(text).rows
    lines = text.split("\n")

    def written(cell: Cell, word: str) -> str:
        place = cell.at(cell.text.index(word))
        return lines[place.line - 1][place.column - 1 :][: len(word)]

    assert [row[0].text for row in rows] == ["é x | y", "a | b"]
    assert written(rows[0][0], "x") == "x"
    assert written(rows[0][0], "| y") == "| y"
    assert written(rows[1][0], "| b") == "| b"


def test_surplus_cells_are_named_in_full() -> None:
    file, [problem] = parse_data(Source("f.yml", handbook('"Rope | 5 | a **free** hook | \\"x\\""')))
    assert texts(file.tables[0]) == [["Rope", "5"]]
    assert problem.code == "cell-count"
    assert "a **free** hook" in problem.message
    assert '"x"' in problem.message
    assert (problem.place.line, problem.place.column) == (6, 17)


def test_missing_cells_are_empty() -> None:
    file, [problem] = parse_data(Source("f.yml", handbook("Rope")))
    assert texts(file.tables[0]) == [["Rope", ""]]
    assert problem.code == "cell-count"


TYPED = """
table: swords
title: Swords
roll: d20
outside: clamp
modifiers: level
copies: 3
rule: [gear.swords, gear.cost]
columns:
  - roll: range
  - name: sword
    title: "*Sword*"
  - {name: cost, kind: number, unit: gold}
  - hit_points
  - name: damage
    kind: dice
    align: center
rows:
  - {roll: 1-10, sword: Long, cost: ½, damage: 1d8}
  - [11-20, Short, "+5", "3", —]
  - 21+ | Broken | | | 1
  - roll: 22
    hit_points: |
      one
      two
"""


def test_the_typed_form() -> None:
    swords = table(TYPED)
    assert (swords.id, swords.title, swords.roll, swords.outside) == ("swords", "Swords", "d20", "clamp")
    assert (swords.copies, swords.modifiers, swords.rules) == (3, "level", ("gear.swords", "gear.cost"))
    assert [(column.name, column.title, column.kind, column.align, column.unit) for column in swords.columns] == [
        ("roll", "Roll", "range", "", ""),
        ("sword", "*Sword*", "text", "", ""),
        ("cost", "Cost", "number", "right", "gold"),
        ("hit_points", "Hit points", "text", "", ""),
        ("damage", "Damage", "dice", "center", ""),
    ]
    assert texts(swords) == [
        ["1-10", "Long", "½", "", "1d8"],
        ["11-20", "Short", "+5", "3", "—"],
        ["21+", "Broken", "", "", "1"],
        ["22", "", "", "one\ntwo", ""],
    ]


def test_places_of_typed_cells() -> None:
    rows = table(TYPED).rows
    assert [(cell.place.line, cell.place.column) for cell in rows[1]] == [
        (20, 6),
        (20, 13),
        (20, 21),
        (20, 27),
        (20, 31),
    ]
    assert (rows[2][1].place.line, rows[2][1].place.column) == (21, 11)
    second_line = rows[3][3].at(4, 3)
    assert (second_line.line, second_line.column, second_line.length) == (25, 7, 3)


@pytest.mark.parametrize(
    "columns", ["{tool: text, cost: number}", "[tool, cost: number]", "{tool: , cost: {kind: number}}"]
)
def test_short_forms_of_columns(columns: str) -> None:
    found = table(f"table: gear\ncolumns: {columns}\nrows:\n  - [Rope, 5]\n")
    assert [(column.name, column.kind) for column in found.columns] == [("tool", "text"), ("cost", "number")]


@pytest.mark.parametrize("name", ["title", "kind", "align", "unit"])
def test_a_column_may_be_called_like_a_setting(name: str) -> None:
    found = table(f"table: gear\ncolumns:\n  - {name}: number\nrows:\n  - [5]\n")
    assert [(column.name, column.kind) for column in found.columns] == [(name, "number")]


def test_rules_keep_their_places() -> None:
    text = "calculator: attack\nsteps:\n  - hit: d20 + 5\n---\ntitle: Hero\nsheet: hero\nfields: []\n"
    attack, hero = parsed(text).rules
    assert (attack.kind, attack.id, hero.kind, hero.id) == ("calculator", "attack", "sheet", "hero")
    assert to_data(attack.node) == {"calculator": "attack", "steps": [{"hit": "d20 + 5"}]}
    assert place_in(attack.node, ("steps", 0, "hit"), 6, 7).column == 16


def test_phrases_explain_formulas() -> None:
    text = "vocabulary:\n  STR bonus: strength\n---\ntable: a\ncolumns: {damage: dice}\nrows:\n  - [1d6 + STR bonus]\n"
    file = parsed(text)
    assert [(phrase.words, phrase.meaning.text) for phrase in file.phrases] == [("STR bonus", "strength")]
    assert check_formulas([file]) == ()
    alone = DataFile(file.name, file.path, file.tables)
    [problem] = check_formulas([alone])
    assert (problem.code, problem.place.line, problem.place.column) == ("bad-cell", 7, 12)
    assert check_formulas([alone, parsed("vocabulary: {str bonus: strength}")]) == ()


def test_the_file_is_called_as_directives_call_it() -> None:
    assert parse_data(Source("data/saga/f.yml", ""))[0].name == "f.yml"
    assert parse_data(Source("data/saga/more/f.yml", "", "more/f.yml"))[0].name == "more/f.yml"


@pytest.mark.parametrize(
    ("text", "readable"), [(handbook("a | b"), True), ("id: 'x", False), ("id: x", False), ("- x", False)]
)
def test_a_file_with_a_refused_part_says_so(text: str, readable: bool) -> None:
    assert parse_data(Source("f.yml", text))[0].readable is readable


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("ferrymen/trades.yml", {"trades": (6, 2)}),
        ("microluxe20/races.yml", {"races": (18, 2)}),
        ("microluxe20-first/races.yml", {"races": (18, 2)}),
        (
            "microluxe20-space/handbook.yml",
            {
                "races": (10, 3),
                "quirks": (4, 1),
                "target-state": (5, 1),
                "target-size": (7, 1),
                "program-difficulty": (5, 1),
            },
        ),
    ],
)
def test_the_tables_of_handbooks(name: str, rows: dict[str, tuple[int, int]]) -> None:
    own, real = OUR_HANDBOOKS / "data" / name, HANDBOOKS / "data" / name
    path = own if own.is_file() else real
    if not path.is_file():
        pytest.skip("../shared/handbooks is not on this machine")
    text = path.read_text(encoding="utf-8")
    file, found = parse_data(Source("f.yml", text))
    lines = text.split("\n")
    assert found == ()
    assert {found.id: (len(found.rows), found.copies) for found in file.tables} == rows
    for cell in (cell for found in file.tables for row in found.rows for cell in row):
        line = lines[cell.place.line - 1]
        assert line[cell.place.column - 1 :][: cell.place.length] == cell.text


WORDS = [
    "id: a\n",
    "table: a\n",
    "columns:",
    "header:",
    "rows:",
    "data:",
    "\n",
    "  ",
    "- ",
    "a | b",
    "[a, b]",
    "{a: b}",
]
WORDS += [
    "--- | ---",
    ":--:",
    "number",
    "range",
    "dice",
    "1d6",
    "roll: d20\n",
    "copies: 2\n",
    "vocabulary:",
    "sheet: x",
    ": ",
]


@given(st.lists(st.sampled_from(WORDS), max_size=20).map("".join))
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_without_an_exception(text: str) -> None:
    file, _ = parse_data(Source("f.yml", text))
    check_formulas([file])
    for found in file.tables:
        assert all(len(row) == len(found.columns) for row in found.rows)
