"""Calculators come out as the book says, roll only what is needed, and give odds that brute force agrees with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st
from rollbook.engine.calculator import Calculator
from rollbook.engine.calculator.inputs import filled_in, read_inputs_given
from rollbook.engine.calculator.odds import calculator_odds, sensitivity
from rollbook.engine.calculator.read import read_calculator
from rollbook.engine.calculator.roll import CalculatorRoll, roll_calculator
from rollbook.engine.dice import given, seeded
from rollbook.engine.find_faults import calculator_faults, check_examples
from rollbook.engine.problem import Problem, ProblemError
from rollbook.engine.table import GameTable, read_table
from rollbook.words import speech

from tests.engine.documents import CASES, VOCABULARY, document, table

NAMES = sorted(path.stem for path in (CASES / "calculators").glob("*.yml"))
TABLES = {name: table(name) for name in ("weapons", "enchanting", "injury")}


def calculator(name: str) -> Calculator:
    return read(document(f"calculators/{name}.yml"))


def read(data: object) -> Calculator:
    made = read_calculator(data, VOCABULARY, TABLES)
    assert isinstance(made, Calculator), made
    return made


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_come_out_as_written(name: str) -> None:
    made = calculator(name)
    assert made.examples
    assert check_examples(made, speech("en")) == ()


def test_a_wrong_example_is_named_exactly() -> None:
    data: Any = document("calculators/melee.yml")
    data["examples"][0]["expect"] |= {"attack": "22", "outcome": "Hit for 7."}
    problems = check_examples(read(data), speech("en"))
    assert [(problem.code, problem.path, problem.message) for problem in problems] == [
        ("example-differs", ("examples", 0, "expect", "attack"), "the text says 22, the rule gives 18 for attack"),
        (
            "example-differs",
            ("examples", 0, "expect", "outcome"),
            "the text says “Hit for 7.”, the rule gives “Hit for 8.”",
        ),
    ]


@pytest.mark.parametrize(
    ("example", "code", "path"),
    [
        ({"faces": ["13"], "expect": {"attack": "16"}}, "too-few-faces", ("faces",)),
        ({"faces": ["21"], "expect": {"attack": "16"}}, "impossible-face", ("faces",)),
        ({"faces": ["1", "2"], "expect": {"attack": "4"}}, "left-over-faces", ("faces",)),
        ({"faces": ["1"], "given": {"ac": "41"}, "expect": {}}, "too-high", ("given", "ac")),
        ({"faces": ["1"], "expect": {"damage": "3"}}, "example-differs", ("expect", "damage")),
    ],
)
def test_an_example_that_cannot_be_played_is_pointed_at(example: Any, code: str, path: tuple[str, ...]) -> None:
    data: Any = document("calculators/melee.yml")
    data["examples"] = [example]
    found = [(problem.code, problem.path) for problem in check_examples(read(data), speech("en"))]
    assert (code, ("examples", 0, *path)) in found


def test_a_miss_throws_no_damage() -> None:
    missed = roll_calculator(calculator("melee"), {"ac": 20}, given([5]))
    assert missed.value("damage") is None
    assert [result.result.name for result in missed.results] == ["attack"]


def test_steps_are_carried_out_in_the_order_written_whoever_asks_first() -> None:
    """The first outcome names the foe's roll first, but ours stands first in the steps."""
    run = roll_calculator(calculator("opposed"), {}, given([11, 9, 4]))
    assert [name for name, _ in run.steps][:2] == ["ours", "theirs"]
    assert (run.value("ours"), run.value("theirs")) == (14, 11)


def test_a_step_is_one_roll_however_often_it_is_used() -> None:
    made = read({"calculator": "c", "steps": [{"a": "2d6"}, {"twice": "a + a"}, {"same": "a = a"}]})
    run = roll_calculator(made, {}, given([2, 5]))
    assert (run.value("twice"), run.value("same")) == (14, True)
    assert (
        calculator_odds(made, {}).results[1].distribution
        == calculator_odds(read({"calculator": "c", "steps": [{"twice": "2 * 2d6"}]}), {}).results[0].distribution
    )


