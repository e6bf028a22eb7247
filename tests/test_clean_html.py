"""Raw HTML: numbers beyond all measure are taken out; classes break pages, or stay apart from those of the site."""

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


def test_a_class_that_is_not_ours_cannot_pass_for_one(tmp_path: Path) -> None:
    messages, left = found_in('<div class="toolbar Note sidebar">x</div>\n\n<p class="toolbar">y</p>', tmp_path)
    assert messages == [f"there is no class {name!r}" for name in ("toolbar", "Note", "sidebar")]
    assert '<div class="own-toolbar own-Note own-sidebar">x</div>' in left
    assert '<p class="own-toolbar">y</p>' in left


BREAK = '<div class="page-break"></div>'


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        ('<div class="pagebreak"></div>', f"{BREAK}<div></div>"),
        ('<div class="note page-break">x</div>', f'{BREAK}<div class="note">x</div>'),
        ('<section class="page-break-after"><p>x</section>', f"<section><p>x</p></section>{BREAK}"),
        ('<hr class="break-after">', f"{BREAK}<hr>"),
        ('<div class="clearfix"></div>', '<div class="clear"></div>'),
    ],
)
def test_a_class_that_means_a_break_or_a_clear_does_that(html: str, shown: str, tmp_path: Path) -> None:
    messages, left = found_in(html, tmp_path)
    assert (messages, left.strip()) == ([], shown)


@pytest.mark.parametrize("html", ['x <span class="page-break"></span>', '<ul><li class="page-break">x</li></ul>'])
def test_no_page_breaks_inside_a_line_or_a_list(html: str, tmp_path: Path) -> None:
    messages, left = found_in(html, tmp_path)
    assert [message.partition(" at ")[0] for message in messages] == ["a page can't break"]
    assert "page-break" not in left
