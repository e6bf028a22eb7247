"""How a chapter is set in columns: what spans them, what goes with it, and how a box of columns ends."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
import tinyhtml5

from generator.paper_format import PAPER_FORMATS
from generator.render.pdf.fit_for_paper import fit_for_paper
from generator.render.pdf.table_room import is_wide
from generator.source import Place

A4 = PAPER_FORMATS["a4"]
LONG = "Words of a paragraph that is long enough for two columns. " * 4
WIDE = "<table><tr>" + "".join(f"<td>unbreakable{number}</td>" for number in range(12)) + "</tr></table>"


def shape(html: str) -> str:
    """A chapter's HTML -> its outline on A4: `[…]` is a box of columns, `=[…]` one whose columns end level."""
    fitted, problems = fit_for_paper(html, "one", Place("one.md", 1), A4)
    assert problems == ()
    body = tinyhtml5.parse(f"<body>{fitted}", namespace_html_elements=False).find("body")
    return " ".join(_outline(child) for child in body)


def _outline(element: ElementTree.Element) -> str:
    kind = element.get("class", "")
    if re.match(r"columns\b", kind):
        mark = "=" if "level" in kind else ""
        return f"{mark}[{' '.join(child.tag for child in element)}]"
    return "break" if kind == "page-break" else element.tag


@pytest.mark.parametrize(
    ("html", "outline"),
    [
        (f"<p>{LONG}</p>", "=[p]"),
        (f"<p>{LONG}</p>" * 30, "[" + " ".join(["p"] * 30) + "]"),
        ("<p>One line.</p>", "p"),
        (f"<p>{LONG}</p>{WIDE}<p>{LONG}</p>", "=[p] table =[p]"),
        (f"<p>{LONG}</p><h2>Prices</h2>{WIDE}<p>{LONG}</p>", "=[p] h2 table =[p]"),
        (f'<p>{LONG}</p><h2>P</h2><p class="rule-id">a.b</p>{WIDE}', "=[p] h2 p table"),
        (f"{WIDE}{WIDE}", "table table"),
        (f'<p>{LONG}</p><div class="page-break"></div><p>{LONG}</p>', "=[p] break =[p]"),
        (f'<p>{LONG}</p><div class="t-full">{WIDE}</div>', "=[p] div"),
        (f"<p>{LONG}</p><pre>{'x' * 70}</pre>", "=[p] pre"),
        (f"<p>{LONG}</p><pre>{'x' * 40}</pre>", "=[p pre]"),
    ],
)
def test_what_spans_the_columns(html: str, outline: str) -> None:
    assert shape(html) == outline


def test_the_space_above_a_heading_belongs_to_what_stands_before_it() -> None:
    html = f'<p>{LONG}</p><h2>a</h2><h3>b</h3><p class="note">c</p><h3>d</h3>'
    fitted, _ = fit_for_paper(html, "one", Place("one.md", 1), A4)
    assert re.findall(r'class="([^"]*)"', fitted) == ["columns level", "before-h2", "note before-h3"]


@pytest.mark.parametrize(
    ("row", "wide"),
    [
        (["d6", "a few words"], False),
        (["Name", "A description of some length that may well be broken into several lines of a column. " * 2], False),
        (["Strength", "STR", "blows, damage, holds"], False),
        (["Incomprehensibility"] * 5, True),
        (["several words of prose in each cell of the row, all of them rather long"] * 5, True),
        (["12"] * 12, False),
        (["1,234,567"] * 9, True),
    ],
)
def test_a_table_takes_the_whole_width_only_where_it_must(row: list[str], wide: bool) -> None:
    cells = "".join(f"<td>{cell}</td>" for cell in row)
    table = ElementTree.fromstring(f"<table>{f'<tr>{cells}</tr>' * 3}</table>")
    assert is_wide(table, A4.column_width, A4.text_width) is wide


def test_a_table_without_cells_is_not_wide() -> None:
    assert not is_wide(ElementTree.fromstring("<table><tr></tr></table>"), 80, 170)