def test_dice_of_an_input_are_thrown_anew_at_each_use() -> None:
    steps = [{"two": "weapon + weapon"}]
    made = read({"calculator": "c", "inputs": [{"name": "weapon", "kind": "dice", "default": "1d4"}], "steps": steps})
    assert roll_calculator(made, {"weapon": "1d6"}, given([6, 5])).value("two") == 11


def test_dice_that_a_reader_types_name_nothing() -> None:
    inputs = [{"name": "weapon", "kind": "dice", "default": "1d4"}]
    made = read({"calculator": "c", "inputs": inputs, "steps": [{"damage": "weapon + 1"}]})
    with pytest.raises(ProblemError) as refused:
        roll_calculator(made, {"weapon": "1d6 + damage"}, seeded(1))
    assert (refused.value.problem.code, refused.value.problem.start) == ("not-dice", 6)


def test_a_cell_that_names_the_step_that_uses_it_is_a_problem() -> None:
    blades = read_table({"table": "blades", "columns": ["blade", "damage"], "rows": [["Ouroboros", "1d6 + hurt"]]})
    assert isinstance(blades, GameTable)
    inputs = [{"name": "blade", "table": "blades", "column": "damage"}]
    made = read_calculator(
        {"calculator": "c", "inputs": inputs, "steps": [{"hurt": "blade"}]}, tables={"blades": blades}
    )
    assert isinstance(made, Calculator)
    with pytest.raises(ProblemError) as refused:
        roll_calculator(made, {}, seeded(1))
    assert refused.value.problem.code == "name-cycle"
    with pytest.raises(ProblemError):
        calculator_odds(made, {})


def test_inputs_come_from_the_sheet_unless_they_are_given() -> None:
    made = calculator("melee")
    sheet = {"level": 5, "STR bonus": 4}
    assert roll_calculator(made, {"ac": 40}, given([1]), sheet).value("attack") == 10
    assert roll_calculator(made, {"ac": 40, "level": "+1"}, given([1]), sheet).value("attack") == 6
    assert roll_calculator(made, {"ac": 40}, given([1])).value("attack") == 4


@pytest.mark.parametrize(
    ("inputs", "code"),
    [
        ({"level": 0}, "too-low"),
        ({"level": "21"}, "too-high"),
        ({"level": "high"}, "not-a-number"),
        ({"weapon": "Bow"}, "unknown-choice"),
        ({"lvl": 3}, "unknown-key"),
        ({"level": [1]}, "not-a-number"),
    ],
)
def test_inputs_that_do_not_fit_are_refused(inputs: dict[str, object], code: str) -> None:
    with pytest.raises(ProblemError) as refused:
        roll_calculator(calculator("melee"), inputs, seeded(1))
    assert (refused.value.problem.code, refused.value.problem.path) == (code, tuple(inputs))


def test_a_critical_hit_and_its_damage_stay_dependent() -> None:
    odds = calculator_odds(calculator("melee"), {"weapon": "Dagger", "ac": 40})
    assert [each.chance for each in odds.outcomes] == [Fraction(1, 20), 0, Fraction(19, 20)]
    damage = odds.results[1]
    assert (damage.shown, odds.exact) == (Fraction(1, 20), True)
    # Only a natural 20 hits, so every damage that is shown is a critical one: the dagger's 4 and 1d4.
    assert damage.distribution is not None
    assert (damage.distribution.minimum, damage.distribution.maximum) == (5, 8)


def test_an_outcome_that_never_holds_leaves_the_rest_to_none() -> None:
    made = read({"calculator": "c", "steps": [{"a": "d6"}], "outcomes": [{"when": "a > 6", "text": "{a}"}]})
    odds = calculator_odds(made, {})
    assert [(each.outcome is None, each.chance) for each in odds.outcomes] == [(False, 0), (True, 1)]
    run = roll_calculator(made, {}, given([6]))
    assert (run.outcome, run.said) == (None, ())


def test_moving_one_number_moves_the_odds() -> None:
    moved = sensitivity(calculator("melee"), {"ac": 12}, "ac", [3, 13, 23])
    hits = [sum(each.chance for each in odds[:2]) for _, odds in moved]
    assert hits == [1, Fraction(1, 2), Fraction(1, 20)]


