"""One chapter is saved -> what is worked out again for it, and for it alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rollbook.build.examine import assemble_sources
from rollbook.build.order import Order, read
from rollbook.cache import Results
from rollbook.progress import Silent
from rollbook.render.site import site_files

from tests.shelves import to_read

CHAPTERS = 5
CHAPTER = """# Chapter {number}

Text with [a link](00.md) and 2d6.

term {number}
:   What it means.

<!-- $data prices -->

<!-- $print -->

On paper.

<!-- $/print -->

<!-- $site -->

On the site.

<!-- $data prices float-right -->

<!-- $/site -->

![A drawing](drawing-{number}.svg)
"""
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M{number} 1h2v2z"/></svg>'
PRICES = 'id: prices\nheader:\n  - "what|price"\n  - "<|>"\ndata:\n  - "rope|1"\n'


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    book, data = tmp_path / "content" / "one", tmp_path / "data" / "one"
    book.mkdir(parents=True)
    data.mkdir(parents=True)
    (data / "prices.yml").write_text(PRICES, encoding="utf-8")
    for number in range(CHAPTERS):
        (book / f"{number:02}.md").write_text(CHAPTER.format(number=number), encoding="utf-8")
        (book / f"drawing-{number}.svg").write_text(DRAWING.format(number=number), encoding="utf-8")
    return tmp_path


def test_a_saved_chapter_is_worked_out_again_and_no_other(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: Counter[str] = Counter()
    remember = Results.remember

    def count(self: Results, make: Callable[..., Any], given: tuple[object, ...], work: Callable[[], Any]) -> Any:
        def counted() -> Any:
            made[f"{make.__module__}.{make.__qualname__}"] += 1
            return work()

        return remember(self, make, given, counted)

    monkeypatch.setattr(Results, "remember", count)
    results = Results()
    _follow(shelf, results)
    assert max(made.values()) >= CHAPTERS, "the first time there is something to do for each"
    made.clear()
    saved = shelf / "content/one/02.md"
    saved.write_text(saved.read_text(encoding="utf-8") + "\nOne more line.\n", encoding="utf-8")
    _follow(shelf, results)
    # A page may be asked for with and without what links add to it.
    assert {name: times for name, times in made.items() if times > 2} == {}


def _follow(shelf: Path, results: Results) -> None:
    with results.in_use():
        sources, unloaded = read(Order(shelf / "content", shelf / "data", ()), Silent())
        books, _ = assemble_sources(sources, unloaded, Silent())
        site_files(books, {}, to_read())
