"""Headings of a page: no level is skipped, whoever wrote them, and each has an anchor of its own."""

from __future__ import annotations

from rollbook.assemble.outline import outline
from rollbook.markdown import OnePlace, read_blocks
from rollbook.model.document.blocks import CalculatorBlock, Heading, RawBlock
from rollbook.model.document.walk import every_block
from rollbook.model.source import Place

HERE = OnePlace(Place("a.md"))


def levels(markdown: str) -> list[int]:
    blocks, _ = outline(read_blocks(markdown, HERE)[0])
    return [block.level for block in every_block(blocks) if isinstance(block, Heading)]


def raw(markdown: str) -> str:
    blocks, _ = outline(read_blocks(markdown, HERE)[0])
    return "".join(block.html for block in every_block(blocks) if isinstance(block, RawBlock))


def test_headings_nest_without_gaps() -> None:
    written = [3, 4, 2, 6, 4, 2]
    assert levels("\n\n".join(f"{'#' * level} x" for level in written)) == [2, 3, 2, 3, 3, 2]


def test_a_heading_in_a_quotation_stands_below_its_section() -> None:
    assert levels("## A\n\n> ##### B\n\n### C") == [2, 3, 3]


def test_an_author_s_own_html_skips_no_level_and_keeps_its_look() -> None:
    html = raw('## A\n\n<h5 class="note" id="x">B</h5>\n\n<h3>C</h3>')
    assert '<h3 id="x" class="note looks-h5">B</h3>' in html
    assert "<h3>C</h3>" in html


def test_a_widget_s_title_stands_below_its_section() -> None:
    blocks, _ = read_blocks("## A\n\n### B", HERE)
    shown, _ = outline((*blocks, CalculatorBlock("hit")))
    last = shown[-1]
    assert isinstance(last, CalculatorBlock)
    assert (last.level, last.anchor) == (4, "calc-hit")


def test_equal_headings_are_told_apart_by_what_they_stand_under() -> None:
    blocks, sections = outline(read_blocks("## A\n\n### Costs\n\n## B\n\n### Costs", HERE)[0])
    anchors = [block.anchor for block in blocks if isinstance(block, Heading)]
    assert anchors == ["a", "costs", "b", "b-costs"]
    assert [section.title for section in sections] == ["A", "B"]
