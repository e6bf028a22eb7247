"""The quick layout gives the bytes of WeasyPrint's own, and leaves WeasyPrint as it was."""

from __future__ import annotations

import gc

import pytest
import weasyprint
from rollbook.model.paper_format import PAPER_FORMATS
from rollbook.model.printing import Pdf, Printing
from rollbook.render.pdf import quick_layout as module
from rollbook.render.pdf import render_pdf
from rollbook.render.pdf.quick_layout import KNOWN_VERSION, quick_layout
from weasyprint.layout import block, inline, preferred

from tests.shelves import CASES, shelf_of

FUNCTIONS = (
    (inline, "split_first_line"),
    (preferred, "split_first_line"),
    (block, "columns_layout"),
    (block, "block_box_layout"),
)


def lantern(paper: str) -> Pdf | None:
    shelf = shelf_of(CASES / "print")
    book = next(book for book in shelf.books if book.id == "lantern")
    return render_pdf(Printing(book, PAPER_FORMATS[paper], "lantern.pdf"), shelf.settings.address)[0]


def test_it_is_made_for_the_version_that_is_installed() -> None:
    """With another it does nothing. Look at what changed in WeasyPrint, then at the bytes, then raise the version."""
    assert weasyprint.__version__ == KNOWN_VERSION


@pytest.mark.parametrize("paper", ["a4", "plain", "a5"])
def test_the_bytes_are_those_of_the_plain_layout(paper: str, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = lantern(paper)
    monkeypatch.setattr(module, "KNOWN_VERSION", "another")
    with quick_layout():
        assert not any(_is_ours(getattr(*function)) for function in FUNCTIONS)
    assert quick is not None
    assert lantern(paper) == quick


def test_weasyprint_and_the_collector_are_left_as_they_were() -> None:
    before = [getattr(*function) for function in FUNCTIONS]
    with quick_layout():
        assert all(_is_ours(getattr(*function)) for function in FUNCTIONS)
        assert not gc.isenabled()
    with pytest.raises(ZeroDivisionError):
        _fail_in_the_middle()
    assert [getattr(*function) for function in FUNCTIONS] == before
    assert gc.isenabled()


def _fail_in_the_middle() -> None:
    with quick_layout():
        raise ZeroDivisionError


def _is_ours(function: object) -> bool:
    return getattr(function, "__module__", "") == module.__name__
