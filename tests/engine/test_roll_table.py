"""Roll tables: the die is found, the rows are proven whole, and what comes up can be rolled on."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st
from rollbook.engine.dice import given
from rollbook.engine.problem import Problem, ProblemError
from rollbook.engine.roll_table import RollTable, infer, make_roll_table
from rollbook.engine.roll_table.prove import Finding, prove
from rollbook.engine.roll_table.roll_on import roll_on, row_odds
from rollbook.engine.table import GameTable, read_table

from tests.engine.documents import table


def rollable(name: str) -> RollTable:
    made = make_roll_table(table(name))
    assert isinstance(made, RollTable), made
    return made


def written(labels: list[str], die: str, **keys: str) -> RollTable:
    """Labels and a die -> a table whose cells are the labels' numbers."""
    rows = [[label, str(index)] for index, label in enumerate(labels)]
    read = read_table({"table": "t", "columns": ["roll", "row"], "rows": rows, "roll": die, **keys})
    assert isinstance(read, GameTable), read
    made = make_roll_table(read)
    assert isinstance(made, RollTable), made
    return made


@pytest.mark.parametrize(
    ("header", "labels", "die"),
    [
        ("d20", ["1-10", "11-20"], "d20"),
        ("**1d100**", ["01-50", "51-00"], "1d100"),
        ("d%", ["01–50", "51–00"], "d%"),
        ("2d6", ["2-6", "7", "8-12"], "2d6"),
        ("Roll (2d6)", ["2-6", "7", "8-12"], "2d6"),
        ("d6", ["1", "2-3", "4–6", "again"], "d6"),
        ("Die Roll", [str(face) for face in range(1, 21)], "d20"),
        ("Dice Roll", [f"{face}-{face + 1}" for face in range(1, 21, 2)], "d20"),
        ("Confusion Roll", ["01 - 10", "11 - 20", "21 - 50", "51 - 70", "71 - 100"], "d100"),
        ("Injury roll", ["1-4", "5-6", "7-10", "11-20"], "d20"),
        ("Result:", ["Natural 1", "2-9", "10-15", "15+", "Natural 20"], "d20"),
        ("Result", ["1 or less", "2-9", "10-19", "20+"], "d20"),
        ("Result", ["≤ 0", "1-9", "10-19", "20+"], "d20"),
        ("# of players", ["1", "2", "3", "4+"], None),
        ("Number in Unit", ["2-5", "6-10", "11-20"], None),
        ("Level", ["1", "2", "3"], None),
        ("Roll", ["2-6", "7", "8-12"], None),
        ("Result", ["1-4", "5-6", "seven"], None),
        ("Result", ["1-7", "8-13"], None),
        ("d20 Modules", ["Castle", "Ruin"], None),
        ("OGL/d20", ["1", "2"], None),
        ("Trolls", ["1", "2"], None),
        ("Roll", ["1"], None),
        ("Roll", [], None),
        ("d20", [], None),
    ],
)
def test_the_die_is_inferred_only_where_it_is_plain(header: str, labels: list[str], die: str | None) -> None:
    assert infer(header, labels) == die


def _codes(found: tuple[Finding, ...]) -> list[tuple[str, tuple[int, ...], str]]:
    return [(each.code, each.rows, ", ".join(map(str, each.results))) for each in found]


def test_the_enchanting_table_has_fifteen_twice() -> None:
    found = prove(rollable("enchanting"))
    assert _codes(found) == [("overlap", (2, 3), "15"), ("possible-hole", (1,), "1 or less")]
    assert found[0].message == "15 is in two rows: “10-15” and “15+”"


def test_the_enchanting_table_is_whole_once_it_is_mended() -> None:
    labels = ["Natural 1", "2-9", "10-15", "16+", "Natural 20"]
    assert prove(written(labels, "d20", modifiers="0 or more")) == ()
    assert _codes(prove(written(labels, "d20", modifiers="-3 to 3"))) == [("hole", (1,), "-1 to 1")]
    assert prove(written(labels, "d20", modifiers="-3 to 3", outside="clamp")) == ()


