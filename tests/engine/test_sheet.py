"""Characters are made, derived and advanced by the book's rules; saved ones are read whatever they hold."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st
from rollbook.engine.dice import given, seeded
from rollbook.engine.find_faults import sheet_faults
from rollbook.engine.problem import ProblemError
from rollbook.engine.sheet import Sheet
from rollbook.engine.sheet.advance import (
    gain_xp,
    level_up,
    open_choices,
    preview_level,
    roll_once,
    undo_level,
    xp_needed,
)
from rollbook.engine.sheet.character import Character, new_character, read_character
from rollbook.engine.sheet.derive import SheetValues, derive
from rollbook.engine.sheet.read import read_sheet

from tests.engine.documents import VOCABULARY, document, table


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    read = read_sheet(document("sheets/microluxe20.yml"), VOCABULARY, {"races": table("races")})
    assert isinstance(read, Sheet), read
    return read


def made(sheet: Sheet, **fields: object) -> Character:
    """A new character with these fields filled in, as the browser would save it."""
    data: Any = new_character(sheet).to_json()
    data["fields"] |= fields
    character, problems = read_character(sheet, data)
    assert problems == ()
    return character


def codes(values: SheetValues) -> list[tuple[str, tuple[str | int, ...]]]:
    return [(problem.code, problem.path) for problem in values.problems]


def test_the_race_and_class_add_to_what_points_bought(sheet: Sheet) -> None:
    values = derive(sheet, made(sheet, race="Minotaur", STR=6, DEX=4, **{"class": "Fighter"}))
    assert values.problems == ()
    assert [values.values[stat] for stat in ("STR", "DEX", "MIND")] == [9, 4, -1]
    assert [values.values[f"{stat} bonus"] for stat in ("STR", "DEX", "MIND")] == [4, 2, -1]
    assert (values.values["Physical"], values.values["melee"], values.values["capacity"]) == (3, 6, 9)
    assert {(bonus.name, bonus.source, bonus.amount) for bonus in values.bonuses} >= {("STR", "Minotaur", 3)}


def test_points_and_limits(sheet: Sheet) -> None:
    values = derive(sheet, made(sheet, race="Human", STR=7, DEX=5, MIND=-1, **{"class": "Mage"}))
    assert codes(values) == [
        ("too-many-points", ("fields",)),
        ("too-high", ("fields", "STR")),
        ("too-low", ("fields", "MIND")),
    ]
    messages = [problem.message for problem in values.problems]
    assert messages[0] == "Stats: 11 points are spent, but there are only 10"
    assert messages[1] == "Strength is 7, but can be at most 6"
    assert values.pools[0].left == -1


def test_a_bonus_may_count_to_the_limit_where_the_sheet_says_so() -> None:
    data: Any = document("sheets/microluxe20.yml")
    data["points"]["stats"]["bonuses count"] = "yes"
    strict = read_sheet(data, VOCABULARY, {"races": table("races")})
    assert isinstance(strict, Sheet)
    fields = {"race": "Minotaur", "class": "Fighter", "STR": 4, "MIND": 1}
    assert codes(derive(strict, made(strict, **fields))) == [("too-high", ("fields", "STR"))]


def test_a_choice_is_found_whatever_apostrophe_it_was_kept_with() -> None:
    data = {"sheet": "crew", "fields": [{"name": "calling", "choices": ["Thieves’ Guild", "Whisper"]}]}
    crew = read_sheet(data, VOCABULARY, {})
    assert isinstance(crew, Sheet), crew
    assert made(crew, calling="Thieves' Guild").fields["calling"] == "Thieves’ Guild"
    assert made(crew, calling="whisper").fields["calling"] == "Whisper"
    assert made(crew, calling="").fields["calling"] == ""


def test_a_choice_that_depends_on_another_is_asked_for_only_then(sheet: Sheet) -> None:
    human = derive(sheet, made(sheet, race="Human", **{"class": "Cleric"}))
    assert "gift" not in human.asked
    dwarmir = derive(sheet, made(sheet, race="Dwarmir", **{"class": "Cleric"}))
    assert codes(dwarmir) == [("not-chosen", ("fields", "gift"))]
    gifted = derive(sheet, made(sheet, race="Dwarmir", gift="Guile", **{"class": "Cleric"}))
    assert (gifted.problems, gifted.values["Guile"], gifted.values["STR"]) == ((), 1, 1)
    # The gift stays written down, but a race without one does not profit from it.
    assert derive(sheet, made(sheet, race="Human", gift="Guile", **{"class": "Cleric"})).values["Guile"] == 0


def test_a_broken_rule_says_its_message(sheet: Sheet) -> None:
    values = derive(sheet, made(sheet, race="Human", armor=4, **{"class": "Mage"}))
    assert [(problem.code, problem.message) for problem in values.problems] == [
        ("rule-broken", "Mages wear no heavy armor.")
    ]


def test_a_condition_that_cannot_be_answered_is_a_problem_of_its_own() -> None:
    fields = [{"name": "motto", "kind": "text"}, {"name": "luck", "when": "motto > 3"}]
    read = read_sheet({"sheet": "s", "fields": fields, "derived": [{"twice": "2 * luck"}]})
    assert isinstance(read, Sheet)
    values = derive(read, made(read, motto="carpe diem"))
    assert codes(values) == [("not-a-number", ())]
    assert (values.asked, values.values["twice"]) == (("motto", "twice"), 0)


def test_a_sound_sheet_can_be_lived_with(sheet: Sheet) -> None:
    assert sheet_faults(sheet) == ()


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        (("derived", 8, "capacity"), "5 + race", "not-a-number"),
        (("derived", 8, "capacity"), 'lookup(races, "Elf", STR)', "unknown-row"),
        (("levels", "xp"), "10 / (2 - level)", "division-by-zero"),
        (("levels", "each", 0, "add", "HP"), "1d6 / (level - 3)", "division-by-zero"),
        (("points", "stats", "spend"), "10 / XP", "division-by-zero"),
        (("rules", 0, "must"), "race > 2", "not-a-number"),
    ],
)
def test_a_sheet_that_fails_is_found_before_readers_meet_it(path: tuple[Any, ...], value: str, code: str) -> None:
    data: Any = document("sheets/microluxe20.yml")
    spot = data
    for key in path[:-1]:
        spot = spot[key]
    spot[path[-1]] = value
    read = read_sheet(data, VOCABULARY, {"races": table("races")})
    assert isinstance(read, Sheet), read
    assert code in [problem.code for problem in sheet_faults(read)]


@pytest.mark.parametrize(("face", "hp"), [(1, 19), (2, 19), (3, 19), (6, 22)])
def test_hit_points_at_creation_count_at_least_three_for_the_die(sheet: Sheet, face: int, hp: int) -> None:
    character = made(sheet, race="Human", STR=6, **{"class": "Fighter"})
    assert "HP" in derive(sheet, character).unrolled
    after = roll_once(sheet, character, "HP", given([face])).character
    assert derive(sheet, after).values["HP"] == hp


def test_kept_dice_follow_the_stats_until_the_first_level_and_stand_from_then_on(sheet: Sheet) -> None:
    character = roll_once(sheet, made(sheet, race="Human", STR=2, **{"class": "Mage"}), "HP", given([5])).character
    assert derive(sheet, character).values["HP"] == 17
    data: Any = character.to_json()
    data["fields"]["STR"] = 6
    stronger, _ = read_character(sheet, data)
    assert derive(sheet, stronger).values["HP"] == 21
    older = stronger
    for faces, chosen in (([4, 1], {}), ([4, 1], {"raise": "STR"})):
        older = level_up(sheet, gain_xp(sheet, older, 30), given(faces), chosen).character
    values = derive(sheet, older).values
    assert (values["STR"], values["HP"]) == (7, 21 + 4 + 4)
    with pytest.raises(ProblemError) as refused:
        roll_once(sheet, older, "HP", given([6]))
    assert refused.value.problem.code == "already-rolled"


def test_level_up_carries_surplus_xp_over(sheet: Sheet) -> None:
    """Eight XP and four more take a first-level character to the second with two left."""
    character = gain_xp(sheet, gain_xp(sheet, made(sheet, race="Human", STR=4, **{"class": "Fighter"}), 8), 4)
    assert xp_needed(sheet, character) == 10
    risen = level_up(sheet, character, given([1]), {})
    assert (risen.character.xp, derive(sheet, risen.character).values["level"]) == (2, 2)
    assert xp_needed(sheet, risen.character) == 20
    # The die counts for at least 3, and a Fighter adds the STR bonus.
    assert risen.character.levels[0].added == {"HP": 5}
    assert risen.character.levels[0].points == {"skills": 2}
    assert [name for name, _ in risen.rolls] == ["HP", "HP"]


def test_what_a_level_adds_depends_on_class_and_level(sheet: Sheet) -> None:
    character = made(sheet, race="Great Elf", MIND=6, **{"class": "Mage"})
    for level in range(2, 6):
        chosen = {"raise": "MIND"} if level == 3 else {}
        assert [gain.choice for gain in open_choices(sheet, character)] == list(chosen)
        character = level_up(sheet, gain_xp(sheet, character, 10 * level), given([6, 2]), chosen).character
    values = derive(sheet, character)
    assert values.values["MIND"] == 9
    assert [level.added["MP"] for level in character.levels] == [6, 6, 6, 6]
    assert next(pool for pool in values.pools if pool.name == "skills").points == 8


def test_a_fighter_hits_better_at_the_fifth_level(sheet: Sheet) -> None:
    character = made(sheet, race="Human", **{"class": "Fighter"})
    for level in range(2, 6):
        chosen = {"raise": "DEX"} if level == 3 else {}
        character = level_up(sheet, gain_xp(sheet, character, 10 * level), given([6]), chosen).character
    assert derive(sheet, character).values["attack"] == 2


@pytest.mark.parametrize(
    ("xp", "chosen", "code"),
    [(9, {}, "too-few-xp"), (10, {}, ""), (10, {"raise": "STR"}, "")],
)
def test_a_level_needs_its_xp(sheet: Sheet, xp: int, chosen: dict[str, str], code: str) -> None:
    character = gain_xp(sheet, made(sheet, race="Human", **{"class": "Cleric"}), xp)
    if not code:
        # A choice that this level does not ask for is not taken.
        assert level_up(sheet, character, given([4, 1]), chosen).character.levels[0].chosen == {}
        return
    with pytest.raises(ProblemError) as refused:
        level_up(sheet, character, given([4, 1]), chosen)
    assert refused.value.problem.code == code


def test_a_level_that_asks_for_a_choice_waits_for_it(sheet: Sheet) -> None:
    character = level_up(
        sheet, gain_xp(sheet, made(sheet, race="Human", **{"class": "Fighter"}), 40), given([3]), {}
    ).character
    with pytest.raises(ProblemError) as refused:
        level_up(sheet, character, given([3]), {"raise": "LUCK"})
    assert (refused.value.problem.code, refused.value.problem.path) == ("not-chosen", ("chosen", "raise"))


def test_the_last_level_is_the_last() -> None:
    data: Any = document("sheets/microluxe20.yml")
    data["levels"]["most"] = "1"
    short = read_sheet(data, VOCABULARY, {"races": table("races")})
    assert isinstance(short, Sheet)
    with pytest.raises(ProblemError) as refused:
        level_up(short, made(short), given([3]), {})
    assert refused.value.problem.code == "last-level"
    assert xp_needed(short, made(short)) is None


def test_a_character_comes_back_as_it_was_saved(sheet: Sheet) -> None:
    character = roll_once(sheet, made(sheet, race="Forged", STR=5, **{"class": "Fighter"}), "HP", seeded(4)).character
    character = level_up(sheet, gain_xp(sheet, character, 17), seeded(5), {}).character
    again, problems = read_character(sheet, json.loads(json.dumps(character.to_json())))
    assert problems == ()
    assert again == character


def test_what_does_not_fit_is_kept_aside_and_reported(sheet: Sheet) -> None:
    data: Any = new_character(sheet).to_json()
    data["fields"] |= {"STR": "strong", "race": "Smurf", "luck": 3, "name": "x" * 20_000}
    data |= {"mood": "fine", "xp": "-3", "levels": [{"added": {"HP": []}}], "rolled": {"HP": 4}}
    character, problems = read_character(sheet, data)
    assert {problem.code for problem in problems} == {"kept-aside"}
    kept = {"STR", "race", "luck", "name", "mood", "xp", "levels", "rolled HP"}
    assert set(character.aside) == kept
    assert character.fields["STR"] == 0
    again, problems = read_character(sheet, json.loads(json.dumps(character.to_json())))
    assert problems == ()
    assert again.aside == character.aside


def test_amounts_that_would_grow_without_end_are_kept_aside(sheet: Sheet) -> None:
    data: Any = new_character(sheet).to_json()
    data["levels"] = [{"added": {"HP": f"1/{10**14 + level}"}} for level in range(900)]
    character, problems = read_character(sheet, data)
    assert [problem.code for problem in problems] == ["kept-aside"]
    assert (character.levels, set(character.aside)) == ((), {"levels"})


def test_another_sheets_or_versions_character_is_pointed_out(sheet: Sheet) -> None:
    data: Any = new_character(sheet).to_json() | {"sheet": "skill20", "version": 1}
    _, problems = read_character(sheet, data)
    assert [problem.code for problem in problems] == ["other-sheet", "other-version"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
KEYS = st.sampled_from(["sheet", "version", "fields", "rolled", "levels", "xp", "aside", "STR", "HP", "race", "added"])


@for_all(st.dictionaries(KEYS, st.dictionaries(KEYS, JSON, max_size=4) | st.lists(JSON, max_size=3) | JSON) | JSON)
def test_hostile_json_is_answered_and_can_be_derived(data: object) -> None:
    sheet = read_sheet(document("sheets/microluxe20.yml"), VOCABULARY, {"races": table("races")})
    assert isinstance(sheet, Sheet)
    character, _ = read_character(sheet, data)
    derive(sheet, character)
    assert read_character(sheet, character.to_json())[0] == character


@pytest.mark.parametrize(
    ("path", "value", "code", "hint"),
    [
        (("fields", 1, "tabel"), "races", "unknown-key", "did you mean “table”?"),
        (("fields", 1, "table"), "raecs", "unknown-table", "did you mean “races”?"),
        (("fields", 4, "points"), "stat", "unknown-pool", "did you mean “stats”?"),
        (("points", "stats", "most"), "lvl", "unknown-name", "did you mean “level”?"),
        (("derived", 0, "STR bonus"), "floor(STR / )", "unexpected", ""),
        (("rules", 0, "must"), "armour <= 2", "unknown-name", "did you mean “armor”?"),
        (("levels", "each", 3, "points", "skils"), "2", "unknown-pool", "did you mean “skills”?"),
        (("levels", "xp"), "10 * levels", "unknown-name", "did you mean “level”?"),
    ],
)
def test_a_slip_in_the_document_is_pointed_at(path: tuple[Any, ...], value: str, code: str, hint: str) -> None:
    data: Any = document("sheets/microluxe20.yml")
    spot = data
    for key in path[:-1]:
        spot = spot[key]
    spot[path[-1]] = value
    problems = read_sheet(data, VOCABULARY, {"races": table("races")})
    assert isinstance(problems, tuple)
    found = [problem for problem in problems if problem.code == code]
    assert found, problems
    assert found[0].path == path
    assert found[0].suggestion == hint or not hint


def test_what_a_level_brings_is_told_before_and_taken_back_after(sheet: Sheet) -> None:
    character = roll_once(sheet, made(sheet, race="Human", STR=6, **{"class": "Fighter"}), "HP", given([3])).character
    ready = gain_xp(sheet, character, 25)
    assert ("Hit Points", "1d6 (with a minimum of 3)") in [
        (each.label, each.what) for each in preview_level(sheet, ready)
    ]
    chosen = {gain.choice: gain.choices[0].name for gain in open_choices(sheet, ready)}
    risen = level_up(sheet, ready, given([5] * 3), chosen).character
    assert (risen.xp, risen.levels[-1].xp) == (15, 10)
    lowered = undo_level(sheet, risen)
    assert (lowered.xp, lowered.levels) == (25, ())
    assert derive(sheet, lowered).values == derive(sheet, ready).values
    # Levels that were gained before they could be undone give back what the level takes now.
    old: Any = risen.to_json()
    del old["levels"][0]["xp"]
    assert undo_level(sheet, read_character(sheet, old)[0]).xp == 25
    with pytest.raises(ProblemError) as refused:
        undo_level(sheet, lowered)
    assert refused.value.problem.code == "first-level"
