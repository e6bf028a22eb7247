"""A book's chapters -> its pages: a first-level heading starts a page of the site, which has its own footnotes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from rollbook.assemble.link_targets import Taken, slug
from rollbook.assemble.outline import outline
from rollbook.cache import ask_ahead, stored
from rollbook.model.book import Page, Section
from rollbook.model.chapter import Chapter
from rollbook.model.document import blocks as kinds
from rollbook.model.document.blocks import Block
from rollbook.model.document.inlines import FootnoteMark, Inline, Line
from rollbook.model.document.walk import change_blocks, change_inlines, change_lines, every_block, inlines_of
from rollbook.model.files import DEVICES
from rollbook.model.lazy_tree import LazyTree
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.settings import BookSettings
from rollbook.model.source import Place


def split_pages(chapters: tuple[Chapter, ...], book_title: str) -> tuple[Page, ...]:
    """Chapters in reading order -> pages in reading order, each with an id of its own and its contents."""
    pages: list[partial[Page]] = []
    # A chapter about Con becomes con-2.html: Windows could not write the other.
    taken = Taken("index", *DEVICES)
    for chapter in chapters:
        for part in _outlined(chapter):
            title = part.title or (book_title if not pages else _file_title(chapter))
            pages.append(partial(_page, part, taken.unique(slug(title) or "page"), title, chapter.name))
    ask_ahead(pages)
    return tuple(make() for make in pages)


@dataclass(frozen=True, slots=True)
class _Part:
    title: str
    blocks: list[Block]
    place: Place


@dataclass(frozen=True, slots=True)
class _Outlined(LazyTree):
    """A part with its anchors and contents; its page is still to be named."""

    title: str
    blocks: tuple[Block, ...]
    sections: tuple[Section, ...]
    place: Place


@stored
def _outlined(chapter: Chapter) -> tuple[_Outlined, ...]:
    notes = find_footnotes(chapter.blocks)
    return tuple(
        _Outlined(part.title, *outline(place_footnotes(_without_last_breaks(part.blocks), notes)), part.place)
        for part in _parts(chapter)
    )


@stored
def _page(part: _Outlined, page_id: str, title: str, file: str) -> Page:
    return Page(page_id, title, part.blocks, part.sections, file, part.place)


def _parts(chapter: Chapter) -> Iterator[_Part]:
    """A chapter -> what stands before its first first-level heading, if anything, and a part for each such heading."""
    part = _Part("", [], Place(chapter.path))
    started = False
    for block in chapter.blocks:
        if isinstance(block, kinds.Heading) and block.level == 1:
            if started or _visible(part.blocks):
                yield part
            part, started = _Part(block.line.plain, [], block.line.place), True
        elif not isinstance(block, kinds.BookTitle):
            part.blocks.append(block)
    if started or _visible(part.blocks):
        yield part


def _visible(blocks: Sequence[Block]) -> bool:
    """Whether a reader sees any of the blocks: a page is not begun for the sake of others."""
    return any(
        not isinstance(block, kinds.PageBreak) and (not isinstance(block, kinds.RawBlock) or block.html.strip())
        for block in blocks
    )


def _without_last_breaks(blocks: list[Block]) -> list[Block]:
    """A page break before the next chapter's heading would leave an empty page: every chapter starts one anyway."""
    end = len(blocks)
    while end and isinstance(blocks[end - 1], kinds.PageBreak):
        end -= 1
    return blocks[:end]


def _file_title(chapter: Chapter) -> str:
    """A file without a first-level heading is titled by its name: `02-magic-items.md` -> `Magic items`."""
    stem = chapter.name.rsplit("/", 1)[-1].removesuffix(".md").removesuffix(".markdown")
    return stem.lstrip("0123456789-_. ").replace("-", " ").replace("_", " ").capitalize() or stem


_ABOUT_THE_BOOK = (kinds.CoverageBlock, kinds.ComparisonBlock, kinds.NewsEntry, kinds.ReadingBlock)
_FOR_THE_GAME = (
    *(
        kinds.RuleMark,
        kinds.CalculatorBlock,
        kinds.ExampleBlock,
        kinds.SheetBlock,
        kinds.StatBlock,
        kinds.TableBlock,
        kinds.GlossaryBlock,
    ),
    *(kinds.BoardBlock, kinds.IndexBlock, kinds.TrackerBlock),
)


