"""The door answers every request with JSON, and a page finds in the answer all that it shows."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st
from rollbook.engine.browser import Door, answer
from rollbook.words import speech

from tests.engine.documents import document
from tests.english import every_speech

STATS = {f"{stat} bonus": f"{stat} bonus" for stat in ("STR", "DEX", "MIND")}
BYTES = "000102030405060708090a0b0c0d0e0f"


def ask(door: Door, kind: str, **keys: object) -> Any:
    return json.loads(door.answer(json.dumps({"kind": kind, **keys})))


def loaded() -> Door:
    door = Door(every_speech())
    tables = [document(f"tables/{name}.yml") for name in ("races", "weapons", "enchanting", "injury", "weather")]
    calculators = [document(f"calculators/{name}.yml") for name in ("melee", "opposed", "enchant")]
    told = ask(
        door,
        "load",
        book="mine",
        vocabulary=STATS,
        tables=tables,
        calculators=calculators,
        sheets=[document("sheets/microluxe20.yml")],
    )
    assert told["problems"] == []
    assert told["tables"] == ["races", "weapons", "enchanting", "injury", "weather"]
    assert (told["calculators"], told["sheets"]) == (["melee-attack", "opposed-melee", "enchant"], ["microluxe20"])
    return door


def test_a_roll_shows_everything() -> None:
    told = ask(
        Door(every_speech()), "roll", expression="4d6kh3 + level", values={"level": 2}, faces=[1, 5, 2, 6], title="Stat"
    )
    rolled = told["roll"]
    assert (rolled["total"], rolled["shown"]) == (15, "15")
    assert [die["kept"] for die in rolled["dice"]] == [False, True, True, True]
    assert "".join(span["text"] for span in rolled["breakdown"]) == "4d6kh3 + level"
    assert rolled["sentence"].startswith("Stat: 15, from ")
    assert told["seed"] is None


def test_faces_must_be_those_that_are_thrown() -> None:
    sent = ([1], [7, 1], [1, 2, 3])
    codes = [ask(Door(every_speech()), "roll", expression="2d6", faces=faces)["problem"]["code"] for faces in sent]
    assert codes == ["too-few-faces", "impossible-face", "left-over-faces"]
    table = ask(loaded(), "table", book="mine", table="injury", faces=[3, 4])
    assert table["problem"]["code"] == "left-over-faces"


def test_a_door_has_no_dice_of_its_own() -> None:
    assert ask(Door(every_speech()), "roll", expression="d20")["problem"]["code"] == "no-chance"
    assert ask(Door(every_speech()), "roll", expression="1 + 2")["problem"]["code"] == "no-chance"


def test_a_seed_rolls_the_same_dice_again() -> None:
    door = Door(every_speech())
    ask(door, "reseed", bytes=BYTES)
    first, second = ask(door, "roll", expression="10d100"), ask(door, "roll", expression="10d100")
    assert first["roll"]["dice"] != second["roll"]["dice"]
    again = ask(Door(every_speech()), "roll", expression="10d100", seed=first["seed"])
    assert again["roll"]["dice"] == first["roll"]["dice"]


def test_each_reseeding_gives_other_dice() -> None:
    doors = [Door(every_speech()), Door(every_speech()), Door(every_speech())]
    for door, fresh in zip(doors, (BYTES, BYTES.replace("f", "e"), BYTES), strict=True):
        assert ask(door, "reseed", bytes=fresh)["reseeded"] is True
    dice = [ask(door, "roll", expression="10d100")["roll"]["dice"] for door in doors]
    assert dice[0] == dice[2] != dice[1]


@pytest.mark.parametrize("bad", ["", "00", "zz" * 16, 7, None])
def test_bad_bytes_are_refused(bad: object) -> None:
    assert "problem" in ask(Door(every_speech()), "reseed", bytes=bad)


def test_odds_come_with_a_row_for_each_value() -> None:
    told = ask(Door(every_speech()), "odds", expression="2d6")["odds"]
    assert (told["mean"], told["min"], told["max"], told["exact"]) == ("7", 2, 12, True)
    seven = told["rows"][5]
    assert seven == {
        "value": "7",
        "exactly": "1/6",
        "percent": "16.7\u00a0%",
        "at_least": "58.3\u00a0%",
        "at_most": "58.3\u00a0%",
        "part": 1 / 6,
        "at_least_part": pytest.approx(21 / 36),
        "at_most_part": pytest.approx(21 / 36),
        "is": 7,
    }
    assert len(told["outcomes"]) == len(told["rows"]) == 11


def test_of_very_many_values_the_likelier_are_shown() -> None:
    told = ask(Door(every_speech()), "odds", expression="100d10")["odds"]
    assert (len(told["rows"]), told["left_out"]) == (400, 501)
    assert {row["value"] for row in told["rows"]} >= {"550", "400", "700"}


def test_small_chances_never_look_impossible() -> None:
    chances = ("0", "1/1000000", "1/20", "1/3", "1/2", "999999/1000000", "1")
    shown = [speech("en").percent(Fraction(chance)).replace("\u00a0", " ") for chance in chances]
    assert shown == ["0 %", "<0.1 %", "5 %", "33.3 %", "50 %", ">99.9 %", "100 %"]


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_sentence_and_the_odds_below_it_write_a_chance_alike(language: str) -> None:
    words = speech(language)
    assert words.percent(Fraction(1, 2)) == words.whole_percent(Fraction(1, 2))


def test_explain_says_what_it_does_and_what_it_needs() -> None:
    told = ask(Door(every_speech()), "explain", expression="4d6kh3 + luck")
    assert told["words"] == "(4 six-sided dice, of which the highest 3 are kept) plus luck."
    assert (told["names"], told["min"], told["max"], told["average"]) == (["luck"], 3, 18, "12.24")
    told = ask(Door(every_speech()), "explain", expression="6 / luck")
    assert (told["names"], told["range_problem"]["code"]) == (["luck"], "division-by-zero")


def test_a_book_brings_its_words() -> None:
    door = loaded()
    told = ask(door, "roll", expression="d20 + DEX bonus", book="mine", values={"DEX bonus": 2}, faces=[10])
    assert told["roll"]["total"] == 12
    assert ask(door, "roll", expression="d20 + DEX bonus", faces=[10])["problem"]["code"] == "missing-operator"
    assert ask(door, "roll", expression="d20", book="yours", faces=[1])["problem"]["code"] == "unknown-book"


@pytest.mark.parametrize("count", [2_000, 20_000])
def test_a_book_may_have_thousands_of_words(count: int) -> None:
    door = Door(every_speech())
    phrases = {f"Skill of the {number}th guild": f"guild_{number}" for number in range(count)}
    assert ask(door, "load", book="guilds", vocabulary=phrases)["problems"] == []
    last = count - 1
    rolled = ask(
        door,
        "roll",
        book="guilds",
        expression=f"d20 + Skill of the {last}th guild",
        values={f"guild_{last}": 3},
        faces=[9],
    )
    assert rolled["roll"]["total"] == 12


def test_what_a_reader_sends_stays_small() -> None:
    values = {f"guild_{number}": 1 for number in range(6_000)}
    assert ask(Door(every_speech()), "roll", expression="1d6", values=values, seed=1)["problem"]["code"] == "too-many"


def test_a_formula_uses_the_readers_numbers() -> None:
    door = loaded()
    character = ask(door, "sheet", book="mine", do="new")["character"]
    character["fields"] |= {"DEX": 4, "race": "Human", "class": "Mage"}
    told = ask(door, "roll", expression="d20 + DEX bonus", book="mine", character=character, faces=[10])
    assert told["roll"]["total"] == 12
    over = ask(
        door, "roll", expression="DEX bonus", book="mine", character=character, values={"DEX bonus": 5}, faces=[]
    )
    assert over["roll"]["total"] == 5


def test_a_table_is_rolled_on() -> None:
    door = loaded()
    told = ask(door, "table", book="mine", table="injury", modifiers={"two injuries": -4}, faces=[2])["table"]
    assert (told["total"], told["row"], told["clamped"], told["cells"]) == (-2, 0, True, ["1-4", "Dead"])
    assert told["sentence"] == "Injury: −2, from d20 (2) and −4 for two injuries: Dead"
    assert told["spoken"] == "Injury: minus 2, from d20 (2) and minus 4 for two injuries: Dead"
    storm = ask(door, "table", book="mine", table="weather", faces=[6])["table"]
    assert [found["target"] for found in storm["rolls_on"]] == ["hazards", "2d6+1"]
    cell = storm["cells"][storm["rolls_on"][1]["cell"]]
    assert cell[storm["rolls_on"][1]["start"] : storm["rolls_on"][1]["end"]] == "2d6+1"


def test_the_chance_of_each_row() -> None:
    told = ask(loaded(), "table", book="mine", table="injury", do="odds", modifiers={"hero": 2})
    assert [row["exactly"] for row in told["rows"]] == ["1/10", "1/10", "1/5", "3/5"]
    assert told["outside"]["percent"] == "0\u00a0%"


def test_a_calculator_is_drawn_checked_rolled_and_asked() -> None:
    door = loaded()
    keys = {"book": "mine", "calculator": "melee-attack"}
    form = ask(door, "calculator", **keys, do="form")["form"]
    assert [each["name"] for each in form["inputs"]] == ["STR bonus", "level", "weapon", "stance", "ac"]
    bad = ask(door, "calculator", **keys, inputs={"ac": 99, "weapon": "Dager"})
    assert [(each["code"], each["path"]) for each in bad["problems"]] == [
        ("unknown-choice", ["weapon"]),
        ("too-high", ["ac"]),
    ]
    run = ask(door, "calculator", **keys, inputs={"weapon": "Greatsword", "ac": "40"}, faces=[20, 4, 5])
    assert (run["outcome"], run["text"]) == (0, "A critical hit for 24!")
    assert [(each["label"], each["shown"]) for each in run["results"]] == [("Attack", "23"), ("Damage", "24")]
    assert run["sentence"] == "A critical hit for 24! Attack: 23; Damage: 24 HP. Dice: d20 (20), d6 (4), d6 (5)."
    chances = ask(door, "calculator", **keys, do="odds", inputs={"ac": 12})
    assert [each["exactly"] for each in chances["outcomes"]] == ["1/20", "1/2", "9/20"]
    assert chances["results"][1]["shown"]["exactly"] == "11/20"
    moves = ask(door, "calculator", **keys, do="move", name="ac", to=[10, 12, 22])["moves"]
    assert [each["outcomes"][2]["exactly"] for each in moves] == ["7/20", "9/20", "19/20"]


def test_a_calculator_is_filled_in_from_the_sheet() -> None:
    door = loaded()
    character = ask(door, "sheet", book="mine", do="new")["character"]
    character["fields"] |= {"STR": 6, "race": "Minotaur", "class": "Fighter"}
    keys = {"book": "mine", "calculator": "melee-attack", "character": character}
    form = ask(door, "calculator", **keys, do="form")["form"]
    assert [(each["value"], each["from_sheet"]) for each in form["inputs"]][:2] == [(4, True), (1, True)]
    run = ask(door, "calculator", **keys, faces=[10, 1], inputs={"weapon": "Dagger"})
    assert run["results"][0]["total"] == 15


def test_a_character_is_made_and_rises() -> None:
    door = loaded()
    made = ask(door, "sheet", book="mine", do="new")
    assert made["unrolled"] == ["HP", "MP"]
    character = made["character"]
    character["fields"] |= {"STR": 6, "DEX": 4, "race": "Human", "class": "Fighter"}
    rolled = ask(door, "sheet", book="mine", do="roll", name="HP", character=character, faces=[1])
    assert rolled["shown"]["HP"] == "19"
    richer = ask(door, "sheet", book="mine", do="xp", amount=12, character=rolled["character"])
    assert (richer["xp_needed"], richer["can_rise"]) == (10, True)
    risen = ask(door, "sheet", book="mine", do="level", character=richer["character"], faces=[5])
    assert (risen["values"]["level"], risen["values"]["XP"], risen["values"]["HP"]) == (2, 2, 27)
    assert (risen["can_rise"], [each["name"] for each in risen["choices"]]) == (False, ["raise"])
    refused = ask(door, "sheet", book="mine", do="level", character=risen["character"], faces=[5])
    assert refused["problem"]["code"] == "too-few-xp"


def test_a_document_that_cannot_be_read_is_a_problem_for_whoever_asks_for_it() -> None:
    door = Door(every_speech())
    melee: Any = document("calculators/melee.yml")
    melee["steps"][0]["attack"] = "d20 + srength"
    weapons = document("tables/weapons.yml")
    told = ask(door, "load", book="b", tables=[{}, weapons], calculators=[melee], sheets=7, vocabulary=STATS)
    assert told["problem"]["code"] == "not-a-list"
    told = ask(door, "load", book="b", tables=[{}, weapons], calculators=[melee], vocabulary=STATS)
    assert [(problem["code"], problem["path"]) for problem in told["problems"]] == [("missing-key", ["tables", 0])]
    refused = ask(door, "calculator", book="b", calculator="melee-attack")["problem"]
    assert (refused["code"], refused["path"]) == ("unknown-name", ["calculators", "melee-attack", "steps", 0, "attack"])
    assert ask(door, "table", book="b", table="weapons")["problem"]["code"] == "not-a-roll-table"
    assert ask(door, "roll", book="b", expression="d6", faces=[3])["roll"]["total"] == 3


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not-json"),
        ("{", "not-json"),
        ("[" * 100_000, "too-deep"),
        ('{"kind":' + "[" * 100 + "]" * 100 + "}", "too-deep"),
        ('"' + "[" * 100 + '"', "not-a-mapping"),
        ("1" * 5_000, "not-json"),
        ("NaN", "not-json"),
        ("null", "not-a-mapping"),
        ("x" * 5_000_000, "too-long"),
        ("{}", "missing-key"),
        ('{"kind": "rolll"}', "unknown-word"),
        ('{"kind": ["roll"]}', "not-a-text"),
        ('{"kind": "roll"}', "missing-key"),
        ('{"kind": "roll", "expression": 5}', "not-a-text"),
        ('{"kind": "roll", "expression": "d6", "seed": "x"}', "not-a-number"),
        ('{"kind": "roll", "expression": "d6", "seed": -1}', "out-of-bounds"),
        ('{"kind": "roll", "expression": "d6", "seed": 1e400}', "not-a-number"),
        ('{"kind": "roll", "expression": "d6", "faces": [7]}', "impossible-face"),
        ('{"kind": "roll", "expression": "d6", "faces": {}}', "not-a-list"),
        ('{"kind": "roll", "expression": "d6", "faces": []}', "too-few-faces"),
        ('{"kind": "roll", "expression": "x", "faces": [], "values": {"x": "y", "y": "x"}}', "name-cycle"),
        ('{"kind": "roll", "expression": "x", "faces": [], "values": {"x": [1]}}', "not-a-number"),
        ('{"kind": "odds", "expression": "9**9**9"}', "too-large"),
        ('{"kind": "table", "table": "t"}', "unknown-table"),
        ('{"kind": "calculator", "calculator": "c"}', "unknown-calculator"),
        ('{"kind": "sheet", "do": "new"}', "no-sheet"),
        ('{"kind": "roll", "expression": "d6", "character": {}, "seed": 1}', "no-sheet"),
    ],
)
def test_anything_malformed_is_a_problem(text: str, code: str) -> None:
    assert json.loads(answer(text, every_speech()))["problem"]["code"] == code


def test_even_no_text_is_answered() -> None:
    assert json.loads(answer(None, every_speech()))["problem"]["code"] == "not-json"  # type: ignore[arg-type]  # a page may send anything


SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(
        [
            "roll",
            "odds",
            "form",
            "new",
            "level",
            "mine",
            "injury",
            "melee-attack",
            "d20",
            "2d6kh",
            "ac",
            "HP",
            "",
            "\ud800",
        ]
    )
)
ANYTHING = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
)
KINDS = st.sampled_from(["roll", "odds", "explain", "table", "calculator", "sheet", "load", "reseed"])
KEYS = st.sampled_from(
    [
        *("expression", "values", "title", "seed", "faces", "book", "character", "table", "modifiers", "do"),
        *("calculator", "inputs", "name", "to", "amount", "chosen", "bytes"),
        *("vocabulary", "tables", "calculators", "sheets"),
    ]
)


@settings(max_examples=300, deadline=None)
@for_all(KINDS, st.dictionaries(KEYS, ANYTHING, max_size=6), st.booleans())
def test_no_request_finds_a_mistake_in_the_engine(kind: str, keys: dict[str, object], with_book: bool) -> None:
    request = {"kind": kind, **keys} | ({"book": "mine"} if with_book else {})
    told = json.loads(FUZZED.answer(json.dumps(request)))
    assert told.get("problem", {}).get("code") != "internal", request


FUZZED = loaded()


@pytest.mark.parametrize(
    ("inside", "code"),
    [
        ('"' + "[" * 99 + '\\"' + "{" * 99 + '"', "not-a-text"),
        ('"\\\\", "deep": ' + "[" * 99 + "]" * 99, "too-deep"),
        ('"' + "[" * 99, "not-json"),
    ],
)
def test_brackets_count_only_outside_of_texts(inside: str, code: str) -> None:
    text = '{"kind": "roll", "seed": 1, "expression": 5, "more": ' + inside + "}"
    assert json.loads(answer(text, every_speech()))["problem"]["code"] == code
