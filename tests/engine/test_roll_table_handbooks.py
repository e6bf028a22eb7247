"""The tables of handbooks as authors keep them: which are rolled on, with which die, and what is wrong with them."""

from __future__ import annotations

import re

import pytest
from rollbook.engine.roll_table import RollTable, infer, make_roll_table
from rollbook.engine.roll_table.prove import prove
from rollbook.engine.table import GameTable, read_table

from tests.shelves import HANDBOOKS, OUR_HANDBOOKS

WHOLE: list[tuple[str, tuple[int, ...]]] = []
ROLLED = {
    "ferrymen": [("Result:", "d20", [("overlap", (1, 2))])],
    "kites": [("Wind Roll", "d6", WHOLE), ("Gust Roll", "d8", WHOLE)],
    "game-reference": [
        ("Injury roll", "d20", WHOLE),
        *[("Die Roll", "d20", WHOLE)] * 2,
        *[("Dice Roll", "d20", WHOLE)] * 2,
    ],
    "microluxe20": [("Result:", "d20", [("overlap", (2, 3)), ("possible-hole", (1,))])],
    "microluxe20-first": [("Result:", "d20", [("overlap", (2, 3)), ("possible-hole", (1,))])],
    "microluxe20-space": [],
    "skill20": [("Confusion Roll", "d100", WHOLE)],
}


def _printed(book: str) -> list[list[list[str]]]:
    """A book -> its pipe tables, each a list of rows of cells, the header first."""
    folder = next(
        (shelf / "content" / book for shelf in (OUR_HANDBOOKS, HANDBOOKS) if (shelf / "content" / book).is_dir()), None
    )
    if folder is None:
        pytest.skip("the real handbooks are not beside this repository")
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.md")))
    blocks = re.findall(r"(?:^\|.*\n?)+", text, re.MULTILINE)
    cells = [
        [[cell.strip() for cell in line.strip("| ").split("|")] for line in block.splitlines()] for block in blocks
    ]
    return [[rows[0], *rows[2:]] for rows in cells if len(rows) > 2]


def _rolled(rows: list[list[str]]) -> RollTable | None:
    columns = [f"{index} {title}" for index, title in enumerate(rows[0])]
    body = [(row + [""] * len(columns))[: len(columns)] for row in rows[1:]]
    die = infer(rows[0][0], [row[0] for row in body])
    if die is None:
        return None
    read = read_table({"table": "t", "columns": columns, "rows": body, "roll": die})
    assert isinstance(read, GameTable), read
    made = make_roll_table(read)
    assert isinstance(made, RollTable), made
    return made


@pytest.mark.parametrize("book", ROLLED)
def test_the_tables_of_a_handbook(book: str) -> None:
    printed = _printed(book)
    found = [(rows[0][0], made) for rows in printed if (made := _rolled(rows))]
    shown = [(title, made.die.text, [(finding.code, finding.rows) for finding in prove(made)]) for title, made in found]
    assert shown == ROLLED[book]
