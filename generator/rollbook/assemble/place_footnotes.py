"""The footnotes of a chapter -> each at the end of the pages that refer to it, numbered as they are first referred to.

A note that nothing refers to stays on the page where it is written, behind the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rollbook.model.document.blocks import Block, Footnote
from rollbook.model.document.inlines import FootnoteMark, Inline, Line
from rollbook.model.document.walk import change_blocks, change_inlines, change_lines, every_block, inlines_of

# File and label: a chapter may include another file with a note of the same label.
_Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Footnotes:
    """All notes of a chapter, and those that nothing in it refers to."""

    notes: Mapping[_Key, Footnote]
    lone: frozenset[_Key]


def find_footnotes(blocks: Sequence[Block]) -> Footnotes:
    """The blocks of a chapter -> its footnotes; of two with the same label the first counts."""
    notes: dict[_Key, Footnote] = {}
    for note in _written(blocks):
        notes.setdefault(_key(note), note)
    return Footnotes(notes, frozenset(notes).difference(_marked(blocks)) if notes else frozenset())


def place_footnotes(blocks: Sequence[Block], chapter: Footnotes) -> tuple[Block, ...]:
    """The blocks of a page, the footnotes of its chapter -> the blocks with numbers, and below them their notes."""
    if not chapter.notes:
        return tuple(blocks)
    text = change_blocks(blocks, lambda block: () if isinstance(block, Footnote) else (block,))
    lone = (_key(note) for note in _written(blocks) if _key(note) in chapter.lone)
    keys = dict.fromkeys((*_referred(text, chapter.notes), *lone))
    numbers = {key: number for number, key in enumerate(keys, 1)}
    below = (replace(chapter.notes[key], number=number) for key, number in numbers.items())
    return _numbered((*text, *below), numbers)


def _referred(text: Sequence[Block], notes: Mapping[_Key, Footnote]) -> Iterator[_Key]:
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


def _written(blocks: Sequence[Block]) -> Iterator[Footnote]:
    return (block for block in every_block(blocks) if isinstance(block, Footnote))


def _key(note: Footnote | FootnoteMark) -> _Key:
    return note.place.file, note.label
