"""Tracks, clocks, lists, dice, several choices: what readers write in them, and what formulas make of it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from rollbook.engine.browser import Door
from rollbook.engine.calculator import Calculator
from rollbook.engine.calculator.read import read_calculator
from rollbook.engine.calculator.roll import roll_calculator
from rollbook.engine.dice import given
from rollbook.engine.find_faults import sheet_faults
from rollbook.engine.sheet import Sheet
from rollbook.engine.sheet.advance import level_up, roll_once
from rollbook.engine.sheet.character import Character, new_character, read_character
from rollbook.engine.sheet.derive import derive
from rollbook.engine.sheet.read import read_sheet

from tests.engine.documents import document
from tests.english import every_speech


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    read = read_sheet(document("sheets/kinds.yml"))
    assert isinstance(read, Sheet), read
    return read


def made(sheet: Sheet, **fields: object) -> Character:
    """A new scoundrel who rolled a 4 for health, with these fields filled in, saved and read again."""
    rolled: Any = roll_once(sheet, new_character(sheet), "health", given([4])).character.to_json()
    rolled["fields"] |= {name.replace("_", " "): value for name, value in fields.items()}
    character, problems = read_character(sheet, rolled)
    assert problems == ()
    assert read_character(sheet, character.to_json()) == (character, ())
    return character


def test_every_kind_has_its_value(sheet: Sheet) -> None:
    gear = [{"name": "Rope", "number": 3}, {"name": "Lantern", "number": "7/2"}, {"name": "A wish"}]
    character = made(sheet, traits=["bold", "Night Eyes"], gear=gear, alarm=2, stress=5, story="Born at sea.\nLost.")
    held = derive(sheet, character)
    assert held.problems == ()
    values = held.values
    # Rank 1, +1 as a Cutter, +1 for being bold.
    assert (values["prowess"], values["health"]) == (3, 13)
    assert (values["hit points"], values["hit points.max"], values["hurt"]) == (13, 13, 0)
    assert (values["alarm"], values["alarm.max"], values["stress"], values["stress.max"]) == (2, 6, 5, 9)
    assert (values["gear"], str(values["gear.bulk"]), str(values["laden"])) == (3, "13/2", "5/2")
    assert (values["traits"], values["traits.Bold"], values["traits.Loyal"]) == (2, True, False)
    assert (values["ticks"], values["edge"]) == (12, "1d4")
    # Magic is for those who whisper.
    assert "magic" not in held.asked
    assert (values["magic"], values["magic.max"]) == (0, 0)


def test_a_track_stands_between_its_least_and_its_greatest(sheet: Sheet) -> None:
    def standing(written: object) -> object:
        return derive(sheet, made(sheet, hit_points=written)).values["hit points"]

    assert [standing(written) for written in ("", 4, 0, -3, 99)] == [12, 4, 0, 0, 12]
    assert derive(sheet, made(sheet, hit_points=4)).values["hurt"] == 1
    # Before health is rolled nobody knows how many there are.
    unrolled = derive(sheet, new_character(sheet))
    assert "hit points" not in unrolled.values
    assert (unrolled.unrolled, unrolled.problems) == (("health",), ())


def test_a_level_moves_a_track_that_begins_full_along_with_its_greatest(sheet: Sheet) -> None:
    hurt = level_up(sheet, made(sheet, hit_points=5, stress=2), given([6]), {}).character
    values = derive(sheet, hurt).values
    assert (values["hit points"], values["hit points.max"], values["stress"]) == (11, 18, 2)
    unhurt = level_up(sheet, made(sheet), given([6]), {}).character
    assert derive(sheet, unhurt).values["hit points"] == 18


def test_too_many_choices_and_words_for_dice_are_told_at_their_field(sheet: Sheet) -> None:
    held = derive(sheet, made(sheet, traits=["Bold", "Loyal", "Night Eyes"], edge="a knife"))
    assert [(problem.code, problem.path) for problem in held.problems] == [
        ("not-dice", ("fields", "edge")),
        ("too-many-chosen", ("fields", "traits")),
    ]
    assert held.values["edge"] == 0
    assert derive(sheet, made(sheet, edge="2 + 1")).values["edge"] == 3


@pytest.mark.parametrize(
    ("name", "old"),
    [
        ("gear", 7),
        ("gear", [{"name": "Rope", "weight": 1}]),
        ("gear", [{"name": "Pebble"}] * 201),
        ("traits", ["Bold", "Left-handed"]),
        ("hit points", "many"),
        ("alarm", 10**30),
        ("story", "x" * 10_001),
        ("portrait", "https://example.org/me.png"),
        ("portrait", "data:image/svg+xml;base64,AAAA"),
        ("portrait", "data:text/html;base64,AAAA"),
        ("portrait", "data:image/png;base64,AAAA' onerror='x"),
        ("portrait", "data:image/jpeg;base64," + "A" * 50_000),
        ("portrait", 7),
    ],
)
def test_what_no_longer_fits_is_named_and_kept(sheet: Sheet, name: str, old: object) -> None:
    character, problems = read_character(sheet, {"fields": {"name": "Ada", name: old}})
    assert [(problem.code, problem.path[-1]) for problem in problems] == [("kept-aside", name)]
    assert (character.aside[name], character.fields["name"]) == (old, "Ada")


def test_a_picture_is_kept_and_is_nothing_to_formulas(sheet: Sheet) -> None:
    character = made(sheet, portrait="data:image/jpeg;base64,/9j/4AAQ==")
    assert character.fields["portrait"] == "data:image/jpeg;base64,/9j/4AAQ=="
    held = derive(sheet, character)
    assert ("portrait" in held.asked, "portrait" in held.values, held.problems) == (True, False, ())


def test_what_still_fits_is_taken_over(sheet: Sheet) -> None:
    """A choice that became several, a text that became dice."""
    character, problems = read_character(sheet, {"fields": {"traits": "Bold", "edge": "1d6", "stress": "3"}})
    assert problems == ()
    assert [character.fields[name] for name in ("traits", "edge", "stress")] == [("Bold",), "1d6", 3]


def test_dice_of_the_sheet_are_thrown_by_calculators(sheet: Sheet) -> None:
    inputs = [{"name": "edge", "kind": "dice", "default": "1d6", "from": "edge"}]
    stab = read_calculator({"calculator": "stab", "inputs": inputs, "steps": [{"damage": "1d8 + edge"}]})
    assert isinstance(stab, Calculator), stab
    values = derive(sheet, made(sheet, edge="2d4")).values
    assert roll_calculator(stab, {}, given([5, 1, 4]), values).value("damage") == 10


def test_a_run_offers_to_change_tracks_and_the_sheet_takes_it(sheet: Sheet) -> None:
    door = Door(every_speech())
    stab = {
        "calculator": "stab",
        "inputs": [{"name": "dodge", "kind": "flag"}],
        "steps": [{"damage": "if dodge then 0 else 2d6"}],
        "changes": [
            {"track": "hit points", "by": "-damage"},
            {"track": "stress", "by": "1", "when": "dodge"},
            {"track": "magic", "to": "0"},
        ],
    }

    def ask(**request: object) -> Any:
        return json.loads(door.answer(json.dumps({"book": "b", **request})))

    ask(kind="load", calculators=[stab], sheets=[document("sheets/kinds.yml")])
    character = made(sheet).to_json()
    run = {"kind": "calculator", "calculator": "stab", "do": "roll"}
    hit = ask(**run, character=character, faces=[6, 5])
    # A Cutter has no magic to lose, and who does not dodge stays calm.
    assert [(each["label"], each["before"], each["after"], each["by"]) for each in hit["changes"]] == [
        ("Hit Points", 12, 1, -11)
    ]
    assert ask(**run, faces=[6, 5])["changes"] == []
    dodged = ask(**run, character=character, inputs={"dodge": True}, faces=[])
    assert [(each["name"], each["by"]) for each in dodged["changes"]] == [("stress", 1)]
    after = ask(kind="sheet", do="change", name="hit points", by=-11, character=character)
    assert (after["character"]["fields"]["hit points"], after["values"]["hit points"]) == (1, 1)
    # What is left is 1, so a second stab takes 1, and undoing it gives back no more than that.
    again = ask(kind="sheet", do="change", name="hit points", by=-11, character=after["character"])
    assert (again["move"]["after"], again["move"]["back"]) == (0, 1)
    back = ask(kind="sheet", do="change", name="hit points", by=again["move"]["back"], character=again["character"])
    assert back["values"]["hit points"] == 1
    for name in ("rank", "nothing", "magic.max"):
        assert ask(kind="sheet", do="change", name=name, by=1, character=character)["problem"]["code"] == "no-track"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"track": "HP"}, "a change moves a track “by” an amount or “to” a number"),
        ({"track": "HP", "by": 1, "to": 2}, "a change moves a track “by” an amount or “to” a number"),
        ({"track": "HP", "by": "-1d6"}, "a change can't throw dice"),
        ({"track": "HP", "by": "-damge"}, "nothing here is called “damge”"),
        ({"by": "-damage"}, "“track” is missing here"),
    ],
)
def test_a_change_that_cannot_be_is_refused(change: dict[str, Any], message: str) -> None:
    read = read_calculator({"calculator": "hit", "steps": [{"damage": "1d6"}], "changes": [change]})
    assert isinstance(read, tuple), read
    assert [problem.message for problem in read] == [message]


def test_a_sound_sheet_of_every_kind_can_be_lived_with(sheet: Sheet) -> None:
    assert sheet_faults(sheet) == ()


@pytest.mark.parametrize(
    ("field", "message", "hint"),
    [
        ({"name": "HP", "kind": "track"}, "a track needs a maximum", "add “max:” with a number"),
        ({"name": "HP", "kind": "track", "max": "helth"}, "nothing here is called “helth”", "did you mean “health”?"),
        ({"name": "doom", "segments": 40}, "a clock has 2 to 12 segments", "write 4, 6 or 8"),
        ({"name": "gear", "number": "bulk", "max": 3}, "“max” means nothing for a field of kind list", "it belongs to"),
        ({"name": "gear", "kind": "list", "default": "rope"}, "a list starts empty", "remove this line"),
        ({"name": "edge", "kind": "dice", "default": "1d6 + luck"}, "“luck” is neither a number nor dice", ""),
        ({"name": "face", "kind": "picture", "roll": "d6"}, "a picture is the reader's own, not a number", "remove"),
        ({"name": "face", "kind": "picture", "max": 3}, "“max” means nothing for a field of kind picture", "it"),
        ({"name": "alms", "kind": "trak"}, "expected number, text, long text,", "did you mean “track”?"),
    ],
)
def test_a_field_that_cannot_be_is_refused_with_a_way_out(field: dict[str, Any], message: str, hint: str) -> None:
    read = read_sheet({"sheet": "s", "fields": [field], "derived": [{"health": 10}]})
    assert isinstance(read, tuple), read
    assert [(problem.message[: len(message)], problem.suggestion[: len(hint)]) for problem in read] == [(message, hint)]


def test_a_row_that_does_not_concern_this_hero_still_counts_in_formulas() -> None:
    fields = [{"name": "class", "choices": ["Fighter", "Ranger"]}]
    aim = {"value": 'if class = "Ranger" then 1 else 0', "when": 'class = "Ranger"'}
    read = read_sheet({"sheet": "s", "fields": fields, "derived": [{"aim": aim}, {"shot": "2 + aim"}]})
    assert isinstance(read, Sheet), read
    fighter, ranger = (derive(read, made_of(read, who)) for who in ("Fighter", "Ranger"))
    assert (fighter.asked, fighter.values["shot"]) == (("class", "shot"), 2)
    assert (ranger.asked, ranger.values["shot"]) == (("class", "aim", "shot"), 3)


def made_of(sheet: Sheet, who: str) -> Character:
    return new_character(sheet).with_field("class", who)


@pytest.mark.parametrize(
    ("roll", "message"), [("melee + 1", "there are no dice in this"), ("d20 + mele", "nothing here is called “mele”")]
)
def test_what_is_pressed_throws_dice_with_the_sheets_own_numbers(roll: str, message: str) -> None:
    derived = [{"melee": {"value": 3, "roll": roll}}]
    fields = [{"name": "STR", "roll": roll}]
    read = read_sheet({"sheet": "s", "fields": fields, "derived": derived})
    assert isinstance(read, tuple), read
    assert [problem.message for problem in read] == [message] * 2
    assert {problem.path[0] for problem in read} == {"fields", "derived"}


COMMON = {
    "sheet": "common",
    "fields": [{"name": "name", "kind": "text"}, {"name": "luck"}],
    "derived": {"fate": "luck"},
}


def test_a_sheet_includes_what_others_have() -> None:
    crew = {"sheet": "crew", "include": "common", "fields": [{"name": "tier"}], "derived": [{"might": "tier + fate"}]}
    read = read_sheet(crew, others={"common": COMMON, "crew": crew})
    assert isinstance(read, Sheet), read
    assert ([field.name for field in read.fields], read.id) == (["name", "luck", "tier"], "crew")
    assert derive(read, new_character(read).with_field("luck", 2).with_field("tier", 1)).values["might"] == 3


@pytest.mark.parametrize(
    ("changed", "message", "path"),
    [
        ({"include": "comon"}, "there is no other sheet “comon” to include", ("include",)),
        ({"include": "crew"}, "a sheet cannot include itself", ("include",)),
        ({"include": ["common", "loop"]}, "“loop2” includes itself", ("include",)),
        ({"fields": [{"name": "luck"}]}, "“luck” already has a meaning here", ("fields", 0)),
        ({"derived": [{"might": "tear"}]}, "nothing here is called “tear”", ("derived", 0, "might")),
        ({"include": "broken"}, "what this sheet includes has problems of its own", ("include",)),
    ],
)
def test_what_cannot_be_included_is_told_where_it_is_asked_for(
    changed: dict[str, Any], message: str, path: tuple[str | int, ...]
) -> None:
    crew = {"sheet": "crew", "include": "common", "fields": [{"name": "tier"}], **changed}
    broken = {"sheet": "broken", "fields": [{"name": "tide", "kind": "trak"}]}
    loop = {"sheet": "loop", "include": "loop2", "fields": []}
    loop2 = {"sheet": "loop2", "include": "loop", "fields": []}
    others = {"common": COMMON, "crew": crew, "broken": broken, "loop": loop, "loop2": loop2}
    read = read_sheet(crew, others=others)
    assert isinstance(read, tuple), read
    assert (read[0].message, read[0].path) == (message, path)


def test_a_value_that_needs_a_track_too_early_is_told_where_it_belongs() -> None:
    fields = [{"name": "HP", "kind": "track", "max": "health"}]
    read = read_sheet({"sheet": "s", "fields": fields, "derived": [{"hurt": "HP - 1"}, {"health": 10}]})
    assert isinstance(read, tuple), read
    assert [(problem.message, problem.suggestion) for problem in read] == [
        ("nothing here is called “HP”", "“HP” is known only after “health”, which sets its maximum")
    ]
