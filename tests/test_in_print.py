"""What of a book goes on paper: which of its pages, and where links to the others lead."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from io import BytesIO

import pytest
from pypdf import PdfReader
from rollbook.model.book import Book, Page
from rollbook.model.document.blocks import (
    Block,
    CoverageBlock,
    Heading,
    IndexBlock,
    NewsEntry,
    Paragraph,
    RuleMark,
)
from rollbook.model.document.inlines import Line, Text
from rollbook.model.document.walk import every_line
from rollbook.model.paper_format import PAPER_FORMATS
from rollbook.model.printing import Printing, in_print
from rollbook.model.settings import BookSettings
from rollbook.model.source import Place, verbatim
from rollbook.render.medium import shown_on_site
from rollbook.render.pdf import render_pdf
from rollbook.render.pdf.fit_for_paper import fit_for_paper

from tests.shelves import CASES, shelf_of

PLACE = Place("one.md", 1)
WORDS = Paragraph(Line("Words.", verbatim(PLACE), (Text("Words."),)))
NEWS = NewsEntry(date(2026, 1, 1), Heading(2, WORDS.line), WORDS, ())


def book(*settings: tuple[str, tuple[str, ...]], **pages: tuple[Block, ...]) -> Book:
    made = tuple(Page(name, name, blocks, (), f"{name}.md", PLACE) for name, blocks in pages.items())
    return Book("book", "A Book", BookSettings(**dict(settings)), made, (), ())  # type: ignore[arg-type]  # lists only


RULES: tuple[Block, ...] = (RuleMark("a.b", PLACE), WORDS)
PAGES: dict[str, tuple[Block, ...]] = {
    "combat": RULES,
    "foreword": (WORDS,),
    "screen": (WORDS, IndexBlock(())),
    "changes": (WORDS, NEWS),
    "both": (*RULES, CoverageBlock()),
}


@pytest.mark.parametrize(
    ("settings", "printed"),
    [
        ((), "combat foreword both"),
        ((("print", ("yes",)),), "combat foreword screen changes both"),
        ((("print", ("screen.md",)),), "combat foreword screen both"),
        ((("site_only", ("combat.md",)),), "foreword both"),
        ((("print", ("yes",)), ("site_only", ("combat.md",))), "foreword screen changes both"),
    ],
)
def test_lists_for_the_screen_stay_on_the_site(settings: tuple[tuple[str, tuple[str, ...]], ...], printed: str) -> None:
    assert [page.id for page in in_print(book(*settings, **PAGES)).pages] == printed.split()


def test_a_book_of_nothing_else_is_printed_whole() -> None:
    assert len(in_print(book(screen=PAGES["screen"], changes=PAGES["changes"])).pages) == 2


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            '<p class="rule-id" id="one--r"><a href="#one--r">a.b</a></p><p>So.</p>',
            '<p id="one--r">So.</p>',
        ),
        (
            '<p class="rule-id" id="one--r">a.b</p><p class="rule-id" id="one--s">a.c</p><p>So.</p>',
            '<p id="one--s"><span id="one--r"></span>So.</p>',
        ),
        (
            '<p class="rule-id" id="one--r">a.b</p><h2 id="one--h">Heading</h2>',
            '<h2 id="one--h"><span id="one--r"></span>Heading</h2>',
        ),
        (
            '<p class="rule-id" id="one--r">a.b</p><div id="one--t">Table</div>',
            '<div id="one--t"><div id="one--r"></div>Table</div>',
        ),
        ('<p>Last.</p><p class="rule-id" id="one--r">a.b</p>', '<p>Last.</p><div id="one--r"></div>'),
    ],
)
def test_the_id_of_a_rule_is_an_anchor_and_no_text(before: str, after: str) -> None:
    assert fit_for_paper(before, "one", PLACE, PAPER_FORMATS["a5"], False) == (after, ())


def test_a_roll_in_a_list_of_words_is_printed_once() -> None:
    """Such a list is made anew for paper: what was a roll in it is a part of its sentence there, and nowhere else."""
    meaning = 'The <a href="#x">order</a> of turns, <span data-roll="d20 + 2">d20 + DEX</span>.'
    words = f'<dl class="glossary"><dt>Initiative</dt><dd>{meaning}</dd></dl>'
    printed, _ = fit_for_paper(words, "one", PLACE, PAPER_FORMATS["a5"], True)
    assert printed.count("d20 + DEX") == 1
    assert "of turns, d20 + DEX.</li>" in printed


def test_what_is_printed_of_a_real_shelf() -> None:
    """The list of all rules stays on the site unless it is asked for, and no rule's id is printed beside its text."""
    whole = shelf_of(CASES / "dialect" / "lists-of-the-book").books[0]
    usual = printed_text(whole)
    assert "What the fallen carry" not in usual
    assert "combat.finds" not in usual
    assert "Search the fallen" in usual
    assert "What the fallen carry" in printed_text(replace(whole, settings=BookSettings(print=("yes",))))


def printed_text(of: Book) -> str:
    """A book -> the text of its PDF, with which nothing is wrong."""
    pdf, problems = render_pdf(Printing(of, PAPER_FORMATS["a5"], "book.pdf"), "")
    assert problems == ()
    assert pdf is not None
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(pdf.content)).pages)


def test_what_is_for_one_edition_is_not_in_the_other() -> None:
    shelf = shelf_of(CASES / "dialect" / "editions")
    [of_paper], [of_site] = in_print(shelf.books[0]).pages, shown_on_site(shelf).books[0].pages
    assert [line.plain for line in every_line(of_paper.blocks)] == ["Take the dice.", "Roll high."]
    assert [line.plain for line in every_line(of_site.blocks)] == ["Tap the dice.", "Roll high."]