@pytest.mark.parametrize("name", ["injury", "confusion", "weather"])
def test_the_printed_tables_are_whole(name: str) -> None:
    assert prove(rollable(name)) == ()


def test_a_table_of_players_is_no_roll_table() -> None:
    assert make_roll_table(table("followers")) is None


@pytest.mark.parametrize(
    ("labels", "die", "keys", "codes"),
    [
        (["1-3", "5-6"], "d6", {}, [("hole", (0, 1), "4")]),
        (["2-6", "8-12"], "2d6", {}, [("hole", (0, 1), "7")]),
        (["1-6"], "2d6", {}, [("hole", (0,), "7 to 12")]),
        (["1-3", "3-6"], "d6", {}, [("overlap", (0, 1), "3")]),
        (["1-6", "7"], "d6", {}, [("dead-row", (1,), "7")]),
        (
            ["1-5", "6", "Natural 8"],
            "d6",
            {},
            [("dead-row", (2,), "8"), ("possible-hole", (0,), "0 or less"), ("possible-hole", (1,), "7 or more")],
        ),
        (["1-20", "25+"], "d20", {}, [("hole", (0, 1), "21 to 24"), ("possible-hole", (0,), "0 or less")]),
        (["0 or less", "1-20"], "d20", {}, [("possible-hole", (1,), "21 or more")]),
        (["1-3", "5-6"], "d6", {"outside": "clamp"}, [("hole", (0, 1), "4")]),
        (["2", "4", "6"], "2 * d3", {}, []),
        (["11-16", "21-36", "41-46", "51-66"], "d66", {}, []),
        (["11-16", "21-35", "41-66"], "d66", {}, [("hole", (1, 2), "36")]),
        (["11-23", "23-36", "41-66"], "d66", {}, [("overlap", (0, 1), "23")]),
        (["11-66", "67-70"], "d66", {}, [("dead-row", (1,), "67 to 70")]),
        (["111-366", "411-665"], "d666", {}, [("hole", (1,), "666")]),
        (["1/2/3", "4/5", "6"], "d6", {}, []),
        (["6-", "7–9", "10+"], "2d6", {}, []),
        (["-4", "-3 – -1", "0", "+1 to +3", "+4"], "4dF", {}, []),
        (["Natural 1", "Natural 1-2", "3-6"], "d6", {"modifiers": "none"}, [("overlap", (0, 1), "1")]),
    ],
)
def test_findings(labels: list[str], die: str, keys: dict[str, str], codes: list[object]) -> None:
    assert _codes(prove(written(labels, die, **keys))) == codes


SMALL = st.integers(-3, 12)
LABEL = st.one_of(
    st.builds(lambda low, more: f"{low} to {low + more}", SMALL, st.integers(0, 4)),
    SMALL.map(lambda low: f"{low}+"),
    SMALL.map(lambda high: f"{high} or less"),
    st.integers(1, 7).map(lambda face: f"Natural {face}"),
)


@for_all(
    st.lists(LABEL, min_size=1, max_size=5),
    st.sampled_from(["d6", "2d4", "d{1,2,5}"]),
    st.integers(-4, 2),
    st.integers(0, 4),
    st.sampled_from(["report", "clamp"]),
)
def test_the_proof_agrees_with_trying_every_roll(
    labels: list[str], die: str, low: int, more: int, outside: str
) -> None:
    made = written(labels, die, modifiers=f"{low} to {low + more}", outside=outside)
    faces = {"d6": range(1, 7), "2d4": range(2, 9), "d{1,2,5}": (1, 2, 5)}[die]
    holes, doubles, hit = set(), set(), set()
    for face in faces:
        for total in range(face + low, face + low + more + 1):
            rows = _rows_by_hand(made, face, total)
            hit |= set(rows)
            if not rows:
                holes.add(total)
            doubles |= {(one, two) for one in rows for two in rows if one < two}
    found = prove(made)
    shown = {value for each in found if each.code == "hole" for span in each.results for value in _all(span)}
    assert shown == holes
    assert {each.rows for each in found if each.code == "overlap"} == doubles
    assert {each.rows[0] for each in found if each.code == "dead-row"} == set(range(len(labels))) - hit
    assert not any(each.code == "possible-hole" for each in found)


