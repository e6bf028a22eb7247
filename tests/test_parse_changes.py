"""changes.yml and moved.yml: whatever stands in them, the answer is entries and problems, never an exception."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from rollbook.assemble import assemble
from rollbook.expand import expand
from rollbook.load import load
from rollbook.model.diagnostic import SEVERITIES
from rollbook.model.document.inlines import Link
from rollbook.model.document.walk import every_inline
from rollbook.model.source import Source
from rollbook.parse import parse
from rollbook.parse.parse_changes import parse_changes, parse_moved
from rollbook.render.site.moved import moved

CASE = Path(__file__).parent / "cases" / "published"
SOURCES = load(CASE / "content", CASE / "data")[0]

CHANGES = [
    "- date: 2026-01-02\n",
    "  title: ",
    "- ",
    "text: |\n    # A\n\n",
    "  rule: ",
    "[a](b)",
    "<div>",
    "x",
    "\n",
    "{",
    "'",
]
SIDES = [
    "ropes.html",
    "#",
    "knots",
    "../",
    "/",
    "harbour",
    "index.html",
    "rule:",
    "rope.hold",
    ".md",
    "rb-",
    "\\",
    "A",
    " ",
]


def test_an_entry_knows_its_day_and_where_its_words_stand() -> None:
    text = "- date: 2026-03-01\n  title: One\n  text: |\n    First.\n\n    A [link](x.md) in it.\n"
    [change], found = parse_changes(Source("changes.yml", text), "en")
    assert found == []
    assert change.date == date(2026, 3, 1)
    place = next(inline.place for inline in every_inline(change.blocks) if isinstance(inline, Link))
    assert (place.line, place.column, place.length) == (6, 7, len("[link](x.md)"))


def test_entries_of_one_day_stay_in_their_order() -> None:
    days = ("2026-01-01", "2026-02-01", "2026-01-01")
    text = "".join(f"- date: {day}\n  title: '{number}'\n" for number, day in enumerate(days))
    changes, _ = parse_changes(Source("changes.yml", text), "en")
    assert [change.title.plain for change in changes] == ["1", "0", "2"]


@given(st.lists(st.sampled_from(CHANGES), max_size=14))
@settings(max_examples=150, deadline=None)
def test_any_changes_are_read_without_an_exception(parts: list[str]) -> None:
    _, found = parse_changes(Source("changes.yml", "".join(parts)), "en")
    assert all(problem.code in SEVERITIES for problem in found)


@given(
    st.lists(st.tuples(st.lists(st.sampled_from(SIDES)).map("".join), st.lists(st.sampled_from(SIDES)).map("".join)))
)
@settings(max_examples=150, deadline=None)
def test_any_moves_are_resolved_without_an_exception(lines: list[tuple[str, str]]) -> None:
    text = "".join(f"'{old}': '{new}'\n" for old, new in lines)
    moves, _ = parse_moved(Source("moved.yml", text))
    draft, _ = expand(parse(replace(SOURCES, books=SOURCES.books[:1]))[0])
    quay = replace(draft.books[0], moves=moves)
    shelf, _ = assemble(replace(draft, books=(quay,)))
    # Whatever is kept can be written: no page that is gone lies where one is, and each leads to one that is there.
    there = {(book.id, page.id) for book in shelf.books for page in book.pages}
    sorted_out = moved(shelf)
    assert not {(page.book, page.page) for page in sorted_out.gone} & there
    assert all(not page.page.startswith("..") and "/" not in page.page for page in sorted_out.gone)
    for page, went in sorted_out.gone.items():
        assert sorted_out.link(went.goal, f"{page.book}/{page.page}.html").href
