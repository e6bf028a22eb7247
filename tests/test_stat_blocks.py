"""Stat blocks: numbers by the engine, actions by the book's calculators, found and printed like everything else."""

from __future__ import annotations

import json
from dataclasses import replace
from html import unescape

import pytest
from rollbook.assemble.read_stat_blocks import read_stat_blocks
from rollbook.engine.calculator import Calculator
from rollbook.engine.calculator.read import read_calculator
from rollbook.engine.calculator.roll import roll_calculator
from rollbook.engine.dice import given
from rollbook.model.book import Book
from rollbook.model.data_documents import StatAction
from rollbook.model.ruleset import Ruleset
from rollbook.model.source import Source
from rollbook.parse.parse_data import parse_data
from rollbook.render.fragment import render_fragment
from rollbook.render.pdf.print_index import index_entries
from rollbook.render.site.search.find_entries import find_entries
from rollbook.render.widgets import WidgetMarkup

from tests.shelves import CASES, clean_shelf
from tests.test_dialect import PlainMedium


@pytest.fixture(scope="module")
def book() -> Book:
    return clean_shelf(CASES / "dialect" / "stat-block").books[0]


def action(book: Book, number: int) -> StatAction:
    found = book.rules.stats["marsh-goblin"].actions[number]
    assert found is not None
    return found


def test_numbers_follow_from_fields_and_from_each_other(book: Book) -> None:
    stats = book.rules.stats["marsh-goblin"]
    assert stats.values == {"level": 1, "Armor Class": 13, "bite": 3, "worth": 30}
    assert [(track.name, track.most, track.dice) for track in stats.tracks] == [("hit points", 7, "")]


def test_an_action_gives_its_calculator_numbers_and_dice(book: Book) -> None:
    assert action(book, 0).inputs == {"bonus": "3", "weapon": "1d4 + 1"}
    assert action(book, 1).inputs == {"bonus": "-1"}


def test_the_books_own_rule_decides_a_critical_hit(book: Book) -> None:
    bite = action(book, 0)
    run = roll_calculator(book.rules.calculators[bite.calculator], dict(bite.inputs), given([20, 2]))
    assert [each.roll.total for each in run.results] == [23, 2 + 1 + 5]


def test_the_page_gives_every_input_so_that_none_comes_from_a_sheet(book: Book) -> None:
    html = render_fragment(book.pages[0].blocks, PlainMedium(), None, WidgetMarkup(book, "site"))
    first = json.loads(unescape(html.split('data-act="')[1].split('"')[0]))
    assert first == {"calculator": "attack", "inputs": {"bonus": "3", "guard": "12", "weapon": "1d4 + 1"}}
    assert "Critical hit 5&nbsp;%, Hit 50&nbsp;%, Miss 45&nbsp;%; Damage: 2 to 10, average 3.95" in html
    assert 'data-field="guard"' in html


def test_it_is_found_by_search_and_index_and_can_be_pinned(book: Book) -> None:
    found = next(entry for entry in find_entries(book) if entry.kind.name == "stat_block")
    assert (found.title, found.anchor) == ("Marsh goblin", "stat-block-marsh-goblin")
    assert "Marsh goblin" in [entry.words for entry in index_entries(book)]
    assert [spot.name for spot in book.lists.index if spot.kind == "stat block"] == ["stat-block:marsh-goblin"]


def test_a_name_of_the_stat_block_counts_before_a_phrase_of_the_book() -> None:
    written = """stat-block: orc
fields: {Melee bonus: 3}
derived: {both: Melee bonus + 1}
"""
    file, _ = parse_data(Source("data/book/orc.yml", written))
    stats, problems = read_stat_blocks(file.stat_blocks, Ruleset(phrases={"Melee bonus": "melee"}))
    assert problems == []
    assert stats["orc"].values["both"] == 4


def test_what_an_action_leads_to_keeps_its_markdown(book: Book) -> None:
    attack = book.rules.calculators["attack"]
    written = {
        "calculator": "attack",
        "inputs": [{"name": each.name, "kind": each.kind, "default": str(each.default)} for each in attack.inputs],
        "steps": [{"attack": "d20 + bonus"}, {"damage": "weapon"}],
        "results": {"damage": {"label": "*Damage*", "when": "attack > guard"}},
        "outcomes": [
            {
                "when": "attack > guard",
                "text": "**Hit** for {damage}: choose\n\n- 1d6 more\n- flee",
                "label": "A *hit*",
            },
            {"otherwise": "A miss.", "label": "Miss"},
        ],
    }
    read = read_calculator(written)
    assert isinstance(read, Calculator), read
    rules = replace(book.rules, calculators={**book.rules.calculators, "attack": read})
    html = render_fragment(book.pages[0].blocks, PlainMedium(), None, WidgetMarkup(replace(book, rules=rules), "site"))
    bite = html.split('data-act="')[1]
    assert '<div data-outcome-text="0" hidden=""><p><strong>Hit</strong> for <span data-hole="0">damage</span>' in bite
    assert '<span data-roll="1d6">1d6</span> more</li>' in bite
    assert '<span data-result-label="damage" hidden=""><em>Damage</em></span>' in bite
    assert '<span class="stat-odds">A <em>hit</em> 55&nbsp;%, Miss 45&nbsp;%; <em>Damage</em>: 2 to 5' in bite