def _all(span: Any) -> range:
    return range(span.low, span.high + 1)


def _rows_by_hand(made: RollTable, face: int, total: int) -> list[int]:
    """The rows that a roll picks, by the words of the rules: naturals first, then totals, then the nearest end."""
    naturals = [index for index, row in enumerate(made.rows) if row.results.natural and face in row.results]
    if naturals:
        return naturals
    totals = {index: row.results for index, row in enumerate(made.rows) if not row.results.natural}
    held = [index for index, results in totals.items() if total in results]
    if held or made.outside == "report" or not totals:
        return held
    window = range(-30, 60)
    lows = {index: min(value for value in window if value in results) for index, results in totals.items()}
    highs = {index: max(value for value in window if value in results) for index, results in totals.items()}
    if total < min(lows.values()):
        return [min(lows, key=lambda index: lows[index])]
    return [max(highs, key=lambda index: highs[index])] if total > max(highs.values()) else []


def test_a_natural_result_wins_over_its_total() -> None:
    enchanting = rollable("enchanting")
    assert roll_on(enchanting, given([1]), {"MIND": 12}).row == 0
    assert roll_on(enchanting, given([20]), {"MIND": -12}).row == 4
    rolled = roll_on(enchanting, given([12]), {"MIND": 2, "Knowledge": 3})
    assert (rolled.natural, rolled.total, rolled.row, rolled.cells[1]) == (12, 17, 3, "Enchanted.")


def test_a_result_outside_is_clamped_or_reported() -> None:
    injury = rollable("injury")
    dead = roll_on(injury, given([2]), {"two injuries": -4})
    assert (dead.total, dead.row, dead.clamped, dead.cells[1]) == (-2, 0, True, "Dead")
    well = roll_on(injury, given([20]), {"player character": 2})
    assert (well.total, well.row, well.clamped) == (22, 3, True)
    lost = roll_on(written(["2-9", "10+"], "d20"), given([1]))
    assert (lost.row, lost.cells) == (None, ())


def test_dice_and_tables_in_the_result_can_be_rolled_on() -> None:
    storm = roll_on(rollable("weather"), given([6]))
    assert storm.row == 2
    assert [(it.cell, it.found.kind, it.found.target) for it in storm.rolls_on] == [
        (1, "table", "hazards"),
        (1, "roll", "2d6+1"),
    ]
    rain = roll_on(rollable("weather"), given([5]))
    assert [it.found.target for it in rain.rolls_on] == ["1d4"]


def test_weights_are_chances() -> None:
    assert row_odds(rollable("weather")).rows == (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))


def test_the_chance_of_each_row_is_exact() -> None:
    assert row_odds(rollable("confusion")).rows == tuple(Fraction(n, 100) for n in (10, 10, 30, 20, 30))
    player = row_odds(rollable("injury"), 2)
    assert player.rows == tuple(Fraction(n, 20) for n in (2, 2, 4, 12))
    enchanter = row_odds(rollable("enchanting"), 5)
    assert enchanter.rows == tuple(Fraction(n, 20) for n in (1, 3, 6, 9, 1))
    assert row_odds(written(["2-9", "10+"], "d20")).outside == Fraction(1, 20)
    assert row_odds(written(["2-6", "7", "8-12"], "2d6")).rows == (Fraction(5, 12), Fraction(1, 6), Fraction(5, 12))


