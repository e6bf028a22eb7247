"""The ways through a chapter's tree: every block, line and inline in it; and the same tree with some of it changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain
from operator import is_
from typing import TypeVar, assert_never, assert_type, get_args

from rollbook.model.document.blocks import (
    Block,
    DefinitionList,
    Division,
    Figure,
    Footnote,
    Formula,
    GlossaryBlock,
    Heading,
    Leaf,
    ListBlock,
    NewsEntry,
    Paragraph,
    Quote,
    ReadingBlock,
    StatBlock,
    TableBlock,
    TableCell,
    Wordless,
)
from rollbook.model.document.inlines import (
    CheckBox,
    CodeSpan,
    Emphasis,
    FootnoteMark,
    Inline,
    Line,
    LineBreak,
    Link,
    Picture,
    RawTag,
    Roll,
    TermMark,
    Text,
)

# What to put in a block's place: nothing, itself, or others.
OnBlock = Callable[[Block], Iterable[Block]]
OnInline = Callable[[Inline], Iterable[Inline]]
OnLine = Callable[[Line], Line]
Sought = TypeVar("Sought", bound=Inline)

# Most blocks are leaves; looking up their class is quicker than trying every other kind first.
_LEAVES = frozenset(get_args(Leaf))


def every_block(blocks: Iterable[Block]) -> Iterator[Block]:
    """Blocks -> all of them in reading order, each before its inner ones."""
    for block in blocks:
        yield block
        if type(block) not in _LEAVES and (inner := _inner(block)):
            yield from every_block(inner)


def every_line(blocks: Iterable[Block]) -> Iterator[Line]:
    """Blocks -> every line of words in them."""
    for block in every_block(blocks):
        yield from own_lines(block)


def every_inline(blocks: Iterable[Block], words: bool = True) -> Iterator[Inline]:
    """Blocks -> every inline in them, each before its inner ones; without plain words if so asked."""
    for block in every_block(blocks):
        if isinstance(block, Formula):
            yield from inlines_in(block.inlines)
        for line in own_lines(block):
            yield from inlines_in(line.inlines) if not line.only_words else line.inlines if words else ()


def inlines_of(kind: type[Sought], blocks: Iterable[Block]) -> Iterator[Sought]:
    """A kind of inline, blocks -> all that is of this kind in them."""
    return (inline for inline in every_inline(blocks, kind is Text) if isinstance(inline, kind))


def inlines_in(inlines: Iterable[Inline]) -> Iterator[Inline]:
    """Inlines -> all of them, each before its inner ones."""
    for inline in inlines:
        yield inline
        match inline:  # words first: there are more of them than of all else
            case Text() | LineBreak() | CodeSpan() | RawTag() | CheckBox() | FootnoteMark() | Roll() | TermMark():
                pass
            case Emphasis() | Link() | Picture():
                yield from inlines_in(inline.inlines)
            case _:
                assert_never(inline)


def _inner(block: Block) -> tuple[Block, ...]:
    """A block -> its inner blocks."""
    match block:
        case ListBlock():
            return tuple(inner for item in block.items for inner in item)
        case DefinitionList():
            return tuple(inner for entry in block.definitions for meaning in entry.meanings for inner in meaning)
        case Quote() | Division() | Footnote():
            return block.blocks
        case NewsEntry():
            return (block.heading, block.dated, *block.blocks)
        case TableBlock():
            return tuple(chain.from_iterable([cell.blocks for row in block.rows for cell in row if cell.blocks]))
        case StatBlock():
            parts = (*(each.value for each in block.fields), *(each.note for each in block.deeds))
            return (*block.note, *(inner for part in parts for inner in part), *block.text)
        case _:
            assert_type(block, Leaf)
            return ()


def own_lines(block: Block) -> tuple[Line, ...]:
    """A block -> its own lines of words, without those of its inner blocks."""
    match block:
        case Heading() | Paragraph():
            return (block.line,)
        case Figure():
            return tuple(line for line in (block.picture, block.caption, block.credit) if line is not None)
        case TableBlock():
            return tuple([cell.line for row in (block.head, *block.rows) for cell in row])
        case GlossaryBlock():
            return tuple(line for entry in block.entries for line in (entry.title, entry.meaning))
        case ReadingBlock():
            return (block.title, block.why, block.other)
        case DefinitionList():
            return tuple(definition.term for definition in block.definitions)
        case StatBlock():
            return (block.title, *(each.label for each in block.fields), *(each.name for each in block.deeds))
        case _:
            assert_type(block, Wordless)
            return ()


def change_blocks(blocks: Iterable[Block], change: OnBlock) -> tuple[Block, ...]:
    """Blocks -> what `change` puts in the place of each; it is given a block whose inner ones are changed already."""

    def within(inner: tuple[Block, ...]) -> tuple[Block, ...]:
        return change_blocks(inner, change)

    changed: list[Block] = []
    for block in blocks:
        changed += change(block if type(block) in _LEAVES else _with_inner(block, within))
    return tuple(changed)


def change_lines(blocks: Iterable[Block], change: OnLine) -> tuple[Block, ...]:
    """Blocks -> the same with every line changed, in reading order."""
    return tuple(with_lines(_with_inner(block, lambda inner: change_lines(inner, change)), change) for block in blocks)


def change_inlines(inlines: Iterable[Inline], change: OnInline) -> tuple[Inline, ...]:
    """Inlines -> what `change` puts in the place of each; it is given one whose inner ones are changed already."""
    changed: list[Inline] = []
    for inline in inlines:
        match inline:
            case Emphasis() | Link() | Picture():
                inner = change_inlines(inline.inlines, change)
                inline = inline if _same(inner, inline.inlines) else replace(inline, inlines=inner)
            case Text() | LineBreak() | CodeSpan() | RawTag() | CheckBox() | FootnoteMark() | Roll() | TermMark():
                pass
            case _:
                assert_never(inline)
        changed += change(inline)
    return tuple(changed)


def _same(new: tuple[object, ...], old: tuple[object, ...]) -> bool:
    """Whether nothing was changed. Then what holds it stays the very same object: most of a book is never changed."""
    return len(new) == len(old) and all(map(is_, new, old))


def _with_inner(block: Block, change: Callable[[tuple[Block, ...]], tuple[Block, ...]]) -> Block:
    match block:
        case ListBlock():
            items = tuple(change(item) for item in block.items)
            return block if all(map(_same, items, block.items)) else replace(block, items=items)
        case DefinitionList():
            meant = tuple(tuple(map(change, entry.meanings)) for entry in block.definitions)
            pairs = tuple(zip(block.definitions, meant, strict=True))
            same = all(all(map(_same, new, entry.meanings)) for entry, new in pairs)
            return block if same else DefinitionList(tuple(replace(entry, meanings=new) for entry, new in pairs))
        case Quote() | Division() | Footnote():
            blocks = change(block.blocks)
            return block if _same(blocks, block.blocks) else replace(block, blocks=blocks)
        case NewsEntry():
            heading, dated, *rest = change((block.heading, block.dated, *block.blocks))
            assert isinstance(heading, Heading), "nobody takes it out of an entry"
            assert isinstance(dated, Paragraph), "nor this"
            return replace(block, heading=heading, dated=dated, blocks=tuple(rest))
        case TableBlock():
            if not _inner(block):
                return block
            rows = (
                tuple(replace(cell, blocks=change(cell.blocks)) if cell.blocks else cell for cell in row)
                for row in block.rows
            )
            return replace(block, rows=tuple(rows))
        case StatBlock():
            fields = tuple(replace(each, value=change(each.value)) for each in block.fields)
            deeds = tuple(replace(each, note=change(each.note)) for each in block.deeds)
            return replace(block, note=change(block.note), fields=fields, deeds=deeds, text=change(block.text))
        case _:
            assert_type(block, Leaf)
            return block


def with_lines(block: Block, change: OnLine) -> Block:
    """A block -> the same with its own lines changed, as own_lines() has them."""
    match block:
        case Heading() | Paragraph():
            line = change(block.line)
            return block if line is block.line else replace(block, line=line)
        case Figure():
            picture = change(block.picture)
            caption, credit = (change(line) if line else None for line in (block.caption, block.credit))
            return replace(block, picture=picture, caption=caption, credit=credit)
        case TableBlock():
            head = with_cells(block.head, change)
            rows = tuple(with_cells(row, change) for row in block.rows)
            if head is block.head and _same(rows, block.rows):
                return block
            return replace(block, head=head, rows=rows)
        case DefinitionList():
            return DefinitionList(tuple(replace(entry, term=change(entry.term)) for entry in block.definitions))
        case GlossaryBlock():
            words = ((entry, change(entry.title), change(entry.meaning)) for entry in block.entries)
            return GlossaryBlock(tuple(replace(entry, title=title, meaning=meaning) for entry, title, meaning in words))
        case ReadingBlock():
            title, why, other = (change(line) for line in (block.title, block.why, block.other))
            return replace(block, title=title, why=why, other=other)
        case StatBlock():
            labels = tuple(replace(each, label=change(each.label)) for each in block.fields)
            names = tuple(replace(each, name=change(each.name)) for each in block.deeds)
            return replace(block, title=change(block.title), fields=labels, deeds=names)
        case _:
            assert_type(block, Wordless)
            return block


def with_cells(row: tuple[TableCell, ...], change: OnLine) -> tuple[TableCell, ...]:
    """A row of a table -> the same with its lines changed; the very same where none was."""
    changed = [cell if (line := change(cell.line)) is cell.line else replace(cell, line=line) for cell in row]
    return row if all(map(is_, changed, row)) else tuple(changed)
