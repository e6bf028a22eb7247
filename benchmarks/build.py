"""What an editor waits for: builds, checks and saves of 500 chapters, and of this repository's own shelf.

500 chapters are held against markdown-it-py, with tables, on the same texts in a process of its own, the floor: whole
processes, start of Python included, in the same minutes. "Nothing cached" means that nothing but the toolkit was ever
made. What may take so many seconds may take them on the machine for which that was said, whose floor took 2.2 s; on
another it may take as much longer or shorter as the floor does there. Whole builds and checks are tried in a few
rounds, and the median counts: one alone can meet whatever else the machine has to write down just then.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.shelves import ROOT

from .command import ROLLBOOK, Desk, Took, open_desk
from .long_book import make_shelf
from .preview import first_page, save_to_seen
from .ratio import Ratio

BOOK = "microluxe20"
_FLOOR = """
import sys
from pathlib import Path
from markdown_it import MarkdownIt
reader = MarkdownIt("commonmark").enable("table")
for path in sorted(Path(sys.argv[1]).rglob("*.md")):
    reader.render(path.read_text(encoding="utf-8"))
"""
# Seconds that the floor took where the limits in seconds come from, and of how many chapters.
_USUAL_FLOOR = 2.2
_FLOOR_CHAPTERS = 500
_FLOOR_RUN = (sys.executable, "-c", _FLOOR, "content")
_BUILD = (*ROLLBOOK, "build")
_SITE = (*_BUILD, "--no-pdf")
_CHECK = (*ROLLBOOK, "check")


@dataclass(frozen=True, slots=True)
class _Size:
    """How many chapters, and in a longer book; how many rounds of builds, and saves of a chapter; whether with PDFs."""

    chapters: int = _FLOOR_CHAPTERS
    longer: int = 2_000
    rounds: int = 3
    saves: int = 20
    with_pdfs: bool = True


@dataclass(frozen=True, slots=True)
class _Pace:
    """How fast this machine is, asked again for each row: a desk, a long book, its size."""

    desk: Desk
    book: Path
    size: _Size

    def within(self, what: str, limit: float, ours: float) -> Ratio:
        """So many seconds on the wall may it take where the floor takes 2.2 s -> the row."""
        floor = self.desk.run(self.book, *_FLOOR_RUN).processor * _FLOOR_CHAPTERS / self.size.chapters
        limit_here = limit * floor / _USUAL_FLOOR
        against = f"{limit:g} s at {_USUAL_FLOOR:g} s of floor"
        return Ratio(what, against, ours * 1e6, limit_here * 1e6, limit_here / ours, 1.0)


@dataclass(frozen=True, slots=True)
class _Round:
    """The floor, and in the same minute a build of the long book: with nothing cached, unchanged, with one changed."""

    floor: Took
    cold: Took
    unchanged: Took
    changed: Took


def build() -> Iterator[Ratio]:
    """-> every row about builds, checks and previews; about seven minutes on an idle machine."""
    return _rows(_Size())


def build_small() -> Iterator[Ratio]:
    """-> the same rows of a short book, without PDFs: to see that everything runs, not how fast."""
    return _rows(_Size(20, 40, 1, 2, with_pdfs=False))


def _rows(size: _Size) -> Iterator[Ratio]:
    with TemporaryDirectory() as name:
        desk = open_desk(Path(name))
        long, longer, own = (desk.folder / shelf for shelf in ("long", "longer", "own"))
        make_shelf(long, size.chapters)
        make_shelf(longer, size.longer)
        for folder in ("content", "data"):
            shutil.copytree(ROOT / folder, own / folder)
        yield from _long_book(desk, long, size)
        yield from _longer_book(desk, long, longer, size)
        yield from _own_shelf(desk, own, _Pace(desk, long, size), size)


def _long_book(desk: Desk, shelf: Path, size: _Size) -> Iterator[Ratio]:
    chapters = f"{size.chapters} chapters"
    chapter = shelf / "content/long/chapter-0007.md"
    rounds = [_round(desk, shelf, chapter) for _ in range(size.rounds)]
    against = "markdown-it-py alone"
    cold = [(each.cold.processor, each.floor.processor) for each in rounds]
    yield _at_most(f"{chapters}, nothing cached, processor", 3.5, against, cold)
    on_the_wall = [(each.cold.wall, each.floor.wall) for each in rounds]
    yield _at_most(f"{chapters}, nothing cached, wall", 2, against, on_the_wall)
    unchanged = [(each.unchanged.processor, each.floor.processor) for each in rounds]
    yield _at_most(f"{chapters}, unchanged", 0.3, against, unchanged)
    changed = [(each.changed.processor, each.floor.processor) for each in rounds]
    yield _at_most(f"{chapters}, one changed", 0.4, against, changed)
    seen = save_to_seen(desk, shelf, chapter, "/long/chapter-7.html", size.saves)
    yield _Pace(desk, shelf, size).within(f"{chapters}, save to seen, median of {size.saves}", 0.5, seen)
    full = median(each.cold.wall for each in rounds)
    yield _at_most(f"{chapters}, save to seen", 0.04, "a full build", [(seen, full)])


def _round(desk: Desk, shelf: Path, chapter: Path) -> _Round:
    desk.forget()
    floor, cold, unchanged = desk.run(shelf, *_FLOOR_RUN), desk.run(shelf, *_SITE), desk.run(shelf, *_SITE)
    _add_a_line(chapter)
    return _Round(floor, cold, unchanged, desk.run(shelf, *_SITE))


def _longer_book(desk: Desk, shelf: Path, longer: Path, size: _Size) -> Iterator[Ratio]:
    desk.forget()
    less, more = desk.run(shelf, *_SITE), desk.run(longer, *_SITE)
    # A tenth more than four times as long is noise; what grows with the square would take sixteen times as long.
    what, times = f"{size.longer:,} chapters", 1.1 * size.longer / size.chapters
    yield _at_most(f"{what}, processor", times, f"{size.chapters} chapters", [(more.processor, less.processor)])
    yield Ratio(f"{what}, memory (bytes)", "1 GB", more.memory, 1e9, 1e9 / more.memory, 1.0)


def _own_shelf(desk: Desk, shelf: Path, pace: _Pace, size: _Size) -> Iterator[Ratio]:
    chapter = next(iter(sorted((shelf / "content" / BOOK).glob("*.md"))))
    desk.forget()
    yield pace.within("our shelf, first page of the preview, nothing cached", 6, first_page(desk, shelf, f"/{BOOK}/"))
    yield pace.within("our shelf, first page of the preview, cached", 2, first_page(desk, shelf, f"/{BOOK}/"))
    checked = _from_nothing(desk, shelf, size, *_CHECK)
    yield pace.within("our shelf, check, nothing cached", 2.5, checked)
    yield pace.within("our shelf, check, unchanged", 0.5, desk.run(shelf, *_CHECK).wall)
    cold = _from_nothing(desk, shelf, size, *_SITE)
    yield pace.within("our shelf, site, nothing cached", 5, cold)
    yield pace.within("our shelf, site, unchanged", 1, desk.run(shelf, *_SITE).wall)
    seen = save_to_seen(desk, shelf, chapter, f"/{BOOK}/{_page_of(chapter)}.html", size.saves)
    yield pace.within(f"our shelf, save to seen, median of {size.saves}", 0.3, seen)
    yield _at_most("our shelf, save to seen", 0.04, "a full build", [(seen, cold)])
    if size.with_pdfs:
        desk.forget()
        yield pace.within("our shelf with all PDFs, nothing cached", 90, desk.run(shelf, *_BUILD).wall)
        yield pace.within("our shelf with all PDFs, unchanged", 2, desk.run(shelf, *_BUILD).wall)
        _add_a_line(chapter)
        yield pace.within("our shelf with all PDFs, one book changed", 20, desk.run(shelf, *_BUILD).wall)


def _add_a_line(chapter: Path) -> None:
    chapter.write_text(chapter.read_text(encoding="utf-8") + "\nOne more line.\n", encoding="utf-8")


def _page_of(chapter: Path) -> str:
    heading = next(line for line in chapter.read_text(encoding="utf-8").split("\n") if line.startswith("# "))
    return heading.removeprefix("# ").strip().lower().replace(" ", "-")


def _from_nothing(desk: Desk, shelf: Path, size: _Size, *command: str) -> float:
    """A command -> the median of its seconds on the wall with nothing cached; what the last run cached stays."""
    took = []
    for _ in range(size.rounds):
        desk.forget()
        took.append(desk.run(shelf, *command).wall)
    return median(took)


def _at_most(what: str, times: float, against: str, rounds: Sequence[tuple[float, float]]) -> Ratio:
    """So many times as long as something else may it take, both as measured in each round -> the row of the medians."""
    ours, limit = median(mine for mine, _ in rounds), times * median(other for _, other in rounds)
    ratio = median(times * other / mine for mine, other in rounds)
    return Ratio(what, f"{times:g} x {against}", ours * 1e6, limit * 1e6, ratio, 1.0)