@pytest.mark.parametrize(
    ("keys", "path", "code"),
    [
        ({"rows": ["1-3 | a", "x | b"]}, ("rows", 1, "roll"), "not-a-range"),
        ({"rows": ["1-3 | a", "9-4 | b"]}, ("rows", 1, "roll"), "backward-range"),
        ({"roll": "d6 +"}, ("roll",), "missing-operand"),
        ({"roll": "d20 + level"}, ("roll",), "not-a-table-die"),
        ({"roll": "7"}, ("roll",), "not-a-table-die"),
        ({"modifiers": "some"}, ("modifiers",), "bad-modifiers"),
        ({"columns": ["weight", "b"], "rows": ["0 | a"], "roll": ""}, ("rows", 0, "weight"), "bad-weight"),
        ({"columns": ["weight", "b"], "rows": ["1 | a"]}, ("roll",), "two-dice"),
    ],
)
def test_a_row_that_cannot_be_read_is_pointed_at(keys: dict[str, Any], path: tuple[Any, ...], code: str) -> None:
    plain = {"table": "t", "columns": ["roll", "b"], "rows": ["1-6 | a"], "roll": "d6"}
    read = read_table(plain | keys)
    assert isinstance(read, GameTable)
    problems = make_roll_table(read)
    assert isinstance(problems, tuple)
    assert [(problem.path, problem.code) for problem in problems] == [(path, code)]


def test_a_die_that_is_not_whole_picks_no_row() -> None:
    with pytest.raises(ProblemError) as refused:
        prove(written(["1-3"], "d6 / 2"))
    assert refused.value.problem.code == "not-a-table-die"


@pytest.mark.parametrize(
    ("key", "column", "value"),
    [("Minotaur", "STR", 3), ("**minotaur**", "mind", -1), ("Human", "STR", 0), ("Human", "race", "Human")],
)
def test_a_look_up_finds_a_row_by_its_name(key: str, column: str, value: object) -> None:
    races = table("races")
    assert races.value(races.row(key), races.column(column)) == value


def test_a_look_up_finds_a_row_by_the_number_that_its_range_holds() -> None:
    followers = table("followers")
    assert [followers.lookup(players, "# of followers") for players in (1, 3, 4, 9)] == [7, 2, 1, 1]


@pytest.mark.parametrize(
    ("key", "column", "code", "hint"),
    [
        ("Minotaurs", "STR", "unknown-row", "did you mean “Minotaur”?"),
        ("Human", "SRT", "unknown-column", "did you mean “STR”?"),
    ],
)
def test_a_look_up_that_fails_says_what_was_meant(key: str, column: str, code: str, hint: str) -> None:
    with pytest.raises(ProblemError) as refused:
        table("races").lookup(key, column)
    assert (refused.value.problem.code, refused.value.problem.suggestion) == (code, hint)


@pytest.mark.parametrize(
    ("document", "code", "path"),
    [
        ([], "not-a-mapping", ()),
        ({"columns": ["a"], "rows": []}, "missing-key", ()),
        ({"table": "t", "rows": []}, "missing-key", ()),
        ({"table": "t", "columns": ["a"]}, "missing-key", ()),
        ({"table": "t", "columns": ["a", "A"], "rows": []}, "duplicate-column", ("columns",)),
        ({"table": "t", "columns": [{"a": "nmber"}], "rows": []}, "unknown-word", ("columns", 0, "a")),
        ({"table": "t", "columns": ["a"], "rows": [{"b": 1}]}, "unknown-key", ("rows", 0, "b")),
        ({"table": "t", "columns": ["a"], "rows": ["1 | 2"]}, "too-many-cells", ("rows", 0)),
        ({"table": "t", "columns": ["a"], "rows": [[[]]]}, "not-a-text", ("rows", 0, 0)),
        ({"table": "t", "columns": ["a"], "rows": [], "outside": "clip"}, "unknown-word", ("outside",)),
        ({"table": "t", "columns": ["a"], "rows": [], "die": "d6"}, "unknown-key", ("die",)),
    ],
)
def test_a_table_document_is_checked(document: object, code: str, path: tuple[Any, ...]) -> None:
    problems = read_table(document)
    assert isinstance(problems, tuple)
    assert (code, path) in [(problem.code, problem.path) for problem in problems]
    assert all(isinstance(problem, Problem) for problem in problems)
