"""What an editor waits for: builds, checks and saves of 500 chapters, and of this repository's own shelf.

500 chapters are held against markdown-it-py, with tables, on the same texts in a process of its own: whole processes,
start of Python included, in the same minutes. "Nothing kept" means that nothing but the toolkit was ever made.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.shelves import ROOT

from .command import ROLLBOOK, Desk, open_desk
from .long_book import make_shelf
from .preview import first_page, save_to_seen
from .ratio import Ratio

CHAPTERS = 500
LONG = 2_000
BOOK = "microluxe20"
_FLOOR = """
import sys
from pathlib import Path
from markdown_it import MarkdownIt
reader = MarkdownIt("commonmark").enable("table")
for path in sorted(Path(sys.argv[1]).rglob("*.md")):
    reader.render(path.read_text(encoding="utf-8"))
"""
_FLOOR_RUN = (sys.executable, "-c", _FLOOR, "content")
_BUILD = (*ROLLBOOK, "build")
_SITE = (*_BUILD, "--no-pdf")
_CHECK = (*ROLLBOOK, "check")


def build(*, with_pdfs: bool = True) -> list[Ratio]:
    """-> every row about builds, checks and previews; without PDFs in a few minutes."""
    with TemporaryDirectory() as name:
        desk = open_desk(Path(name))
        long, longer, own = (desk.folder / shelf for shelf in ("long", "longer", "own"))
        make_shelf(long, CHAPTERS)
        make_shelf(longer, LONG)
        for folder in ("content", "data"):
            shutil.copytree(ROOT / folder, own / folder)
        return [*_long_book(desk, long), *_longer_book(desk, long, longer), *_own_shelf(desk, own, with_pdfs)]


def _long_book(desk: Desk, shelf: Path) -> Iterator[Ratio]:
    chapter = shelf / "content/long/chapter-0007.md"
    desk.forget()
    floor, cold = desk.run(shelf, *_FLOOR_RUN), desk.run(shelf, *_SITE)
    against = "markdown-it-py alone"
    yield _at_most("500 chapters, nothing kept, processor", 3.5, against, cold.processor, floor.processor)
    yield _at_most("500 chapters, nothing kept, wall", 2, against, cold.wall, floor.wall)
    yield _at_most("500 chapters, unchanged", 0.3, against, desk.run(shelf, *_SITE).processor, floor.processor)
    _add_a_line(chapter)
    changed = desk.run(shelf, *_SITE)
    yield _at_most("500 chapters, one changed", 0.4, against, changed.processor, floor.processor)
    seen = save_to_seen(desk, shelf, chapter, "/long/chapter-7.html")
    yield _within("500 chapters, save to seen, median of 20", 0.5, seen)
    yield _at_most("500 chapters, save to seen", 0.04, "a full build", seen, cold.wall)


def _longer_book(desk: Desk, shelf: Path, longer: Path) -> Iterator[Ratio]:
    desk.forget()
    less, more = desk.run(shelf, *_SITE), desk.run(longer, *_SITE)
    # A tenth more than four times as long is noise; what grows with the square would take sixteen times as long.
    yield _at_most("2,000 chapters, processor", 1.1 * LONG / CHAPTERS, "500 chapters", more.processor, less.processor)
    yield Ratio("2,000 chapters, memory (bytes)", "1 GB", more.memory, 1e9, 1e9 / more.memory, 1.0)


def _own_shelf(desk: Desk, shelf: Path, with_pdfs: bool) -> Iterator[Ratio]:
    chapter = next(iter(sorted((shelf / "content" / BOOK).glob("*.md"))))
    desk.forget()
    yield _within("our shelf, first page of the preview, nothing kept", 6, first_page(desk, shelf, f"/{BOOK}/"))
    yield _within("our shelf, first page of the preview, kept", 2, first_page(desk, shelf, f"/{BOOK}/"))
    desk.forget()
    yield _within("our shelf, check, nothing kept", 2.5, desk.run(shelf, *_CHECK).wall)
    yield _within("our shelf, check, unchanged", 0.5, desk.run(shelf, *_CHECK).wall)
    desk.forget()
    cold = desk.run(shelf, *_SITE)
    yield _within("our shelf, site, nothing kept", 5, cold.wall)
    yield _within("our shelf, site, unchanged", 1, desk.run(shelf, *_SITE).wall)
    seen = save_to_seen(desk, shelf, chapter, f"/{BOOK}/{_page_of(chapter)}.html")
    yield _within("our shelf, save to seen, median of 20", 0.3, seen)
    yield _at_most("our shelf, save to seen", 0.04, "a full build", seen, cold.wall)
    if with_pdfs:
        desk.forget()
        yield _within("our shelf with all PDFs, nothing kept", 90, desk.run(shelf, *_BUILD).wall)
        yield _within("our shelf with all PDFs, unchanged", 2, desk.run(shelf, *_BUILD).wall)
        _add_a_line(chapter)
        yield _within("our shelf with all PDFs, one book changed", 20, desk.run(shelf, *_BUILD).wall)


def _add_a_line(chapter: Path) -> None:
    chapter.write_text(chapter.read_text(encoding="utf-8") + "\nOne more line.\n", encoding="utf-8")


def _page_of(chapter: Path) -> str:
    heading = next(line for line in chapter.read_text(encoding="utf-8").split("\n") if line.startswith("# "))
    return heading.removeprefix("# ").strip().lower().replace(" ", "-")


def _at_most(what: str, times: float, against: str, ours: float, theirs: float) -> Ratio:
    """So many times as long as something else may it take -> the row."""
    limit = times * theirs
    return Ratio(what, f"{times:g} x {against}", ours * 1e6, limit * 1e6, limit / ours, 1.0)


def _within(what: str, limit: float, ours: float) -> Ratio:
    """So many seconds on the wall may it take -> the row."""
    return Ratio(what, f"{limit:g} s", ours * 1e6, limit * 1e6, limit / ours, 1.0)