# Brute force: play every way in which the dice can fall, each as likely as its dice make it.


class Tree:
    """Dice that follow a list of places, and note how many sides each throw had."""

    def __init__(self, places: list[int]) -> None:
        self.places = places
        self.sides: list[int] = []

    def throw(self, count: int, sides: int) -> list[int]:
        return [self._next(sides) + 1 for _ in range(count)]

    def pick(self, count: int, faces: tuple[Any, ...]) -> list[Any]:
        return [faces[self._next(len(faces))] for _ in range(count)]

    def _next(self, sides: int) -> int:
        self.sides.append(sides)
        return self.places[len(self.sides) - 1] if len(self.sides) <= len(self.places) else 0


def every_run(play: Callable[[Any], CalculatorRoll]) -> Iterator[tuple[CalculatorRoll, Fraction]]:
    places: list[int] | None = []
    while places is not None:
        dice = Tree(places)
        run = play(dice)
        weight = Fraction(1)
        for sides in dice.sides:
            weight /= sides
        yield run, weight
        places = _following(places + [0] * (len(dice.sides) - len(places)), dice.sides)


def _following(places: list[int], sides: list[int]) -> list[int] | None:
    while places and places[-1] + 1 == sides[len(places) - 1]:
        places.pop()
    return [*places[:-1], places[-1] + 1] if places else None


def assert_brute_force_agrees(made: Calculator, inputs: dict[str, object]) -> None:
    outcomes: dict[str, Fraction] = {}
    results: dict[str, dict[object, Fraction]] = {result.name: {} for result in made.results}
    for run, weight in every_run(lambda dice: roll_calculator(made, inputs, dice)):
        label = run.outcome.label if run.outcome else ""
        outcomes[label] = outcomes.get(label, Fraction(0)) + weight
        for each in run.results:
            found = results[each.result.name]
            found[each.roll.total] = found.get(each.roll.total, Fraction(0)) + weight
    odds = calculator_odds(made, inputs)
    assert odds.exact
    counted = {each.outcome.label if each.outcome else "": each.chance for each in odds.outcomes}
    assert {label: chance for label, chance in counted.items() if chance} == (outcomes if made.outcomes else {})
    for result in odds.results:
        found = results[result.result.name]
        assert result.shown == sum(found.values())
        if result.distribution is not None:
            values = result.distribution.weights
            assert {value: result.distribution.exactly(value) * result.shown for value in values} == found


@pytest.mark.parametrize(
    ("name", "inputs"),
    [
        ("melee", {"weapon": "Dagger", "ac": 15}),
        ("melee", {"weapon": "Longsword", "ac": 25, "STR bonus": -3}),
        ("opposed", {"strength": 1}),
        ("enchant", {"Knowledge": -6}),
        ("sub_attacks", {"strikes": 2}),
        ("sub_attacks", {"strikes": 3, "bonus": 5}),
    ],
)
def test_odds_equal_brute_force(name: str, inputs: dict[str, object]) -> None:
    assert_brute_force_agrees(calculator(name), inputs)


DICE = st.sampled_from(["d4", "2d3", "d6", "2d4kh1", "d{1,1,5}", "3"])
USES = [
    "a",
    "b",
    "a + b",
    "a - b",
    "max(a, b)",
    "natural(a)",
    "a * 2",
    "if a > b then a else b",
    "if a > 2 then 1 else b",
]
ASKS = ["a > b", "natural(a) = 3", "a = b", "a + b >= 6 and natural(b) > 1", "a > 2 or b > 2", "not a > 1"]


@settings(max_examples=60, deadline=None)
@for_all(DICE, DICE, st.sampled_from(USES), st.sampled_from(USES), st.sampled_from(ASKS), st.sampled_from(ASKS))
def test_odds_of_made_up_calculators_equal_brute_force(
    a: str, b: str, first: str, second: str, when: str, shown: str
) -> None:
    made = read(
        {
            "calculator": "c",
            "steps": [{"a": a}, {"b": f"{b} + 0 * a"}, {"c": first}, {"d": f"({second}) + d2"}],
            "results": {"c": "C", "d": {"when": shown}},
            "outcomes": [
                {"when": when, "text": "{c}", "label": "yes"},
                {"when": "d > 3", "text": "{d}", "label": "high"},
            ],
        }
    )
    assert_brute_force_agrees(made, {})


