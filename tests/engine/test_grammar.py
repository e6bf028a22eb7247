"""The guide's page about the notation is true.

Every example comes to what its row says, every problem has the code and the way out it names.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from rollbook.engine.explain import explain
from rollbook.engine.nodes import FUNCTIONS, Value
from rollbook.engine.parse import parse
from rollbook.engine.problem import ProblemError
from rollbook.engine.roll import roll_faces
from rollbook.engine.vocabulary import Vocabulary

from tests.english import every_speech

from .expected import read_faces, read_value

GRAMMAR = Path(__file__).parents[2] / "content" / "guide" / "04-notation.md"
VOCABULARY = Vocabulary({"STR bonus": "STR"})


class Weapons:
    def lookup(self, key: Value, column: str) -> Value:
        return {("sword", "damage"): 8}[str(key), column]


VALUES = {"level": 5, "STR": -2, "weapon": "2d6", "attack": roll_faces("d20 + 4", [20])}
TABLES = {"weapons": Weapons()}


def rows(first: str, columns: int) -> list[list[str]]:
    """Heading of a table's second column -> the cells of all such tables' rows."""
    found: list[list[str]] = []
    inside = False
    for line in GRAMMAR.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        inside = line.startswith("|") and (inside or cells[1] == first)
        if inside and cells[1] not in (first, "---"):
            assert len(cells) == columns, line
            found.append([cells[0].strip("`").strip(), *[cell.replace("\\`", "`") for cell in cells[1:]]])
    return found


@pytest.mark.parametrize(("text", "faces", "total", "meaning"), rows("faces", 4))
def test_example(text: str, faces: str, total: str, meaning: str) -> None:
    made = roll_faces(parse(text, VOCABULARY), read_faces(faces), VALUES, TABLES)
    assert made.total == read_value(total)
    assert type(made.total) is type(read_value(total))
    assert meaning
    # Readers who ask what it does are told, whatever they read in.
    assert all(explain(made.expression, words) for words in every_speech().values())


@pytest.mark.parametrize(("text", "code", "suggestion"), rows("problem", 3))
def test_problem(text: str, code: str, suggestion: str) -> None:
    with pytest.raises(ProblemError) as caught:
        roll_faces(parse(text, VOCABULARY), [1], VALUES, TABLES)
    problem = caught.value.problem
    assert (problem.code, problem.suggestion) == (code, suggestion)
    assert 0 <= problem.start <= problem.end <= len(text)


@pytest.mark.parametrize("row", rows("Avrae d20", 5), ids=lambda row: row[0])
def test_first_column_of_the_dialects_is_ours(row: list[str]) -> None:
    text, _, words = row[0].partition("`")
    if "refused" in words:
        with pytest.raises(ProblemError):
            parse(text)
    else:
        parse(text)


def test_every_function_has_an_example() -> None:
    examples = " ".join(row[0] for row in rows("faces", 4))
    assert [name for name in FUNCTIONS if f"{name}(" not in examples] == []
