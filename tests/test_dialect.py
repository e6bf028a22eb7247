"""Each folder of cases/dialect is a small shelf; its pages must come out as the files in its expected/ folder.

`make golden` writes expected/ anew: read the difference before you commit it.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from rollbook.model.book import Book, Page, Shelf
from rollbook.model.spot import Target
from rollbook.render.fragment import render_fragment
from rollbook.render.medium import Image
from rollbook.render.widgets import WidgetMarkup

from tests.shelves import read_shelf

CASES = Path(__file__).parent / "cases" / "dialect"


class PlainMedium:
    """Writes a target as book/page#anchor, so that an expected file shows where a link leads."""

    def href(self, target: Target) -> str:
        return f"{target.book}/{target.page}#{target.anchor}"

    def term(self, entry: Target) -> str:
        return self.href(entry)

    def anchor(self, anchor: str) -> str:
        return anchor

    def image(self, asset: str) -> Image:
        return Image(asset)

    def old_anchors(self, anchor: str) -> tuple[str, ...]:
        return ()


@pytest.mark.parametrize("case", sorted(path.name for path in CASES.iterdir()))
def test_dialect(case: str) -> None:
    folder = CASES / case
    pages = {f"{book.id}-{page.id}.html": _shown(book, page) for book, page in _pages(folder)}
    if os.environ.get("ROLLBOOK_GOLDEN"):
        shutil.rmtree(folder / "expected", ignore_errors=True)
        (folder / "expected").mkdir()
        for name, html in pages.items():
            (folder / "expected" / name).write_text(html, encoding="utf-8")
    expected = {path.name: path.read_text(encoding="utf-8") for path in (folder / "expected").iterdir()}
    assert pages == expected


def _pages(folder: Path) -> list[tuple[Book, Page]]:
    shelf = _shelf(folder)
    return [(book, page) for book in shelf.books for page in book.pages]


def _shelf(folder: Path) -> Shelf:
    shelf, problems = read_shelf(folder / "content", folder / "data")
    assert [problem for problem in problems if problem.code != "cell-count"] == []
    return shelf


def _shown(book: Book, page: Page) -> str:
    widgets = WidgetMarkup(book, "print")
    return f"<!-- {book.title}: {page.title} -->\n{render_fragment(page.blocks, PlainMedium(), widgets=widgets)}"