def set_apart(pages: tuple[Page, ...], settings: BookSettings) -> tuple[Page, ...]:
    """Pages, what book.yml says of the appendix -> chapters first, then the appendix; never an appendix to nothing."""
    chapters = tuple(page for page in pages if not _stands_apart(page, settings))
    if not chapters:
        return pages
    return (*chapters, *(_in_appendix(page) for page in pages if _stands_apart(page, settings)))


@stored
def _in_appendix(page: Page) -> Page:
    return replace(page, in_appendix=True)


def _stands_apart(page: Page, settings: BookSettings) -> bool:
    """By its file where the author says so, or else if it does nothing but list what the book has."""
    if settings.appendix:
        return page.file in settings.appendix
    return not page.kinds.isdisjoint(_ABOUT_THE_BOOK) and page.kinds.isdisjoint(_FOR_THE_GAME)


# File and label: a chapter may include another file with a note of the same label.
_Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Footnotes:
    """All notes of a chapter, and those that nothing in it refers to."""

    notes: Mapping[_Key, kinds.Footnote]
    lone: frozenset[_Key]


def find_footnotes(blocks: Sequence[Block]) -> Footnotes:
    """The blocks of a chapter -> its footnotes; of two with the same label the first counts."""
    notes: dict[_Key, kinds.Footnote] = {}
    for note in _written(blocks):
        notes.setdefault(_key(note), note)
    return Footnotes(notes, frozenset(notes).difference(_marked(blocks)) if notes else frozenset())


def place_footnotes(blocks: Sequence[Block], chapter: Footnotes) -> tuple[Block, ...]:
    """The blocks of a page, the footnotes of its chapter -> the blocks with numbers, and below them their notes.

    They are numbered as they are first referred to. A note that nothing refers to stays on the page where it is
    written, behind the others.
    """
    if not chapter.notes:
        return tuple(blocks)
    text = change_blocks(blocks, lambda block: () if isinstance(block, kinds.Footnote) else (block,))
    lone = (_key(note) for note in _written(blocks) if _key(note) in chapter.lone)
    keys = dict.fromkeys((*_referred(text, chapter.notes), *lone))
    numbers = {key: number for number, key in enumerate(keys, 1)}
    below = (replace(chapter.notes[key], number=number) for key, number in numbers.items())
    return _numbered((*text, *below), numbers)


def _referred(text: Sequence[Block], notes: Mapping[_Key, kinds.Footnote]) -> Iterator[_Key]:
    """The text of a page -> the notes that it refers to, and that these refer to in their turn."""
    seen: set[_Key] = set()
    waiting = _marked(text)
    for key in waiting:
        if key not in seen:
            seen.add(key)
            waiting += _marked(notes[key].blocks)
            yield key


def _numbered(blocks: Sequence[Block], numbers: Mapping[_Key, int]) -> tuple[Block, ...]:
    seen: set[_Key] = set()

    def number_mark(inline: Inline) -> tuple[Inline, ...]:
        if not isinstance(inline, FootnoteMark):
            return (inline,)
        first = _key(inline) not in seen
        seen.add(_key(inline))
        return (replace(inline, number=numbers[_key(inline)], first=first),)

    def number_line(line: Line) -> Line:
        inlines = change_inlines(line.inlines, number_mark)
        return line if inlines == line.inlines else replace(line, inlines=inlines)

    return change_lines(blocks, number_line)


def _marked(blocks: Sequence[Block]) -> list[_Key]:
    return [_key(mark) for mark in inlines_of(FootnoteMark, blocks)]


def _written(blocks: Sequence[Block]) -> Iterator[kinds.Footnote]:
    return (block for block in every_block(blocks) if isinstance(block, kinds.Footnote))


def _key(note: kinds.Footnote | FootnoteMark) -> _Key:
    return note.place.file, note.label
