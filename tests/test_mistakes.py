"""What editors get wrong in YAML, data files and settings, and the exact words that they are told.

tests/cases/mistakes holds a file for each kind. A case in it is a line `== title`, the text, and for each problem a
line `=> line:column+length code: message` with its hint, if any, in a line `   hint` below. A text that shows no
problem at all has a line `=> fine`. In games.txt a line `-- chapter` may stand between the data and a chapter, and all
that examines a book is asked. `make golden` writes the answers anew: read the difference before you commit it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from rollbook.check import check
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.source import BookSources, Source, Sources
from rollbook.parse.check_cells import check_formulas
from rollbook.parse.parse_data import parse_data
from rollbook.parse.parse_settings import parse_book_settings, parse_shelf_settings
from rollbook.parse.read_yaml import read_yaml

from tests.shelves import assembled

CASES = Path(__file__).parent / "cases" / "mistakes"
PYYAML = re.compile(r"<block|<scalar>|<stream|token|scanning|while parsing|expected|node content|simple key|alias\b")


def in_data(source: Source) -> tuple[Diagnostic, ...]:
    file, found = parse_data(source)
    return found + check_formulas([file])


def in_a_game(source: Source) -> tuple[Diagnostic, ...]:
    """The data of a book, and behind `-- chapter` its chapter, whose lines are counted on."""
    data, mark, chapter = source.text.partition("\n-- chapter\n")
    before = "\n" * (data.count("\n") + 2)
    chapters = (Source("c.md", before + chapter if mark else "# Rules\n", name="c.md"),)
    files = (Source("f.yml", data, name="f.yml"),)
    shelf, found = assembled(Sources(None, (BookSources("book", "content/book", None, chapters, files, ()),), ()))
    # What no page shows is no mistake here.
    return tuple(each for each in (*found, *check(shelf)) if not each.code.startswith("unused-"))


READERS: dict[str, Callable[[Source], tuple[Diagnostic, ...]]] = {
    "yaml": lambda source: read_yaml(source)[1],
    "data": in_data,
    "games": in_a_game,
    "book": lambda source: parse_book_settings(source, ("combat.md", "magic.md", "start.md"))[1],
    "shelf": lambda source: parse_shelf_settings(source, ("saga", "skill20"))[1],
}


def cases() -> list[tuple[str, str, str, str]]:
    """Every case: kind, title, text, answers."""
    found = []
    for kind in READERS:
        whole = (CASES / f"{kind}.txt").read_text(encoding="utf-8")
        for case in re.split(r"^== ", whole, flags=re.MULTILINE)[1:]:
            title, _, rest = case.partition("\n")
            text, mark, answers = rest.partition("\n=> ")
            found.append((kind, title, text + "\n", mark[1:] + answers))
    return found


def told(found: tuple[Diagnostic, ...]) -> str:
    lines = []
    for problem in found:
        place = problem.place
        lines.append(f"=> {place.line}:{place.column}+{place.length} {problem.code}: {problem.message}")
        lines += [f"   {problem.hint}"] if problem.hint else []
    return "\n".join([*(lines or ["=> fine"]), ""])


@pytest.mark.skipif("ROLLBOOK_GOLDEN" not in os.environ, reason="only `make golden` writes the answers anew")
@pytest.mark.parametrize("kind", READERS)
def test_golden_mistakes_are_written_anew(kind: str) -> None:
    parts = [(title, text) for case, title, text, _ in cases() if case == kind]
    answered = (f"== {title}\n{text}{told(READERS[kind](Source('f.yml', text)))}" for title, text in parts)
    (CASES / f"{kind}.txt").write_text("".join(answered), encoding="utf-8")


@pytest.mark.parametrize(("kind", "title", "text", "answers"), cases(), ids=lambda value: str(value)[:50])
def test_mistake_is_explained(kind: str, title: str, text: str, answers: str) -> None:
    assert told(READERS[kind](Source("f.yml", text))) == answers


@pytest.mark.parametrize(("kind", "title", "text", "answers"), cases(), ids=lambda value: str(value)[:50])
def test_no_words_of_the_parser_reach_an_editor(kind: str, title: str, text: str, answers: str) -> None:
    # The engine's own sentence is no word of the YAML parser.
    told = answers.split("=>", 1)[1].replace("expected a number, not", "").replace("expected text, not", "")
    assert not PYYAML.search(told)


@pytest.mark.parametrize(("kind", "title", "text", "answers"), cases(), ids=lambda value: str(value)[:50])
def test_places_lie_inside_the_text(kind: str, title: str, text: str, answers: str) -> None:
    source = Source("f.yml", text)
    for problem in READERS[kind](source):
        line = source.lines[problem.place.line - 1]
        assert 1 <= problem.place.column <= len(line) + 1
        assert problem.place.column - 1 + problem.place.length <= max(len(line), problem.place.column)


@pytest.mark.parametrize(
    ("title", "answers"), [(title, answers) for kind, title, _, answers in cases() if kind == "games"]
)
def test_every_wrong_use_of_a_game_has_a_way_out(title: str, answers: str) -> None:
    lines = answers.splitlines()
    assert lines[0] != "=> fine"
    for said, below in zip(lines, [*lines[1:], ""], strict=True):
        assert not said.startswith("=>") or below.startswith("   "), said
