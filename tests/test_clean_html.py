"""Numbers in raw HTML: what is no number, or far beyond what a page can hold, is taken out and told."""

from __future__ import annotations

from pathlib import Path

import pytest
from rollbook.load import load
from rollbook.render.write_html import HtmlWriter

from tests.shelves import assembled


def found_in(html: str, folder: Path) -> tuple[list[str], str]:
    """A chapter's HTML -> the messages about it, and the HTML that is left."""
    book = folder / "content/book"
    book.mkdir(parents=True)
    (book / "one.md").write_text(f"# One\n\n{html}\n", encoding="utf-8")
    shelf, problems = assembled(load(folder / "content", folder / "data")[0])
    return [problem.message for problem in problems], HtmlWriter().blocks(shelf.books[0].pages[0].blocks)


@pytest.mark.parametrize("name", ["colspan", "rowspan", "span", "start"])
@pytest.mark.parametrize("value", ["99999999", "9" * 5000, "-99999999", "1e3", "٣", "²", "", "--1", "one"])
def test_a_number_beyond_all_measure_is_removed(name: str, value: str, tmp_path: Path) -> None:
    tags = {"span": "<table><colgroup {}></colgroup></table>", "start": "<ol {}></ol>"}
    html = tags.get(name, "<table><tr><td {}>x</td></tr></table>").format(f'{name}="{value}"')
    messages, left = found_in(html, tmp_path)
    assert [message.partition(" ")[0] for message in messages] == [name]
    assert len(messages[0]) < 100
    assert name not in left


@pytest.mark.parametrize(
    "html",
    [
        '<table><colgroup span="100"></colgroup><tr><td colspan="2" rowspan="1">x</td></tr></table>',
        '<ol start="-3"><li>x</li></ol>',
        '<ol start="0"><li>x</li></ol>',
    ],
)
def test_a_sound_number_stays(html: str, tmp_path: Path) -> None:
    messages, left = found_in(html, tmp_path)
    assert messages == []
    assert left.strip() == html