@pytest.mark.parametrize("name", NAMES)
def test_the_calculators_run_with_every_input(name: str) -> None:
    assert calculator_faults(calculator(name), speech("en")) == ()


@pytest.mark.parametrize(
    ("step", "code", "columns", "inputs"),
    [
        ({"share": "10 / foes"}, "division-by-zero", (0, 9), "(with foes = 0)"),
        ({"sum": "weapon.kind + 1"}, "not-a-number", (0, 11), ""),
        ({"found": 'lookup(weapons, "Spoon", damage)'}, "unknown-row", (0, 32), ""),
        ({"roll": "(foes)d6"}, "too-many-dice", (0, 8), "(with foes = 2000)"),
    ],
)
def test_a_run_that_fails_is_found_before_readers_meet_it(
    step: dict[str, str], code: str, columns: tuple[int, int], inputs: str
) -> None:
    foes = {"name": "foes", "min": 0, "max": 2000, "default": 2}
    made = read(
        {"calculator": "c", "inputs": [foes, {"name": "weapon", "table": "weapons"}], "steps": [{"a": "1"}, step]}
    )
    problems = calculator_faults(made, speech("en"))
    name = next(iter(step))
    assert [(problem.code, problem.path) for problem in problems] == [(code, ("steps", 1, name))]
    assert problems[0].message.endswith(inputs)
    assert (problems[0].start, problems[0].end) == columns


@pytest.mark.parametrize(
    ("path", "value", "code", "hint"),
    [
        (("titel",), "x", "unknown-key", "did you mean “title”?"),
        (("inputs", 1, "mn"), "1", "unknown-key", "did you mean “min”?"),
        (("inputs", 1, "min"), "one", "not-a-number", ""),
        (("inputs", 1, "default"), "99", "default-out-of-bounds", ""),
        (("inputs", 1, "column"), "damage", "key-without-effect", ""),
        (("inputs", 2, "table"), "weapon", "unknown-table", "did you mean “weapons”?"),
        (("inputs", 2, "column"), "damag", "unknown-column", "did you mean “damage”?"),
        (("inputs", 2, "default"), "Bow", "unknown-choice", ""),
        (("steps", 0, "attack"), "d20 + levle", "unknown-name", "did you mean “level”?"),
        (("steps", 0, "attack"), "d20 + damage", "unknown-name", ""),
        (("steps", 3, "strength"), 'lookup(weapns, "Dagger", damage)', "unknown-table", "did you mean “weapons”?"),
        (("steps", 3, "strength"), 'lookup(weapons, "Dagger", hand)', "unknown-column", "did you mean “hands”?"),
        (("results", "damage", "when"), "hti", "unknown-name", "did you mean “hit”?"),
        (("outcomes", 0, "text"), "Hit for {damge}!", "unknown-name", "did you mean “damage”?"),
        (("outcomes", 0, "text"), "Hit for {damage!", "open-brace", ""),
        (("outcomes", 0, "when"), "critical and", "missing-operand", ""),
        (("examples", 0, "expect", "atack"), "18", "unknown-name", "did you mean “attack”?"),
        (("examples", 0, "faces", 0), "x", "not-a-number", ""),
    ],
)
def test_a_slip_in_the_document_is_pointed_at(path: tuple[Any, ...], value: object, code: str, hint: str) -> None:
    data: Any = document("calculators/melee.yml")
    spot = data
    for key in path[:-1]:
        spot = spot[key]
    spot[path[-1]] = value
    problems = read_calculator(data, VOCABULARY, TABLES)
    assert isinstance(problems, tuple)
    assert (path, code) in [(problem.path, problem.code) for problem in problems]
    found = next(problem for problem in problems if problem.code == code and problem.path == path)
    assert found.suggestion == hint or not hint


