"""`$calc` at the end of a paragraph: the rule's own words carry the roll."""

from __future__ import annotations

from pathlib import Path

import pytest
from rollbook.model.book import Book
from rollbook.model.document.blocks import CalculatorBlock, Paragraph
from rollbook.model.spot import Target
from rollbook.render.fragment import render_fragment
from rollbook.render.pdf.paper import Paper
from rollbook.render.site.live_markup import LiveMarkup, SiteTools, live_notes
from rollbook.render.site.render_chapter import SiteMedium
from rollbook.render.widgets import WidgetMarkup
from rollbook.words import page_words

from tests.shelves import clean_shelf, read_shelf

CHAPTER = """# Falling

<!-- $rule fall -->

Roll **1d6** when you fall. On a 4 or more you land well. Others help. <!-- $calc landing -->

- Cats always do. <!-- $calc landing -->
"""
CALCULATOR = """calculator: landing
title: Landing
sentence: "You land well {chance of Well} of the time."
inputs: [{name: help, default: 0}]
steps: [{die: 1d6 + help}]
outcomes:
  - {when: die >= 4, text: Well}
  - {otherwise: Badly}
rule: fall
"""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    return clean_shelf(written(tmp_path_factory.mktemp("falls"), CHAPTER)).books[0]


def written(folder: Path, chapter: str) -> Path:
    for name, text in (("content/falls/a.md", chapter), ("data/falls/falls.yml", CALCULATOR)):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def test_the_paragraph_keeps_its_words_and_the_roll_follows_it(book: Book) -> None:
    paragraph, calculator = book.pages[0].blocks[1:3]
    assert isinstance(paragraph, Paragraph)
    assert paragraph.line.plain == "Roll 1d6 when you fall. On a 4 or more you land well. Others help."
    assert paragraph.line.written.endswith("Others help.")
    assert isinstance(calculator, CalculatorBlock)
    assert calculator.in_text


def test_on_the_site_the_buttons_end_the_paragraph_and_the_sentence_waits_below(book: Book) -> None:
    page = book.pages[0]
    live = LiveMarkup(page_words("en"), live_notes(book.rules), {}, SiteTools(page_words("en"), pins=False))
    medium = SiteMedium(Target(book.id, page.id), {}, {})
    html = render_fragment(page.blocks, medium, live, WidgetMarkup(book, "site", live=live))
    assert html.count('<div class="carries">') == html.count('class="widget calculator in-text"') == 2
    passage = html[html.index('<div class="carries">') :]
    ending = passage.index("</p>")
    # The words, their buttons, and behind More the sentence with its chance.
    assert ending < passage.index('type="submit"') < passage.index("<details") < passage.index('<div class="sentence">')
    assert "<b>50&nbsp;%</b>" in passage
    assert '<span class="in-full">On a 4 or more you land well. Others help.</span>' in passage[:ending]


def test_on_paper_it_is_a_passage_as_any_other(book: Book) -> None:
    page = book.pages[0]
    paper = Paper(book.id, page.id, "", frozenset((page.id,)))
    html = render_fragment(page.blocks, paper, widgets=WidgetMarkup(book, "print"))
    assert "carries" not in html
    assert "in-full" not in html
    assert "You land well <b>50&nbsp;%</b> of the time." in html


@pytest.mark.parametrize("misplaced", ["<!-- $calc landing --> Words after it.", "Before <!-- $page-break -->"])
def test_only_a_calculator_may_and_only_at_the_end(tmp_path: Path, misplaced: str) -> None:
    _, problems = read_shelf(*(written(tmp_path, f"# A\n\nWords {misplaced}\n") / name for name in ("content", "data")))
    assert "misplaced-directive" in {problem.code for problem in problems}
