"""Rolls and roll tables -> the HTML that a page of the site shows for them before any script runs.

a roll     <button type="button" data-roll="d20 + DEX bonus" data-asks='{"DEX": "DEX bonus"}' data-d20="1"
           data-throw="[[1,20,1,0,3],…]" aria-describedby="rb-roll-1">…the author's text…</button>,
           with data-called='{"DEX check": "DEX bonus"}' where the text has other words for a name than the formula
           <small class="roll-note" id="rb-roll-1"> (<span>1 to 20, average 10.5</span>)</small>
a table    <div class="table-bar" data-roll-on="injury">…button, modifier, chances, an empty output…</div>
           before its scrolling region, with data-throw and data-rows; the <table> itself carries its die,
           data-roll-table
any other  <p class="table-foot">…its tools…</p> after its scrolling region, if it has an id

The small controls beside headings, tables and calculators: a link to copy, and a pin for the game master's screen.

a link     <a class="anchor" href="#cover" aria-label="Link to Cover"></a>: it works without scripts, and with them the
           full address is copied
a pin      <button type="button" class="pin" data-pin="table-injury" aria-pressed="false">Pin…</button>, in a book that
           has a screen
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import field
from html import escape
from itertools import count
from urllib.parse import quote

from rollbook.engine.roll_table import RollTable
from rollbook.engine.roll_table.roll_on import rows_to_pick
from rollbook.model.document.blocks import RuleMark, TableBlock
from rollbook.model.document.inlines import Roll
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.ruleset import Ruleset, engine_table
from rollbook.model.table import Table
from rollbook.render.medium import Medium
from rollbook.render.roll_notes import RollNote, RollNotes, Spread, short_json, written_plan
from rollbook.render.site.book_rules import table_name
from rollbook.words import PageWords, die_letter


@dataclass(frozen=True, slots=True)
class LiveMarkup:
    """Writes what can be rolled on one page. Notes are numbered in reading order."""

    words: PageWords
    notes: RollNotes
    tables: Mapping[str, Table]
    tools: SiteTools
    checked: Mapping[str, int] = field(default_factory=dict)  # how many examples hold each rule
    _numbers: count[int] = field(default_factory=lambda: count(1))

    def roll(self, roll: Roll) -> str:
        """A roll -> its button and its note."""
        note = self.notes.note(roll.expression, roll.names, roll.text)
        words = self._note_words(note)
        described = f"rb-roll-{next(self._numbers)}" if words else ""
        button = (
            f'<button type="button" data-roll="{escape(roll.expression)}"{_asks(note)}{_called(note)}{_d20(note)}'
            f"{_throw(note.throw)}{_described_by(described)}>{escape(roll.text, quote=False)}</button>"
        )
        if roll.as_code:
            button = f"<code>{button}</code>"
        if not words:
            return button
        return f'{button}<small class="roll-note" id="{described}"> (<span>{escape(words, quote=False)}</span>)</small>'

    def press(self, expression: str, title: str, label: str, shown: str) -> str:
        """Dice, what is rolled, what the button is called, its HTML -> the button on a sheet that throws them."""
        note = self.notes.note(expression, ())
        return (
            f'<button type="button" class="press" data-roll="{escape(expression)}" data-title="{escape(title)}"'
            f"{_asks(note)}{_d20(note)}{_throw(note.throw)}>"
            f'<span class="unseen">{escape(label, quote=False)} </span>{shown}</button>'
        )

    def table_bar(self, table: TableBlock, rolled: RollTable) -> str:
        """A table that a die picks a row of -> the controls before it."""
        name = escape(table_name(table.data, rolled, self.tables))
        plan = written_plan(rolled.die)
        words = self.words
        button = words.roll_die.format(die=escape(rolled.die.text.replace("d", die_letter(words.language))))
        on = words.on_table.format(table=escape(table.label or words.table))
        return (
            f'<div class="table-bar" data-roll-on="{name}"{_throw(plan)}{_rows(rolled) if plan else ""}>\n'
            f'<button type="button" class="table-roll">{button}<span class="unseen"> {on}</span></button>\n'
            f"{self._modifier(rolled)}"
            f'<button type="button" class="table-chances" aria-pressed="false">{words.chances}'
            f'<span class="unseen"> {on}</span></button>\n{self._tools(table)}'
            f'<output class="table-result"></output>\n</div>\n'
        )

    def table_foot(self, table: TableBlock) -> str:
        """Any table -> its tools, unless the controls hold them."""
        tools = "" if table.roll else self._tools(table)
        return f'<p class="table-foot">{tools}</p>\n' if tools else ""

    def _tools(self, table: TableBlock) -> str:
        """A table's link and pin; one of a chapter itself has no id that would last."""
        if table.data is None or not table.anchor:
            return ""
        return self.tools.both(
            table.anchor, f"table-{table.data.id}", table.label or self.words.table, 2 if table.data.is_wide else 1
        )

    def record_tools(self, own_id: str, pin: str, name: str) -> str:
        """A record's id in the page, what it is pinned by, its name -> its link and its pin."""
        return self.tools.both(own_id, pin, name)

    def heading_link(self, anchor: str, title: str) -> str:
        """A heading's id and words -> the link to it."""
        return self.tools.link(anchor, title)

    def facts(self, rule: RuleMark) -> str:
        """A rule -> where it is written and how many examples hold it, for the editor's view."""
        # Of the path only what is the same on every machine.
        file = "/".join(rule.place.file.replace("\\", "/").split("/")[-2:])
        count = self.checked.get(rule.id, 0)
        facts = self.words.editor_facts.format(file=f"{file}:{rule.place.line}", count=count)
        return f' data-facts="{escape(facts)}"'

    def rule_links(self, rule: RuleMark, medium: Medium) -> str:
        """A rule -> links to the calculators that carry it out in other sections."""
        links = (
            f'<a class="plays" href="{escape(medium.href(spot.target))}">{escape(spot.title)}</a> '
            for spot in rule.elsewhere
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
        words = self._range(spread)
        names = self.words.list_and.join(note.asks.values())
        return self.words.roll_with_names.format(range=words, names=names) if names else words

    def _range(self, spread: Spread) -> str:
        if spread.low == spread.high:
            return self.words.roll_fixed.format(value=spread.low)
        average = self.words.speech.decimal(spread.average)
        return self.words.roll_range.format(low=spread.low, high=spread.high, average=average)


def live_notes(rules: Ruleset) -> RollNotes:
    """A book's rules -> what makes the notes of its rolls."""
    return RollNotes(rules.phrases, {name: engine_table(table) for name, table in rules.tables.items()})


def _throw(plan: str) -> str:
    return f' data-throw="{escape(plan)}"' if plan else ""


def _rows(rolled: RollTable) -> str:
    return f' data-rows="{short_json(rows_to_pick(rolled))}"'


def _asks(note: RollNote) -> str:
    return f' data-asks="{escape(json.dumps(dict(note.asks), ensure_ascii=False))}"' if note.asks else ""


def _called(note: RollNote) -> str:
    return f' data-called="{escape(json.dumps(dict(note.called), ensure_ascii=False))}"' if note.called else ""


def _d20(note: RollNote) -> str:
    return ' data-d20="1"' if note.one_d20 else ""


def _described_by(described: str) -> str:
    return f' aria-describedby="{described}"' if described else ""


@dataclass(frozen=True, slots=True)
class SiteTools:
    """Writes them for one book; `pins`: whether it has a screen to pin to."""

    words: PageWords
    pins: bool

    def link(self, anchor: str, name: str) -> str:
        """An anchor of the page and what is there -> the link to it."""
        label = self.words.link_to.format(name=name)
        return f'<a class="anchor" href="#{quote(anchor)}" aria-label="{escape(label)}"></a>'

    def pin(self, pin: str, name: str, width: int = 1) -> str:
        """What a reader can pin (`table-injury`), its name, its width -> the button, where there is a screen."""
        if not self.pins:
            return ""
        words = f'{self.words.pin}<span class="unseen"> {escape(self.words.pin_name.format(name=name))}</span>'
        wide = f' data-wide="{width}"' if width > 1 else ""
        return f'<button type="button" class="pin" data-pin="{escape(pin)}"{wide} aria-pressed="false">{words}</button>'

    def both(self, anchor: str, pin: str, name: str, width: int = 1) -> str:
        """Both of them, to be beside a title."""
        return f'<span class="tools">{self.link(anchor, name)}{self.pin(pin, name, width)}</span>'