def test_the_columns_of_a_problem_lie_in_the_text_that_it_is_about() -> None:
    data: Any = document("calculators/melee.yml")
    data["outcomes"][0]["text"] = "A {{critical}} hit: {damge} and {stroke}!"
    problems = read_calculator(data, VOCABULARY, TABLES)
    assert isinstance(problems, tuple)
    text = data["outcomes"][0]["text"]
    assert [text[problem.start : problem.end] for problem in problems] == ["damge", "stroke"]


def test_all_problems_of_a_document_are_told_at_once() -> None:
    data = {
        "calculator": "c",
        "inputs": [{"name": "a", "kind": "nubmer"}, {"label": "nameless"}, {"name": "a"}],
        "steps": [{"x": "y"}, {"x": "1"}, "z", {"p": "1", "q": "2"}],
        "outcomes": [{"otherwise": "so"}, {"when": "x", "text": "never"}],
    }
    problems = read_calculator(data)
    assert isinstance(problems, tuple)
    codes = [problem.code for problem in problems]
    for code in ("unknown-word", "missing-key", "duplicate-name", "unknown-name", "not-a-mapping", "not-a-step"):
        assert code in codes
    assert "never-reached" in codes


def test_sixty_steps_may_wait_for_one_another_and_no_more() -> None:
    steps = [{"s0": "d6"}, *({f"s{i}": f"if s0 > 0 then s{i - 1} + 1 else 0"} for i in range(1, 61))]
    data: Any = {"calculator": "c", "steps": steps[:60], "results": ["s59"]}
    assert roll_calculator(read(data), {}, given([4])).value("s59") == 63
    assert calculator_odds(read(data), {}).results[0].distribution is not None
    problems = read_calculator(data | {"steps": steps})
    assert isinstance(problems, tuple)
    assert [(problem.code, problem.path) for problem in problems] == [("too-many", ("steps",))]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["name", "when", "text", "a"]), inner),
    max_leaves=10,
)
KEYS = st.sampled_from(["calculator", "inputs", "steps", "results", "outcomes", "examples", "rule", "title"])


@for_all(st.dictionaries(KEYS, JSON) | JSON)
def test_any_document_is_read_or_answered_with_problems(data: object) -> None:
    made = read_calculator(data)
    assert isinstance(made, Calculator) or all(isinstance(problem, Problem) for problem in made)
    assert made


def test_outcomes_of_a_table_know_their_column_by_name_and_by_title() -> None:
    finds = read_table(
        {
            "table": "finds",
            "roll": "d6",
            "columns": [{"name": "roll", "kind": "range"}, {"name": "what", "title": "What is found"}],
            "rows": [["1-5", "Dust"], ["6", "A ring"]],
        }
    )
    assert isinstance(finds, GameTable)
    for column in ("what", "What is found"):
        outcomes = [{"table": "finds", "roll": "search", "column": column}]
        made = read_calculator(
            {"calculator": "search", "steps": [{"search": "d6"}], "outcomes": outcomes}, VOCABULARY, {"finds": finds}
        )
        assert isinstance(made, Calculator)
        assert [outcome.label for outcome in made.outcomes] == ["Dust", "A ring"]


def test_explosions_cut_short_are_not_called_exact() -> None:
    made = read_calculator({"calculator": "burst", "steps": [{"burst": "10d6!"}], "results": {"burst": "Burst"}})
    assert isinstance(made, Calculator)
    odds = calculator_odds(made, {})
    assert (odds.exact, odds.samples) == (False, 0)
    assert odds.results[0].distribution is not None
    assert not odds.results[0].distribution.exact


def test_a_field_that_the_sheet_hides_leaves_the_default() -> None:
    given = [{"name": "range", "kind": "number", "default": "3", "from": "bow range"}]
    made = read_calculator({"calculator": "shot", "inputs": given, "steps": [{"shot": "range * 2"}]})
    assert isinstance(made, Calculator)
    values, problems = read_inputs_given(made, {}, {"bow range": ""})
    assert (values["range"], problems) == (3, ())


