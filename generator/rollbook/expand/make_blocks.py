"""What data files hold -> blocks as chapters have them: tables, glossaries, readings and dated changes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rollbook.cache import stored
from rollbook.markdown import read_line, read_passage
from rollbook.model.chapter import Change, Chapter
from rollbook.model.data_documents import Definition, Reading
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document import blocks as kinds
from rollbook.model.document.inlines import Inline, Line, Link, RawTag, Text
from rollbook.model.document.markdown_blocks import Form
from rollbook.model.document.walk import every_block
from rollbook.model.source import Spelling, verbatim
from rollbook.model.table import Cell, Column, Table
from rollbook.model.yaml_tree import Scalar

_BETWEEN = " · "


def make_table(table: Table, language: str, form: Form = "table") -> kinds.TableBlock:
    """A table, the book's language, how it is to be shown -> its block."""
    head = tuple(_cell(Cell(column.title, column.place), column, language) for column in table.columns)
    rows = tuple(
        tuple(_cell(cell, column, language) for cell, column in zip(row, table.columns, strict=True))
        for row in table.rows
    )
    return kinds.TableBlock(head, rows, table.place, table, form=form)


def _cell(cell: Cell, column: Column, language: str) -> kinds.TableCell:
    if column.kind == "markdown" and cell.text and cell.spelling:
        blocks = read_passage(cell, language)
        # One paragraph is in its cell as a line would.
        alone = blocks[0] if len(blocks) == 1 else None
        bare = (replace(alone, tight=True),) if isinstance(alone, kinds.Paragraph) else blocks
        return kinds.TableCell(Line("", cell.spelling, ()), column.align, bare)
    return kinds.TableCell(read_line(cell.text, cell.spelling or verbatim(cell.place), language), column.align)


def make_reading(reading: Reading, language: str) -> kinds.ReadingBlock:
    """A reading, the book's language -> its block."""
    title, why, other = (_line(text, language) for text in (reading.title, reading.why, reading.other))
    return kinds.ReadingBlock(reading, title, why, other)


def _line(scalar: Scalar, language: str) -> Line:
    return read_line(scalar.text.rstrip(), scalar.spelling, language)


def make_glossary(definitions: Iterable[Definition], language: str) -> kinds.GlossaryBlock:
    """Definitions and the book's language -> their list."""
    return kinds.GlossaryBlock(tuple(_entry(definition, language) for definition in sorted(definitions, key=_sort_key)))


def _entry(definition: Definition, language: str) -> kinds.GlossaryEntry:
    title = read_line(definition.title, verbatim(definition.place), language)
    meaning = read_line(definition.meaning.text.rstrip(), definition.meaning.spelling, language)
    return kinds.GlossaryEntry(definition, title, meaning)


def _sort_key(definition: Definition) -> tuple[str, str]:
    """An accent tells apart only what is otherwise the same: Ä stands with A."""
    letters = unicodedata.normalize("NFKD", definition.title.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)), definition.title


def make_news(change: Change) -> kinds.NewsEntry:
    """An entry -> its block. The heading gives it an address of its own."""
    return kinds.NewsEntry(change.date, kinds.Heading(3, change.title), kinds.Paragraph(_dated(change)), change.blocks)


def find_unshown_changes(changes: Sequence[Change], chapters: Sequence[Chapter]) -> Iterator[Diagnostic]:
    """A book's changes -> a warning where they stand on no page, so that no reader and no feed has them."""
    if changes and not any(_shows_changes(chapter) for chapter in chapters):
        message = "no chapter shows these changes, so readers never see them"
        hint = "write <!-- $changes --> where they should appear"
        first = min(change.place for change in changes)
        yield Diagnostic("unshown-changes", message, first, hint)


@stored
def _shows_changes(chapter: Chapter) -> bool:
    return any(isinstance(block, kinds.NewsEntry) for block in every_block(chapter.blocks))


def _dated(change: Change) -> Line:
    """The day, and a link to each rule that the change is about; a link's place is the id's own."""
    day = change.date.isoformat()
    origin = verbatim(change.place)
    inlines: list[Inline] = [RawTag(f'<time datetime="{day}">', origin), Text(day), RawTag("</time>", origin)]
    written, runs = day, [(0, change.place)]
    for rule in change.rules:
        runs.append((len(written) + len(_BETWEEN), rule.place))
        written += _BETWEEN + rule.id
        place = verbatim(rule.place).at(0, len(rule.id))
        inlines += [Text(_BETWEEN), Link(f"rule:{rule.id}", "", (Text(rule.id),), place)]
    return Line(written, Spelling(tuple(runs)), tuple(inlines))
