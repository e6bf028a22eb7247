"""Columns that end level: as low as the slow way finds, however often a page is made."""

from __future__ import annotations

import random
from typing import Any

import pytest
from rollbook.render.pdf import level_columns as module
from rollbook.render.pdf.least_height import least_height
from rollbook.render.pdf.level_columns import level_columns
from rollbook.render.pdf.quick_layout import quick_layout
from weasyprint import HTML
from weasyprint.formatting_structure.boxes import LineBox

LINE = 12
STYLE = """
@page { size: 400px 700px; margin: 20px }
html { font: 10px/12px serif; orphans: 2; widows: 2 }
p, h2, table { margin: 0 0 7px }
h2 { font: 14px/17px serif; break-after: avoid }
table { border-spacing: 0 }
td, th { padding: 1px }
.whole { break-inside: avoid; padding: 5px }
.columns { columns: COUNT; column-gap: 10px; FILL }
a::after { content: " (page " target-counter(attr(href), page) ")" }
"""
LEVEL = "column-fill: balance"


def text(chance: random.Random) -> str:
    """Chance -> paragraphs, headings, tables and boxes, less than a page of them."""
    parts = []
    for _ in range(chance.randint(2, 9)):
        words = " ".join(chance.choice(("word", "longer", "an")) for _ in range(chance.randint(1, 60)))
        rows = "".join(f"<tr><td>{number}<td>row" for number in range(chance.randint(1, 6)))
        kinds = (f"<p>{words}</p>", f"<h2>Title</h2><p>{words}</p>", f"<table>{rows}</table>")
        parts.append(chance.choice((*kinds, f'<p class="whole">{words[:40]}</p>')))
    return f'<div class="columns">{"".join(parts)}</div>'


def columns_of(body: str, count: int, fill: str = LEVEL) -> list[Any]:
    """HTML -> the columns of its first box of columns, laid out."""
    style = STYLE.replace("COUNT", str(count)).replace("FILL", fill)
    page = HTML(string=f"<style>{style}</style><body>{body}").render().pages[0]._page_box
    return [box for box in page.descendants() if getattr(box, "is_column", False)]


def used(columns: list[Any]) -> float:
    """Columns -> how far down the last line of them is; what is broken between columns reaches to their foot."""
    lines = [(column, box) for column in columns for box in column.descendants() if isinstance(box, LineBox)]
    return float(max(line.position_y + line.height - column.position_y for column, line in lines))


@pytest.mark.parametrize("seed", range(8))
def test_no_height_that_is_a_line_less_would_do(seed: int) -> None:
    chance = random.Random(seed)
    body, count = text(chance), chance.choice((2, 2, 3))
    with quick_layout(), level_columns():
        columns = columns_of(body, count)
    assert len(columns) <= count
    reached = used(columns)
    estimate = least_height(columns_of(body, count, "column-fill: auto"), count)
    assert abs(estimate - reached) <= LINE
    lower = columns_of(body, count, f"column-fill: auto; height: {reached - LINE - 1}px")
    assert len(lower) > count


def test_a_page_that_is_made_again_keeps_its_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """A number on it is known only when later pages are made; most often it takes no more room than before."""
    asked = []

    def counted(columns: list[Any], count: int) -> float:
        asked.append(count)
        return least_height(columns, count)

    monkeypatch.setattr(module, "least_height", counted)
    body = f'<p><a href="#end">there</a></p>{text(random.Random(3))}<p id="end" style="break-before: page">End</p>'
    with quick_layout(), level_columns():
        first = [used([column]) for column in columns_of(body, 2)]
    assert asked == [2]
    assert len(first) == 2
