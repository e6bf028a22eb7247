"""Laid-out pages -> what to set a little tighter, so that no page is begun for the last few lines of a chapter.

Lines are moved closer together by a hundredth or two, which nobody sees, over all pages that lead to that end. Whoever
lays the book out then looks again: where a table or a heading stood in the way, the end may not have moved.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

from weasyprint import Document  # type: ignore[import-untyped]
from weasyprint.formatting_structure.boxes import LineBox  # type: ignore[import-untyped]

from rollbook.model.quick_dataclass import dataclass

# A page with fewer lines is not worth its paper.
FEWEST_LINES = 15
# How much tighter lines may be set, and how much more than what was reckoned is asked for, as a share.
_TIGHTEST = 0.04
_TO_SPARE = 0.006
# Of a page's height, what is running text rather than tables, headings and notes, which keep their lines.
_RUNNING_TEXT = 0.55


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A chapter's part of a page: its element, its lines, and how many would fill the page at that distance."""

    chapter: Element
    lines: int
    room: float
    distance: float  # between lines, in ems


def pull_back(document: Document) -> str:
    """A laid-out book -> the rules that take up its short last pages; empty where there is none, or no way to it."""
    pages = [list(_stretches(page._page_box)) for page in document.pages]
    rules = []
    for number in _short(pages):
        ended = pages[number][0]
        before = list(_leading_to(pages, number))
        room = sum(stretch.room for stretches in before for stretch in stretches[:1])
        wanted = sum(stretch.lines for stretch in pages[number]) / (room * _RUNNING_TEXT) if room else 1.0
        if wanted <= _TIGHTEST:
            chapters = dict.fromkeys(stretch.chapter for stretches in (*before, pages[number]) for stretch in stretches)
            names = ", ".join(f'[id="{chapter.get("id")}"]' for chapter in chapters)
            rules.append(f"{names} {{ line-height: {ended.distance * (1 - wanted - _TO_SPARE):.4f} }}")
    return "\n".join(rules)


def short_ends(document: Document) -> int:
    """A laid-out book -> how many pages hold but a few lines of its chapters."""
    return len(list(_short([list(_stretches(page._page_box)) for page in document.pages])))


def _short(pages: list[list[_Stretch]]) -> Iterator[int]:
    """The chapters' parts of each page -> the places of the pages with few lines; a whole chapter may be so short."""
    seen: set[Element] = set()
    for number, stretches in enumerate(pages):
        goes_on = bool(stretches) and stretches[0].chapter in seen
        if goes_on and sum(stretch.lines for stretch in stretches) < FEWEST_LINES:
            yield number
        seen |= {stretch.chapter for stretch in stretches}


def _leading_to(pages: list[list[_Stretch]], end: int) -> Iterator[list[_Stretch]]:
    """-> the pages before this one that its text has run on over."""
    number = end
    while number and (before := pages[number - 1]) and pages[number] and _run_on(before, pages[number]):
        number -= 1
        yield before


def _run_on(before: list[_Stretch], after: list[_Stretch]) -> bool:
    """Whether text goes on from one page to the next: the same chapter does."""
    return before[-1].chapter is after[0].chapter


def _stretches(page: Any) -> Iterator[_Stretch]:
    for box in page.descendants():
        if box.element is not None and box.element_tag == "section" and box.element.get("class") == "chapter":
            distance, inside = box.style["line_height"], list(box.descendants())
            if not isinstance(distance, int | float):
                continue  # A theme has set it in points: nothing to reckon with.
            room = page.height / (distance * box.style["font_size"]) * max(map(_columns, inside), default=1)
            yield _Stretch(box.element, sum(isinstance(each, LineBox) for each in inside), room, distance)


def _columns(box: Any) -> int:
    count = box.style["column_count"]
    return count if isinstance(count, int) else 1
