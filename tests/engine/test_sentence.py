"""A calculator says its sentence with what is given, worked out and likely, and an example tells how it went."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from rollbook.engine.calculator import Calculator
from rollbook.engine.calculator.inputs import bind_inputs
from rollbook.engine.calculator.odds import average_where, calculator_odds, spread_where
from rollbook.engine.calculator.read import read_calculator
from rollbook.engine.calculator.roll import roll_calculator
from rollbook.engine.calculator.say import Said, say, tell
from rollbook.engine.dice import given
from rollbook.engine.find_faults import calculator_faults, check_examples
from rollbook.engine.parse import parse
from rollbook.words import speech

from tests.engine.documents import VOCABULARY, document, table

TABLES = {name: table(name) for name in ("weapons", "enchanting", "injury")}


def read(name: str, **changed: object) -> Calculator:
    data: Any = document(f"calculators/{name}.yml")
    made = read_calculator({**data, **changed}, VOCABULARY, TABLES)
    assert isinstance(made, Calculator), made
    return made


def said(parts: tuple[tuple[Said, ...], ...]) -> str:
    """What is said -> a line to compare: inputs in brackets, what is between two numbers with dots."""
    return "".join(_shown(each) for part in parts for each in part)


def _shown(each: Said) -> str:
    joints = {"range": "..", "outcome": " ", "several": "/"}
    text = joints.get(each.kind, "").join(each.shown).replace("\N{NO-BREAK SPACE}", " ")
    return f"[{each.name}={text}]" if each.kind == "input" else text


@pytest.mark.parametrize(
    ("sentence", "inputs", "expected"),
    [
        ("At {level:+} against {ac}", {}, "At [level=+1] against [ac=12]"),
        ("{STR bonus:+} and {stance}", {"STR bonus": -2}, "[STR bonus=−2] and [stance=normal]"),
        ("with a {weapon}", {"weapon": "greatsword"}, "with a [weapon=Greatsword]"),
        ("{level: level | levels}, {level + 1: level | levels}", {}, "[level=1 level], 2 levels"),
        ("{chance of hit} {chance of Hit} {chance of critical hit}", {}, "55 % 50 % 5 %"),
        ("{chance of Hit or Critical hit}, {chance of hit, miss}", {}, "55 %, 95 %"),
        ("{chance of attack > ac + 1}", {}, "50 %"),
        ("{average damage}, {average damage when critical}", {}, "7.2, 14.5"),
        ("{damage}; {strength}; {hit}; {weapon.kind}", {}, "3..18; 2; no/yes; complex"),
        ("{outcome}", {}, "Critical hit 5 %Hit 50 %Miss 45 %"),
        ("{{plain}}", {}, "{plain}"),
    ],
)
def test_what_braces_hold(sentence: str, inputs: dict[str, object], expected: str) -> None:
    assert said(say(read("melee", sentence=sentence), inputs, speech("en"))) == expected


def test_the_chance_of_a_sentence_is_the_engine_s_own_exactly() -> None:
    made = read("melee", sentence="{chance of Miss}{outcome}")
    odds = calculator_odds(made, {"ac": 17})
    chances = [Fraction(each.name) for part in say(made, {"ac": 17}, speech("en")) for each in part]
    assert chances == [odds.outcomes[2].chance, *(each.chance for each in odds.outcomes)]


SHARING = {
    "calculator": "blades",
    "inputs": [{"name": "extra", "default": 2, "min": 0, "max": 9}, {"name": "hurt", "kind": "dice", "default": "1d6"}],
    "steps": [
        {"swing": "d20 + extra"},
        {"first": "if swing > 10 then max(1, hurt - 1) else 0"},
        {"second": "if natural(swing) = 20 then 1d4 + extra else 0"},
        {"both": "first + second - extra"},
        {"worse": "both - extra + (if swing > 10 then 1 else 0)"},
    ],
    "results": {"both": "", "worse": {"when": "swing > 10"}},
}


@pytest.mark.parametrize("value", ["both", "worse", "first + second * 2", "first - second - extra", "0 - both"])
@pytest.mark.parametrize("extra", [0, 7])
def test_the_average_of_a_sum_is_that_of_all_its_cases(value: str, extra: int) -> None:
    blades = read_calculator(SHARING, VOCABULARY, {})
    assert isinstance(blades, Calculator), blades
    values, asked = bind_inputs(blades, {"extra": extra}, None), parse(value)
    spread = spread_where(blades, values, asked, None)
    mean = average_where(blades, values, asked, None)
    assert spread is not None
    assert mean is not None
    assert (mean.value, mean.exact) == (spread.mean, True)
    # Where it counts only sometimes, the parts may share what decides when.
    often = parse("swing > 10")
    spread, mean = spread_where(blades, values, asked, often), average_where(blades, values, asked, often)
    assert spread is not None
    assert mean is not None
    assert mean.value == spread.mean


def test_the_sheet_speaks_where_the_reader_gave_nothing() -> None:
    made = read("melee", sentence="{level} {STR bonus}")
    assert said(say(made, {"level": 5}, speech("en"), {"level": 9, "STR bonus": 4})) == "[level=5] [STR bonus=4]"


def test_without_a_sentence_one_is_made_of_labels() -> None:
    assert said(say(read("melee"), {}, speech("en"))).startswith(
        "STR bonus [STR bonus=2], Character level [level=1], Weapon [weapon=Longsword], Stance [stance=normal]: "
        "Critical hit 5 %"
    )
    data: Any = document("calculators/melee.yml")
    inputs = [{**each, "main": "yes"} if each["name"] == "ac" else each for each in data["inputs"]]
    assert said(say(read("melee", inputs=inputs), {}, speech("en"))).startswith("Armor Class of the target [ac=12]: ")


def test_a_certain_outcome_speaks_in_its_own_words() -> None:
    made = read("melee", outcomes=[{"otherwise": "{attack} or so."}], examples=[])
    assert said(say(made, {}, speech("en")))[-10:] == "4..23 or so."[-10:]


def test_an_example_tells_what_came_out() -> None:
    data: Any = document("calculators/melee.yml")
    example = data["examples"][0] | {"text": "{weapon}: {attack:+} beats {ac}. {outcome} It had {chance of hit}."}
    made = read("melee", examples=[example])
    run = roll_calculator(made, made.examples[0].given, given(made.examples[0].faces))
    assert (
        said(tell(made, made.examples[0], run, speech("en")))
        == "[weapon=Longsword]: +18 beats [ac=15]. Hit for 8. It had 50 %."
    )
    assert check_examples(made, speech("en")) == ()


def test_an_example_that_tells_of_what_never_happened_is_wrong() -> None:
    data: Any = document("calculators/melee.yml")
    made = read("melee", examples=[data["examples"][2] | {"text": "{damage} HP.", "shown": "no"}])
    assert not made.examples[0].shown
    (problem,) = check_examples(made, speech("en"))
    assert problem.path == ("examples", 0, "text")
    assert problem.message == "the text speaks of damage, but the rule never gets to damage here"


def test_the_average_of_a_text_fails_when_tried_out() -> None:
    (problem,) = calculator_faults(read("melee", sentence="{average weapon.kind}"), speech("en"))
    assert (problem.code, problem.path) == ("not-a-number", ("sentence",))


@pytest.mark.parametrize(
    ("chance", "shown"),
    [("0", "0 %"), ("1/1000", "<1 %"), ("1/80", "1 %"), ("1/2", "50 %"), ("999/1000", ">99 %"), ("1", "100 %")],
)
def test_what_may_happen_is_neither_0_nor_100_percent(chance: str, shown: str) -> None:
    assert speech("en").whole_percent(Fraction(chance)).replace("\N{NO-BREAK SPACE}", " ") == shown