def shot_of(source: str) -> Calculator:
    """A calculator whose bonus is filled in by this, after the choice of a kind."""
    inputs = [
        {"name": "kind", "choices": ["Melee", "Ranged"]},
        {"name": "bonus", "min": "0", "default": "1", "from": source},
        {"name": "damage", "kind": "dice", "default": "1d4", "from": 'if kind = "Ranged" then bow else sword'},
    ]
    made = read_calculator({"calculator": "shot", "inputs": inputs, "steps": [{"shot": "d20 + bonus + damage"}]})
    assert isinstance(made, Calculator)
    return made


SHOOTER = {"melee": 3, "aim": 7, "sword": "1d8", "bow": "1d6", "skill level": 4}


def test_an_expression_of_the_sheet_and_of_earlier_inputs_fills_an_input_in() -> None:
    made = shot_of('if kind = "Ranged" then aim else melee')
    assert filled_in(made, {}, SHOOTER) == {"bonus": 3, "damage": "1d8"}
    assert filled_in(made, {"kind": "Ranged"}, SHOOTER) == {"bonus": 7, "damage": "1d6"}
    assert filled_in(made, {"kind": "Ranged", "bonus": 2}, SHOOTER) == {"damage": "1d6"}
    run = roll_calculator(made, {"kind": "Ranged"}, given([10, 5]), SHOOTER)
    assert run.value("shot") == 22


def test_a_name_of_several_words_is_still_a_name() -> None:
    assert filled_in(shot_of("skill level"), {}, SHOOTER)["bonus"] == 4
    assert filled_in(shot_of("`skill level` + 1"), {}, SHOOTER)["bonus"] == 5


@pytest.mark.parametrize("source", ["aim / 0", "aim + nobody", "nobody"])
def test_what_the_sheet_cannot_fill_in_is_left_at_its_default(source: str) -> None:
    made = shot_of(source)
    assert "bonus" not in filled_in(made, {}, SHOOTER)
    assert read_inputs_given(made, {}, SHOOTER)[0]["bonus"] == 1
    assert filled_in(made, {}, {}) == {}


@pytest.mark.parametrize(
    ("source", "code"),
    [("d6 + aim", "dice-here"), ("if `aim` then 1 else", "missing-operand"), ("", "missing-operand")],
)
def test_what_cannot_fill_an_input_in_is_told_at_its_place(source: str, code: str) -> None:
    inputs = [{"name": "bonus", "from": source}]
    problems = read_calculator({"calculator": "shot", "inputs": inputs, "steps": [{"shot": "bonus"}]})
    assert isinstance(problems, tuple)
    assert [(problem.code, problem.path) for problem in problems] == [(code, ("inputs", 0, "from"))]


MOVE = {
    "calculator": "move",
    "inputs": [{"name": "bonus", "min": "-1", "max": "3", "default": "1"}],
    "steps": [{"total": "2d6 + bonus"}],
    "outcomes": [
        {"roll": "total", "10+": "Done, at {bonus:+}.", "7–9": "Done, at a cost of {total - 10:+}.", "6-": "No"}
    ],
}


@pytest.mark.parametrize(
    ("faces", "bonus", "said"),
    [
        ((6, 5), 1, "Done, at +1."),
        ((3, 4), 0, "Done, at a cost of −3."),
        ((1, 2), 3, "No"),
        ((4, 6), 0, "Done, at +0."),
    ],
)
def test_outcomes_by_ranges_of_a_step(faces: tuple[int, ...], bonus: int, said: str) -> None:
    calculator = read_calculator(MOVE, VOCABULARY, {})
    assert isinstance(calculator, Calculator)
    run = roll_calculator(calculator, {"bonus": bonus}, given(faces))
    assert run.text(speech("en")) == said
    chances = [each.chance for each in calculator_odds(calculator, {"bonus": 0}).outcomes]
    assert chances == [Fraction(6, 36), Fraction(15, 36), Fraction(15, 36)]


