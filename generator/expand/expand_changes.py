"""`$changes` -> the dated entries of the book's changes.yml, the newest first.

An entry is a division whose `meta` has "change": the date. In it stand a heading, so that the entry has an address of
its own; a paragraph with the date and the rules concerned; and the entry's text.
"""

from __future__ import annotations

from collections.abc import Iterator

from markdown_it.token import Token

from generator.change import Change
from generator.chapter import Manuscript
from generator.diagnostic import Diagnostic
from generator.spelling import Spelling

_BETWEEN = " · "


def change_tokens(change: Change) -> Iterator[Token]:
    """An entry -> its blocks."""
    yield Token("division_open", "div", 1, attrs={"class": "change"}, meta={"change": change.date}, block=True)
    yield Token("heading_open", "h3", 1, block=True)
    yield change.title
    yield Token("heading_close", "h3", -1, block=True)
    yield Token("paragraph_open", "p", 1, attrs={"class": "dated"}, block=True)
    yield _dated(change)
    yield Token("paragraph_close", "p", -1, block=True)
    yield from change.blocks
    yield Token("division_close", "div", -1, block=True)


def find_unshown_changes(book: Manuscript) -> Iterator[Diagnostic]:
    """A book in blocks -> a warning where its changes stand on no page, so that no reader and no feed has them."""
    shown = any("change" in token.meta for chapter in book.chapters for token in chapter.tokens)
    if book.changes and not shown:
        message = "no chapter shows these changes, so that readers never see them"
        hint = "write <!-- $changes --> where they should stand"
        first = min(change.place for change in book.changes)
        yield Diagnostic("unshown-changes", message, first, hint)


def _dated(change: Change) -> Token:
    """The day, and a link to each rule that the change is about; a link's place is the id's own."""
    day = change.date.isoformat()
    children = [_html(f'<time datetime="{day}">'), _text(day), _html("</time>")]
    content, runs = day, [(0, change.place)]
    for rule in change.rules:
        start = len(content) + len(_BETWEEN)
        runs.append((start, rule.place))
        content += _BETWEEN + rule.id
        meta = {"at": start, "end": len(content)}
        opening = Token("link_open", "a", 1, attrs={"href": f"rule:{rule.id}"}, meta=meta)
        children += [_text(_BETWEEN), opening, _text(rule.id), Token("link_close", "a", -1)]
    return Token("inline", "", 0, content=content, children=children, meta={"origin": Spelling(tuple(runs))})


def _html(tag: str) -> Token:
    return Token("html_inline", "", 0, content=tag, meta={"at": 0})


def _text(words: str) -> Token:
    return Token("text", "", 0, content=words)
