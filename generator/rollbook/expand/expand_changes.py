"""`$changes` -> the dated entries of the book's changes.yml, the newest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rollbook.model.change import Change
from rollbook.model.chapter import Chapter
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import Heading, NewsEntry, Paragraph
from rollbook.model.document.inlines import Inline, Line, Link, RawTag, Text
from rollbook.model.document.walk import every_block
from rollbook.model.spelling import Spelling, verbatim

_BETWEEN = " · "


def make_news(change: Change) -> NewsEntry:
    """An entry -> its block. The heading gives it an address of its own."""
    return NewsEntry(change.date, Heading(3, change.title), Paragraph(_dated(change)), change.blocks)


def find_unshown_changes(changes: Sequence[Change], chapters: Sequence[Chapter]) -> Iterator[Diagnostic]:
    """A book's changes -> a warning where they stand on no page, so that no reader and no feed has them."""
    shown = any(isinstance(block, NewsEntry) for chapter in chapters for block in every_block(chapter.blocks))
    if changes and not shown:
        message = "no chapter shows these changes, so readers never see them"
        hint = "write <!-- $changes --> where they should appear"
        first = min(change.place for change in changes)
        yield Diagnostic("unshown-changes", message, first, hint)


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
