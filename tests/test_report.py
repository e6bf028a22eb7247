"""Reports: text with carets, JSON, GitHub's annotations and summary."""

from __future__ import annotations

import html
import json
from collections.abc import Callable

import pytest
from rich.cells import cell_len
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.source import Place, Source
from rollbook.report import (
    WIDTH,
    count,
    excerpt,
    grade,
    has_errors,
    report_github,
    report_job_summary,
    report_json,
    report_text,
    visible,
)

ERROR = Diagnostic("unknown-table", "no table 'armour'", Place("content/b/rules.md", 2, 12, 6), "did you mean 'armor'?")
WARNING = Diagnostic("dead-link", "no page /Magic", Place("content/b/rules.md", 1, 5, 6))
TEXTS = {"content/b/rules.md": Source("content/b/rules.md", "See /Magic here.\n<!-- $data armour -->\n")}


def test_text_shows_the_place_the_line_and_the_way_out() -> None:
    assert report_text(grade([ERROR, WARNING], strict=False), TEXTS) == (
        "content/b/rules.md:1:5: warning[dead-link]: no page /Magic\n"
        "  1 | See /Magic here.\n"
        "    |     ^^^^^^\n"
        "\n"
        "content/b/rules.md:2:12: error[unknown-table]: no table 'armour'\n"
        "  2 | <!-- $data armour -->\n"
        "    |            ^^^^^^\n"
        "  hint: did you mean 'armor'?\n"
        "\n"
        "1 error, 1 warning in 1 file\n"
    )


def test_a_place_without_a_line_to_show() -> None:
    missing = Diagnostic("no-chapters", "this book has no chapters", Place("content/empty"))
    assert report_text(grade([missing], strict=False), TEXTS) == (
        "content/empty:1:1: error[no-chapters]: this book has no chapters\n\n1 error in 1 file\n"
    )


def test_the_same_problem_found_twice_is_reported_once() -> None:
    assert grade([ERROR, WARNING, ERROR], strict=False) == grade([WARNING, ERROR], strict=False)


def test_strict_makes_warnings_errors() -> None:
    assert not has_errors(grade([WARNING], strict=False))
    strict = grade([WARNING], strict=True)
    assert has_errors(strict)
    assert "1:5: error[dead-link]" in report_text(strict, TEXTS)
    assert json.loads(report_json(strict))[0]["severity"] == "error"
    assert report_github(strict).startswith("::error ")


def test_counting() -> None:
    second = Diagnostic("dead-link", "x", Place("content/c/rules.md"))
    assert count(()) == "no problems"
    assert count(grade([WARNING], strict=False)) == "1 warning in 1 file"
    assert count(grade([ERROR, WARNING, second], strict=False)) == "1 error, 2 warnings in 2 files"


@pytest.mark.parametrize(
    ("line", "column", "length", "shown", "carets"),
    [
        ("abc", 2, 1, "abc", " ^"),
        ("abc", 2, 2, "abc", " ^^"),
        ("abc", 2, 99, "abc", " ^^"),  # a run ends with its line
        ("abc", 4, 1, "abc", "   ^"),  # just after the last character
        ("abc", 99, 1, "abc", "   ^"),
        ("abc", 1, 0, "abc", "^"),
        ("\tab", 2, 2, "\tab", "\t^^"),  # aligned whatever a tab is worth
        ("a\tb\tc", 5, 1, "a\tb\tc", " \t \t^"),
        ("龍と剣", 2, 1, "龍と剣", "  ^^"),
        ("龍と剣", 3, 1, "龍と剣", "    ^^"),
        ("cafe\u0301 x", 7, 1, "cafe\u0301 x", "     ^"),
        ("\x1b[31mred", 6, 3, "␛[31mred", "     ^^^"),
    ],
)
def test_carets_stand_under_the_place(line: str, column: int, length: int, shown: str, carets: str) -> None:
    assert excerpt(line, column, length) == (shown, carets)


@pytest.mark.parametrize("start", [0, 1, 30, 40, 500, 960, 995, 999])
def test_a_long_line_is_cut_around_the_place(start: int) -> None:
    line = "." * start + "X" + "." * (999 - start)
    shown, carets = excerpt(line, start + 1, 1)
    assert cell_len(shown) <= WIDTH + 2
    assert shown[carets.index("^")] == "X"
    assert shown.startswith("…") == (start > 33)
    assert shown.endswith("…") == (start < 960)


def test_nothing_in_a_text_can_steer_the_terminal() -> None:
    assert visible("a\x1b]0;b\x07\r\n\t\u202e\x9b") == "a␛]0;b␇␍␊\t\ufffd\ufffd"
    assert visible("\u200e\u200f\u061c") == "\ufffd" * 3


@pytest.mark.parametrize("report", [report_github, report_job_summary])
def test_nothing_in_a_text_can_steer_a_browser_or_a_log(report: Callable[..., str]) -> None:
    odd = Diagnostic("dead-link", "a\x1b[2J\u202eb www.e.example", Place("content/x\u2066.md"), "c\u200f\r")
    shown = html.unescape(report(grade([odd], strict=False)))
    assert not set("\x1b\u202e\u2066\u200f\r") & set(shown)


def test_json_has_the_shape_that_programs_rely_on() -> None:
    assert json.loads(report_json(grade([ERROR, WARNING], strict=False))) == [
        {
            "file": "content/b/rules.md",
            "line": 1,
            "column": 5,
            "severity": "warning",
            "code": "dead-link",
            "message": "no page /Magic",
            "hint": "",
        },
        {
            "file": "content/b/rules.md",
            "line": 2,
            "column": 12,
            "severity": "error",
            "code": "unknown-table",
            "message": "no table 'armour'",
            "hint": "did you mean 'armor'?",
        },
    ]
    assert json.loads(report_json(())) == []


def test_github_gets_errors_first_and_escaped() -> None:
    odd = Diagnostic("dead-link", "100% broken:\n::error::x", Place("content/a,b:c.md", 3, 1, 4), "50%, really")
    assert report_github(grade([odd, ERROR], strict=False)) == (
        "::error file=content/b/rules.md,line=2,col=12,endColumn=18,title=unknown-table::"
        "no table 'armour'%0Adid you mean 'armor'?\n"
        "::warning file=content/a%2Cb%3Ac.md,line=3,col=1,endColumn=5,title=dead-link::"
        "100%25 broken:%0A::error::x%0A50%25, really\n"
        "1 error, 1 warning in 2 files\n"
    )


def test_the_job_summary_holds_everything_and_nothing_acts() -> None:
    odd = Diagnostic("dead-link", "a|b <script> `x` *y* @team [z](q)", Place("content/x_y.md", 3, 1))
    summary = report_job_summary(grade([odd, ERROR], strict=False))
    assert summary.startswith(
        "## Rollbook: 1 error, 1 warning in 2 files\n\n| | Place | Problem |\n|---|---|---|\n| error |"
    )
    row = summary.splitlines()[-1]
    assert row.count("|") == 4
    assert not set("<>`*@[]_") & set(row)


def test_a_job_summary_stays_below_githubs_limit() -> None:
    many = [Diagnostic("dead-link", "x" * 300, Place(f"content/{number}.md")) for number in range(2000)]
    summary = report_job_summary(grade(many, strict=False))
    assert len(summary.encode()) < 1_000_000
    assert "and 1500 more" in summary
