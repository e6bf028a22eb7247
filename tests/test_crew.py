"""Many new chapters, each kept by one of several processes: the same site and findings, whatever becomes of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rollbook.build.examine import examine_sources
from rollbook.build.order import Made, Order, read
from rollbook.cache import Results, crew, crew_member, open_cache
from rollbook.model.diagnostic import Diagnostic
from rollbook.progress import Silent
from rollbook.render.site import render_site

from tests.shelves import to_read

MAIN = os.getpid()
PLAIN = """# Chapter {number}

*Text* with [a link]({next:02}.md#more-of-{next}), [a dead one](nowhere-{number}.md), 2d6 + {number}, armour and
a note[^1]. It goes on. ![A drawing](drawing.svg "Its caption"){{right}}

## More of {number}

| d6 | What |
|---|---|
| 1–3 | <b>rope</b> |
| 4–6 | light |

[^1]: Of chapter {number}.
"""
# Directives are put in by the process that knows the book.
DIRECTED = PLAIN + "\n<!-- $rule more.of-{number} -->\n\nA rule. <!-- $site --> On the site. <!-- $/site -->\n"
GLOSSARY = "# Words\n\n<!-- $glossary words -->\n\n# A second page\n\nOf the same file, with armour.\n"
WORDS = "glossary:\n  armour: What turns blades.\n  rope: See [a chapter](05.md).\n"
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h2v2z"/></svg>'


@pytest.fixture
def order(tmp_path: Path) -> Order:
    for name in ("one", "two"):
        book, data = tmp_path / "content" / name, tmp_path / "data" / name
        book.mkdir(parents=True)
        data.mkdir(parents=True)
        for number in range(12):
            text = DIRECTED if number % 5 == 0 else PLAIN
            (book / f"{number:02}.md").write_text(text.format(number=number, next=(number + 1) % 12), encoding="utf-8")
        (book / "words.md").write_text(GLOSSARY, encoding="utf-8")
        (book / "drawing.svg").write_text(DRAWING, encoding="utf-8")
        (data / "words.yml").write_text(WORDS, encoding="utf-8")
    return Order(tmp_path / "content", tmp_path / "data", ())


@pytest.fixture(autouse=True)
def small_crews(monkeypatch: pytest.MonkeyPatch) -> None:
    """However few chapters there are, and whatever machine this is."""
    monkeypatch.setattr(crew, "_FEW", 4)
    monkeypatch.setattr(crew, "cores", lambda: 3)
    # What no crew has is divided as ever: the pages of chapters with directives.
    monkeypatch.setattr("rollbook.cache.ahead.cores", lambda: 2)
    monkeypatch.setattr("rollbook.cache.ahead._WORTH", -1.0)


def made(order: Order) -> Made:
    """A shelf -> everything that was found in it, and its site; dead links don't keep it from being made."""
    sources, unloaded = read(order, Silent())
    shelf, found = examine_sources(sources, unloaded, order, Silent())
    return Made(found, len(shelf.books), render_site(shelf, {}, to_read()))


def made_in(folder: Path, order: Order) -> Made:
    with Results(open_cache(folder), "shelf").in_use():
        return made(order)


@pytest.fixture
def parsed_here(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The chapters that this process parses."""
    module = sys.modules["rollbook.parse.parse_chapter"]  # the package has its function by the same name
    seen: list[str] = []
    find_slips = module.find_slips

    def find(blocks: Any, lines: list[str]) -> Any:
        if os.getpid() == MAIN:
            seen.append(lines[0])
        return find_slips(blocks, lines)

    monkeypatch.setattr(module, "find_slips", find)
    return seen


def test_a_crew_makes_the_same_site_and_finds_the_same(order: Order, tmp_path: Path, parsed_here: list[str]) -> None:
    alone = made(order)
    assert len(parsed_here) == 26
    parsed_here.clear()
    assert made_in(tmp_path / "cache", order) == alone
    # Three chapters and the glossary of each book have directives; the trees of all others stay where they were made.
    assert len(parsed_here) == 8
    assert [problem.code for problem in alone.diagnostics].count("dead-link") == 24


def test_the_next_run_finds_what_a_crew_left(order: Order, tmp_path: Path, parsed_here: list[str]) -> None:
    first = made_in(tmp_path / "cache", order)
    parsed_here.clear()
    assert made_in(tmp_path / "cache", order) == first
    # In these, directives are replaced in each run.
    assert set(parsed_here) == {"# Chapter 0", "# Chapter 5", "# Chapter 10", "# Words"}


def test_a_crew_lets_go_of_its_trees_as_the_pages_are_made(
    order: Order, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew, "_AT_ONCE", 2)
    alone = made(order)
    members: list[crew_member.Member] = []
    finish = crew.Crew.finish

    def finished(self: crew.Crew, calls: Any) -> Any:
        members[:] = self._members
        return finish(self, calls)

    monkeypatch.setattr(crew.Crew, "finish", finished)
    with Results(open_cache(tmp_path / "cache"), "shelf").in_use():
        assert made(order) == alone
        assert len(members) == 3
        assert not any(member.names or member._process.is_alive() for member in members)
        assert all(member.gone for member in members)


@pytest.mark.parametrize("calls", [0, 5, 40, 120])
def test_a_process_that_dies_costs_nothing_but_time(
    order: Order, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, calls: int
) -> None:
    alone = made(order)
    monkeypatch.setattr(crew_member, "open_parcel", dying_after(calls, crew_member.open_parcel))
    assert made_in(tmp_path / "cache", order) == alone


def dying_after(calls: int, open_parcel: Callable[..., Any]) -> Callable[..., Any]:
    def opened(*arguments: Any) -> Any:
        nonlocal calls
        for call in open_parcel(*arguments):
            if calls == 0:
                os._exit(1)
            calls -= 1
            yield call

    return opened


def test_a_fault_in_a_process_is_found_here(order: Order, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> Any:
        raise ValueError("no links")

    module = sys.modules["rollbook.assemble.resolve_links"]  # the package has its function by the same name
    monkeypatch.setattr(module._Resolver, "line", fails)
    with pytest.raises(ValueError, match="no links"):
        made_in(tmp_path / "cache", order)


def test_trees_can_be_looked_at_after_their_crew_is_gone(order: Order, tmp_path: Path) -> None:
    def blocks() -> tuple[list[Any], tuple[Diagnostic, ...]]:
        sources, unloaded = read(order, Silent())
        shelf, found = examine_sources(sources, unloaded, order, Silent())
        return [page for book in shelf.books for page in book.pages], found

    alone = blocks()
    with Results(open_cache(tmp_path / "cache"), "shelf").in_use():
        pages, found = blocks()
    assert ([page.blocks for page in pages], found) == ([page.blocks for page in alone[0]], alone[1])
