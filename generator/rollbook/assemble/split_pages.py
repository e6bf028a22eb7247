"""A book's chapters -> its pages: a first-level heading starts a page of the site."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rollbook.assemble.name_anchors import Taken, slug
from rollbook.assemble.outline import outline
from rollbook.assemble.place_footnotes import find_footnotes, place_footnotes
from rollbook.model.book import Page
from rollbook.model.chapter import Chapter
from rollbook.model.document.blocks import Block, BookTitle, Heading, PageBreak, RawBlock
from rollbook.model.files import DEVICES
from rollbook.model.source import Place


def split_pages(chapters: tuple[Chapter, ...], book_title: str) -> tuple[Page, ...]:
    """Chapters in reading order -> pages in reading order, each with an id of its own and its contents."""
    pages: list[Page] = []
    # A chapter about Con becomes con-2.html: Windows could not write the other.
    taken = Taken("index", *DEVICES)
    for chapter in chapters:
        notes = find_footnotes(chapter.blocks)
        for part in _parts(chapter):
            title = part.title or (book_title if not pages else _file_title(chapter))
            page_id = taken.unique(slug(title) or "page")
            blocks, sections = outline(place_footnotes(_without_last_breaks(part.blocks), notes))
            pages.append(Page(page_id, title, blocks, sections, chapter.name, part.place))
    return tuple(pages)


@dataclass(frozen=True, slots=True)
class _Part:
    title: str
    blocks: list[Block]
    place: Place


def _parts(chapter: Chapter) -> Iterator[_Part]:
    """A chapter -> what stands before its first first-level heading, if anything, and a part for each such heading."""
    part = _Part("", [], Place(chapter.path))
    started = False
    for block in chapter.blocks:
        if isinstance(block, Heading) and block.level == 1:
            if started or _visible(part.blocks):
                yield part
            part, started = _Part(block.line.plain, [], block.line.place), True
        elif not isinstance(block, BookTitle):
            part.blocks.append(block)
    if started or _visible(part.blocks):
        yield part


def _visible(blocks: Sequence[Block]) -> bool:
    """Whether a reader sees any of the blocks: a page is not begun for the sake of others."""
    return any(
        not isinstance(block, PageBreak) and (not isinstance(block, RawBlock) or block.html.strip()) for block in blocks
    )


def _without_last_breaks(blocks: list[Block]) -> list[Block]:
    """A page break before the next chapter's heading would leave an empty page: every chapter starts one anyway."""
    end = len(blocks)
    while end and isinstance(blocks[end - 1], PageBreak):
        end -= 1
    return blocks[:end]


def _file_title(chapter: Chapter) -> str:
    """A file without a first-level heading is titled by its name: `02-magic-items.md` -> `Magic items`."""
    stem = chapter.name.rsplit("/", 1)[-1].removesuffix(".md").removesuffix(".markdown")
    return stem.lstrip("0123456789-_. ").replace("-", " ").replace("_", " ").capitalize() or stem
