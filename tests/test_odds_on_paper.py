"""A calculator's chances as a table on paper, held to the odds that the engine gives for each cell."""

from __future__ import annotations

import pytest
from rollbook.engine.calculator import Calculator
from rollbook.engine.calculator.odds import calculator_odds
from rollbook.engine.calculator.read import read_calculator
from rollbook.engine.find_faults import calculator_faults
from rollbook.render.widgets.chances import OddsRow, OddsView, view_odds
from rollbook.render.widgets.wording import wording
from rollbook.words import speech

ENGLISH = wording("en")
ATTACK: dict[str, object] = {
    "calculator": "attack",
    "inputs": [
        {"name": "stance", "choices": {"bold": 2, "wary": 0}},
        {"name": "bonus", "label": "Attack bonus", "min": -5, "max": 20, "default": 3},
        {"name": "ac", "label": "Armor Class", "min": 5, "max": 30, "default": 13},
    ],
    "steps": [{"attack": "d20 + bonus + stance"}, {"hit": "attack >= ac"}, {"damage": "d8"}],
    "results": {"attack": "Attack", "damage": {"label": "Damage", "when": "hit"}},
    "outcomes": [
        {"when": "natural(attack) = 20", "text": "Critical!", "label": "Critical hit"},
        {"when": "hit", "text": "A hit.", "label": "Hit"},
        {"otherwise": "A miss.", "label": "Miss"},
    ],
}


def read(**more: object) -> Calculator:
    made = read_calculator({**ATTACK, **more})
    assert isinstance(made, Calculator), made
    return made


def test_over_one_input_each_outcome_has_a_line() -> None:
    shown = view_odds(read(odds={"by": {"ac": [10, 15, 20]}}), ENGLISH)
    # The chance of a 20 is the same for all, so that it stands in no table.
    assert shown == OddsView(
        "Armor Class",
        "",
        ("10", "15", "20"),
        (
            OddsRow("Hit", ("75\u00a0%", "50\u00a0%", "25\u00a0%")),
            OddsRow("Miss", ("20\u00a0%", "45\u00a0%", "70\u00a0%")),
        ),
    )


def test_over_two_inputs_it_tells_one_thing_and_every_cell_is_the_engines() -> None:
    bonuses, classes = ["+0", "+4", "+8"], [10, 16]
    calculator = read(odds={"by": {"bonus": bonuses, "ac": classes}, "of": ["Hit", "Critical hit"]})
    shown = view_odds(calculator, ENGLISH)
    assert shown is not None
    assert (shown.corner, shown.over, shown.heads) == ("Attack bonus", "Armor Class", ("10", "16"))
    assert shown.told == "Hit or Critical hit"
    for bonus, row in zip(bonuses, shown.rows, strict=True):
        assert row.head == bonus
        for ac, cell in zip(classes, row.cells, strict=True):
            odds = calculator_odds(calculator, {"bonus": bonus, "ac": ac})
            assert cell == ENGLISH.speech.whole_percent(1 - odds.outcomes[-1].chance)


def test_without_a_word_from_the_author_it_tries_numbers_around_the_default() -> None:
    shown = view_odds(read(print="odds"), ENGLISH)
    assert shown is not None
    assert shown.corner == "Attack bonus"
    assert shown.heads == ("−3", "−1", "1", "3", "5", "7")


@pytest.mark.parametrize(
    ("given", "heads"),
    [
        ({"min": 1, "max": 4, "default": 2}, ("1", "2", "3", "4")),
        ({"min": 0, "max": 40, "default": 0}, ("0", "2", "4", "6", "8", "10")),
        ({"min": 0, "max": 20, "default": 20}, ("10", "12", "14", "16", "18", "20")),
        ({"kind": "flag"}, ("no", "yes")),
        ({"choices": {"low": 1, "high": 5}}, ("low", "high")),
    ],
)
def test_what_is_tried_lies_within_the_bounds_and_a_flag_is_a_word(
    given: dict[str, object], heads: tuple[str, ...]
) -> None:
    made = read_calculator(
        {
            "calculator": "it",
            "print": "odds",
            "inputs": [{"name": "more", **given}],
            "steps": [{"sum": "d6 + (if more then 4 else 0)" if given.get("kind") else "d6 + more"}],
        }
    )
    assert isinstance(made, Calculator), made
    shown = view_odds(made, ENGLISH)
    assert shown is not None
    assert shown.heads == heads


def test_without_inputs_or_chance_there_is_no_table() -> None:
    alone = read_calculator({"calculator": "it", "print": "odds", "steps": [{"sum": "d6"}]})
    assert isinstance(alone, Calculator)
    assert view_odds(alone, ENGLISH) is None


def test_a_value_that_an_input_refuses_is_told_where_it_stands() -> None:
    calculator = read(odds={"by": {"ac": [10, 99]}})
    (fault,) = calculator_faults(calculator, speech("en"))
    assert fault.path == ("odds", "by", "ac", 1)
    assert view_odds(calculator, ENGLISH) is None


@pytest.mark.parametrize(
    ("odds", "path", "code"),
    [
        ({"by": {"arc": [10]}}, ("odds", "by", "arc"), "unknown-name"),
        ({"of": "Hits"}, ("odds", "of"), "unknown-name"),
        ({"by": {"ac": [1], "bonus": [1], "stance": ["bold"]}}, ("odds", "by"), "too-many"),
        ({"by": {"ac": list(range(5, 18))}}, ("odds", "by", "ac"), "too-many"),
        ({"over": {"ac": [1]}}, ("odds", "over"), "unknown-key"),
    ],
)
def test_mistakes_are_told_where_they_stand(odds: object, path: tuple[str, ...], code: str) -> None:
    problems = read_calculator({**ATTACK, "odds": odds})
    assert isinstance(problems, tuple)
    assert [(problem.path, problem.code) for problem in problems] == [(path, code)]
