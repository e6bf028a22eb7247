"""Rolls and roll tables -> the HTML that a page of the site shows for them before any script runs.

a roll     <button type="button" data-roll="d20 + DEX bonus" data-asks='{"DEX": "DEX bonus"}' data-d20="1"
           aria-describedby="rb-roll-1">…the author's text…</button>
           <small class="roll-note" id="rb-roll-1"> (1 to 20, average 10.5)</small>
a table    <div class="table-bar" data-roll-on="injury">…button, modifier, chances, an empty output…</div>
           before its scrolling region; the <table> itself carries data-roll-table (its die)
any other  <p class="table-foot">…its tools…</p> after its scrolling region, if it has an id
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from itertools import count

from markdown_it.token import Token

from generator.book import Book
from generator.engine.roll_table import RollTable
from generator.render.medium import Medium
from generator.render.roll_notes import RollNote, RollNotes
from generator.render.roll_tables import table_name
from generator.render.site.site_tools import SiteTools
from generator.render.site.words import Words
from generator.ruleset import engine_table
from generator.table import Table


@dataclass(frozen=True, slots=True)
class LiveMarkup:
    """Writes what can be rolled on one page. Notes are numbered in reading order."""

    words: Words
    notes: RollNotes
    tables: Mapping[str, Table]
    tools: SiteTools
    _numbers: count[int] = field(default_factory=lambda: count(1))

    def roll(self, token: Token) -> str:
        """A roll token -> its button and its note."""
        note = self.notes.note(token.info, token.meta["names"])
        words = self._note_words(note)
        described = f"rb-roll-{next(self._numbers)}" if words else ""
        button = (
            f'<button type="button" data-roll="{escape(token.info)}"{_asks(note)}{_d20(note)}'
            f"{_described_by(described)}>{escape(token.content, quote=False)}</button>"
        )
        if token.markup:
            button = f"<code>{button}</code>"
        if not words:
            return button
        return f'{button}<small class="roll-note" id="{described}"> ({escape(words, quote=False)})</small>'

    def table_bar(self, opening: Token, label: str) -> str:
        """The `table_open` token of a roll table and what the table is called -> the controls before it."""
        rolled: RollTable = opening.meta["roll_table"]
        name = escape(table_name(opening, self.tables))
        words = self.words
        button = words.roll_die.format(die=escape(rolled.die.text))
        on = words.on_table.format(table=escape(label))
        return (
            f'<div class="table-bar" data-roll-on="{name}">\n'
            f'<button type="button" class="table-roll">{button}<span class="unseen"> {on}</span></button>\n'
            f"{self._modifier(rolled)}"
            f'<button type="button" class="table-chances" aria-pressed="false">{words.chances}'
            f'<span class="unseen"> {on}</span></button>\n{self._tools(opening, label)}'
            f'<output class="table-result"></output>\n</div>\n'
        )

    def table_foot(self, opening: Token, label: str) -> str:
        """The `table_open` token of any table and what it is called -> its tools, unless the controls hold them."""
        tools = "" if "roll_table" in opening.meta else self._tools(opening, label)
        return f'<p class="table-foot">{tools}</p>\n' if tools else ""

    def _tools(self, opening: Token, label: str) -> str:
        """A table's link and pin; one of a chapter itself has no id that would last."""
        if "anchor" not in opening.meta:
            return ""
        table: Table = opening.meta["table"]
        return self.tools.both(opening.meta["anchor"], f"table-{table.id}", label, 2 if table.is_wide else 1)

    def heading_link(self, anchor: str, title: str) -> str:
        """A heading's id and words -> the link to it."""
        return self.tools.link(anchor, title)

    def rule_links(self, token: Token, medium: Medium) -> str:
        """A rule token -> links to the calculators that carry it out in other sections."""
        links = (
            f'<a class="plays" href="{escape(medium.href(spot.target))}">{escape(spot.title)}</a> '
            for spot in token.meta.get("elsewhere", ())
        )
        return "".join(links)

    def _modifier(self, rolled: RollTable) -> str:
        span = rolled.modifiers
        if span.low == span.high == 0:
            return ""
        low = "" if span.low is None else f' min="{span.low}"'
        high = "" if span.high is None else f' max="{span.high}"'
        field_ = f'<input type="number" class="table-modifier" value="0" step="1"{low}{high}>'
        return f"<label>{self.words.modifier} {field_}</label>\n"

    def _note_words(self, note: RollNote) -> str:
        spread = note.spread
        if spread is None:
            return ""
        if spread.low == spread.high:
            words = self.words.roll_fixed.format(value=spread.low)
        else:
            words = self.words.roll_range.format(low=spread.low, high=spread.high, average=spread.average)
        names = self.words.list_and.join(note.asks.values())
        return self.words.roll_with_names.format(range=words, names=names) if names else words


def live_notes(book: Book) -> RollNotes:
    """A book -> what makes the notes of its rolls."""
    tables = {name: engine_table(table) for name, table in book.rules.tables.items()}
    return RollNotes(book.rules.phrases, tables)


def _asks(note: RollNote) -> str:
    return f' data-asks="{escape(json.dumps(dict(note.asks), ensure_ascii=False))}"' if note.asks else ""


def _d20(note: RollNote) -> str:
    return ' data-d20="1"' if note.one_d20 else ""


def _described_by(described: str) -> str:
    return f' aria-describedby="{described}"' if described else ""
