"""Ordinary mistakes that once ended a run with an error of the program itself: each is told of, with its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from rollbook.command_line import main
from rollbook.expand.replace_directives import MAX_BLOCKS, MAX_DEPTH
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import RawBlock
from rollbook.model.document.inlines import Roll
from rollbook.model.document.walk import every_inline, every_line

from tests.growing import grown, write_shelf
from tests.shelves import read_shelf

DIGITS = "9" * 5000
CALCULATOR = "calculator: c\nsteps:\n- t: 1d6\nexamples:\n- faces: [1]\n  expect: {t: 1}\n"

# What is written, the codes that are found in it, and where the first of them is.
MISTAKES: dict[str, tuple[dict[str, str], list[str], str]] = {
    "a roll and words": ({"a.md": "# T\n\nA [hit](roll:2d6 fire).\n"}, ["bad-roll"], "a.md:3:3"),
    "half a roll": ({"a.md": "# T\n\n[hit](roll:2d6+)\n"}, ["bad-roll"], "a.md:3:1"),
    "an endless roll": ({"a.md": f"# T\n\n[hit](roll:{DIGITS}d6)\n"}, ["bad-roll"], "a.md:3:1"),
    "an endless span": (
        {"a.md": f'# T\n\n<table><tr><td colspan="{DIGITS}">x</table>\n'},
        ["html-removed"],
        "a.md:3:12",
    ),
    "an endless entity": ({"a.md": f'# T\n\n<b title="&#{DIGITS};">x</b> &#{DIGITS};\n'}, [], ""),
    "an endless example": (
        {"a.md": f"# T\n\n<!-- $example c {DIGITS} -->\n", "data.yml": CALCULATOR},
        ["unknown-calculator"],
        "a.md:3:17",
    ),
    "an example in other digits": (
        {"a.md": "# T\n\n<!-- $example c ² -->\n", "data.yml": CALCULATOR},
        ["unknown-calculator"],
        "a.md:3:17",
    ),
    "a declaration without an end": ({"a.md": "# T\n\n<div><![x](y)\n"}, ["html-unclosed"] * 2, "a.md:3:1"),
    "a tag without an end": ({"a.md": "# T\n\n<div>\n<b class='x>\n</div>\n"}, ["html-unclosed"] * 2, "a.md:3:1"),
    "a move to a book without pages": (
        {"a.md": "", "moved.yml": "old.html: nowhere.md\n"},
        ["dead-move"],
        "moved.yml:1:11",
    ),
}


def shelf(files: dict[str, str], folder: Path) -> Path:
    placed = {f"{'data' if name == 'data.yml' else 'content'}/book/{name}": text for name, text in files.items()}
    return write_shelf(placed, folder)


def found_in(folder: Path) -> list[Diagnostic]:
    _, found = read_shelf(folder / "content", folder / "data")
    return sorted(found, key=lambda problem: problem.place)


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_of_where_it_is(name: str, tmp_path: Path) -> None:
    files, codes, place = MISTAKES[name]
    found = found_in(shelf(files, tmp_path))
    assert [problem.code for problem in found] == codes
    if found:
        first = found[0].place
        assert f"{first.file.rsplit('/', 1)[-1]}:{first.line}:{first.column}" == place
    assert all(len(problem.message) < 200 for problem in found)


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_never_ends_the_program(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(shelf(MISTAKES[name][0], tmp_path))
    assert main(["check"]) in (0, 1)
    assert main(["build", "--no-pdf", "--out", "out"]) in (0, 1)


def test_the_words_of_an_unreadable_roll_stay(tmp_path: Path) -> None:
    folder = shelf({"a.md": "# T\n\nA [hit](roll:2d6+) and [*two*](roll:+).\n"}, tmp_path)
    built, _ = read_shelf(folder / "content", folder / "data")
    assert next(every_line(built.books[0].pages[0].blocks)).plain == "A hit and two."


def test_a_roll_link_may_have_spaces(tmp_path: Path) -> None:
    folder = shelf(
        {"a.md": "# T\n\nA “[hit](roll:2d6 + 3)”, [hit](roll:2d6 + 4) or\n[1d4](roll:2d6 fire).\n"}, tmp_path
    )
    built, found = read_shelf(folder / "content", folder / "data")
    rolls = [inline for inline in every_inline(built.books[0].pages[0].blocks) if isinstance(inline, Roll)]
    assert [(roll.text, roll.expression) for roll in rolls] == [("hit", "2d6 + 3"), ("hit", "2d6 + 4")]
    assert [(problem.code, problem.place.line, problem.place.column) for problem in found] == [("bad-roll", 4, 1)]


def test_what_is_never_finished_is_shown_as_it_is(tmp_path: Path) -> None:
    folder = shelf({"a.md": "# T\n\n<div>\n<![x](y) & <b z\n"}, tmp_path)
    built, _ = read_shelf(folder / "content", folder / "data")
    html = "".join(block.html for block in built.books[0].pages[0].blocks if isinstance(block, RawBlock))
    assert html.split() == ["<div>", "&lt;![x](y)", "&amp;", "&lt;b", "z", "</div>"]


def include(*lines: str) -> str:
    return "\n\n".join(["part", *(f"<!-- $include {line} -->" for line in lines), ""])


def test_parts_lie_in_each_other_only_so_deep(tmp_path: Path) -> None:
    parts = {f"_p{number}.md": include(f"_p{number + 1}.md") for number in range(1_200)}
    found = found_in(shelf({"a.md": f"# T\n\n{include('_p0.md')}", "_p1200.md": "end\n", **parts}, tmp_path))
    assert [(problem.code, problem.place.line) for problem in found] == [("bad-directive", 3)]
    assert found[0].place.file.endswith(f"/_p{MAX_DEPTH - 1}.md")
    assert f"more than {MAX_DEPTH} levels deep" in found[0].message
    assert found[0].hint


def test_parts_that_double_come_to_an_end(tmp_path: Path) -> None:
    parts = {f"_p{number}.md": include(f"_p{number + 1}.md", f"_p{number + 1}.md") for number in range(31)}
    found = found_in(shelf({"a.md": f"# T\n\n{include('_p0.md')}", "_p31.md": "end\n", **parts}, tmp_path))
    assert {problem.code for problem in found} == {"bad-directive"}
    assert all(problem.hint for problem in found)
    assert len(found) < 2 * 31


def test_long_parts_come_to_an_end(tmp_path: Path) -> None:
    files = grown(
        {"a.md": "# T\n\n«<!-- $include _p.md -->\n\n»", "_p.md": "«x\n\n»"},
        int(MAX_BLOCKS**0.5) + 1,
    )
    found = found_in(shelf(files, tmp_path))
    assert [problem.code for problem in found] == ["bad-directive"] * len(found)
    assert f"{MAX_BLOCKS:,} blocks" in found[0].message


def test_a_table_shown_again_and_again_comes_to_an_end(tmp_path: Path) -> None:
    table = "table: t\ncolumns:\n- a: text\n- b: number\nrows:\n«- x | 1\n»"
    files = grown({"a.md": "# T\n\n«<!-- $data data.yml t -->\n\n»", "data.yml": table}, 300)
    found = found_in(shelf(files, tmp_path))
    assert {problem.code for problem in found} == {"bad-directive"}
    assert f"{MAX_BLOCKS:,} blocks" in found[0].message