@pytest.mark.parametrize(
    ("outcome", "path", "code"),
    [
        ({"roll": "total", "10 plus": "x"}, ("outcomes", 0, "10 plus"), "not-a-range"),
        ({"roll": "totl", "10+": "x"}, ("outcomes", 0, "roll"), "unknown-name"),
        ({"roll": "total"}, ("outcomes", 0), "missing-key"),
        ({"roll": "total", "10+": "{bnus:+}"}, ("outcomes", 0, "10+"), "unknown-name"),
        ({"roll": "total", "10+": "[x](https://x.example/{bonus})"}, ("outcomes", 0, "10+"), "value-in-link"),
    ],
)
def test_a_slip_in_ranges_is_pointed_at(outcome: dict[str, str], path: tuple[Any, ...], code: str) -> None:
    problems = read_calculator({**MOVE, "outcomes": [outcome]}, VOCABULARY, {})
    assert isinstance(problems, tuple)
    assert [(problem.path, problem.code) for problem in problems] == [(path, code)]


def test_an_outcome_in_markdown_is_told_in_its_words_alone() -> None:
    text = "**Hit** for {wound}, _hard_. Choose:\n\n- [flee](https://x.example)\n- fight {wound:+} * 2\n"
    outcomes = [{"when": "wound > 3", "text": text}, {"otherwise": "*Miss*"}]
    calculator = read_calculator({"calculator": "c", "steps": [{"wound": "d6"}], "outcomes": outcomes}, VOCABULARY, {})
    assert isinstance(calculator, Calculator)
    assert [outcome.label for outcome in calculator.outcomes] == ["Hit for wound, hard", "Miss"]
    run = roll_calculator(calculator, {}, given([5]))
    assert run.text(speech("en")) == "Hit for 5, hard. Choose: • flee • fight +5 * 2"
    assert run.holes(speech("en")) == ["5", "+5"]


@pytest.mark.parametrize("text", ["2 * 3 * 4", "a_name_here", "5* or 6*", "x*y*z", "5 - 3", "Rien\u202f!"])
def test_signs_that_are_no_markdown_stay(text: str) -> None:
    calculator = read_calculator(
        {"calculator": "c", "steps": [{"a": "d6"}], "outcomes": [{"otherwise": f"Is {text}"}]}, VOCABULARY, {}
    )
    assert isinstance(calculator, Calculator)
    (outcome,) = calculator.outcomes
    assert outcome.text.text == f"Is {text}"
    assert outcome.markdown is None


@pytest.mark.parametrize(
    ("conditions", "never"),
    [
        (["total >= 7", "total >= 10"], [1]),
        (["total >= 10", "total >= 7"], []),
        (["total > 6", "total >= 7"], [1]),
        (["total >= 7", "total > 6"], []),  # a total of 6½ gets there
        (["total > 6", "total  >  6"], [1]),
        (["total <= 9", "total >= 7 and total <= 9", "total = 12"], [1]),
        (["total = 2 or total >= 7", "total = 12 or total = 2", "total = 3"], [1]),
        (["total >= 7", "natural(total) >= 10"], []),
        (["bonus >= 0", "bonus >= 1"], []),  # what a reader enters may stand for dice, thrown anew
        (["total >= bonus", "total >= 10"], []),
        (["d6 > 3", "d6 > 3"], []),
    ],
)
def test_an_outcome_that_another_always_precedes_is_pointed_at(conditions: list[str], never: list[int]) -> None:
    outcomes = [{"when": when, "text": f"Outcome {index}"} for index, when in enumerate(conditions)]
    read = read_calculator({**MOVE, "outcomes": [*outcomes, {"otherwise": "Else"}]}, VOCABULARY, {})
    found = [problem.path for problem in read if problem.code == "never-reached"] if isinstance(read, tuple) else []
    assert found == [("outcomes", index) for index in never]


def test_a_range_within_an_earlier_one_is_pointed_at() -> None:
    outcomes = [{"roll": "total", "7+": "Yes", "10+": "Yes, and", "6-": "No"}]
    problems = read_calculator({**MOVE, "outcomes": outcomes}, VOCABULARY, {})
    assert isinstance(problems, tuple)
    assert [problem.message for problem in problems] == [
        "“Yes, and” never happens: whenever it would, “Yes” comes first"
    ]
