"""What is about a book stands after what is about its game."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from rollbook.assemble.split_pages import set_apart
from rollbook.model.book import Page
from rollbook.model.document.blocks import Block, CoverageBlock, Heading, IndexBlock, NewsEntry, Paragraph, RuleMark
from rollbook.model.document.inlines import Line, Text
from rollbook.model.settings import BookSettings
from rollbook.model.source import Place, verbatim

from tests.shelves import shelf_of

PLACE = Place("one.md", 1)
WORDS = Paragraph(Line("Words.", verbatim(PLACE), (Text("Words."),)))
PAGES: dict[str, tuple[Block, ...]] = {
    "changes": (WORDS, NewsEntry(date(2026, 1, 1), Heading(2, WORDS.line), WORDS, ())),
    "combat": (RuleMark("a.b", PLACE), WORDS, CoverageBlock()),
    "rules": (WORDS, CoverageBlock()),
    "screen": (IndexBlock(()),),
    "credits": (WORDS,),
}


@pytest.mark.parametrize(
    ("appendix", "chapters", "apart"),
    [
        ((), "combat screen credits", "changes rules"),
        (("credits.md",), "changes combat rules screen", "credits"),
        (("no",), "changes combat rules screen credits", ""),
    ],
)
def test_the_appendix_comes_last(appendix: tuple[str, ...], chapters: str, apart: str) -> None:
    pages = tuple(Page(name, name, blocks, (), f"{name}.md", PLACE) for name, blocks in PAGES.items())
    found = set_apart(pages, BookSettings(appendix=appendix))
    assert " ".join(page.id for page in found if not page.in_appendix) == chapters
    assert " ".join(page.id for page in found if page.in_appendix) == apart
    assert [page.in_appendix for page in found] == sorted(page.in_appendix for page in found)


def test_a_book_is_not_all_appendix() -> None:
    page = Page("rules", "Rules", PAGES["rules"], (), "rules.md", PLACE)
    assert set_apart((page,), BookSettings()) == (page,)


def test_the_shelfs_own_appendices() -> None:
    shelf = shelf_of(Path(__file__).parents[1])
    apart = {book.id: [page.title for page in book.pages if page.in_appendix] for book in shelf.books}
    assert apart["microluxe20"] == ["Changes", "What changed between editions", "Every rule"]
    assert all(apart.values()), apart
