"""Dice are found in a passage where a reader would see them, and nowhere else."""

from __future__ import annotations

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st
from rollbook.engine.dice import given
from rollbook.engine.parse import parse
from rollbook.engine.problem import ProblemError
from rollbook.engine.roll import roll
from rollbook.engine.rolls_in_text import rolls_in_text
from rollbook.engine.vocabulary import Vocabulary, any_die

from tests.engine.documents import CASES

PHRASES = Vocabulary({"DEX bonus": "DEX bonus", "Magic Attack Bonus": "`MIND bonus` + level"})


def _cases() -> list[tuple[str, str]]:
    lines = (CASES / "tables" / "rolls_in_text.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.rsplit("|", 1) for line in lines if line and not line.startswith("# ")]
    return [(text.strip(), found.strip()) for text, found in pairs]


@pytest.mark.parametrize(("text", "expected"), _cases())
def test_what_can_be_rolled_in_a_passage(text: str, expected: str) -> None:
    found = rolls_in_text(text, PHRASES)
    shown = [it.target if it.kind == "roll" else f"table {it.target}" for it in found]
    assert "; ".join(shown) == expected
    for it in found:
        assert it.target in text[it.start : it.end]


@for_all(st.text(alphabet="d0123456%F+-–×() khtable:[]roHD½", max_size=40))
def test_what_is_found_can_be_read(text: str) -> None:
    for it in rolls_in_text(text):
        if not text[it.start : it.end].startswith("["):
            parse(it.target)


def test_a_language_has_its_own_letter_for_dice() -> None:
    german = Vocabulary({"STÄ": "stärke", "W#": "d#"})
    text = "2W6 + 3 oder W20 + STÄ, 4WF, d8; W6-Würfe, Abb. W7a und der Schwarze W."
    assert [it.target for it in rolls_in_text(text, german)] == ["2W6 + 3", "W20 + STÄ", "4WF", "d8", "W6"]
    assert rolls_in_text("2W6 + 3") == ()
    polish = Vocabulary({"k#": "d#"}, wider=german)
    assert roll(parse("2k10 + 1W4 + 4d6kh3", polish), {}, given([3, 4, 2, 1, 2, 3, 4])).total == 18
    with pytest.raises(ProblemError):
        parse("2W10")


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("2W6+1", "2d6+1"),
        ("k6 + 1к8", "d6 + 1d8"),
        ("2x4", "2x4"),
        ("T20-Probe", "d20-Probe"),
        ("AB12", "AB12"),
        ("d6", "d6"),
    ],
)
def test_what_can_only_be_dice_may_have_any_letter(text: str, same: str) -> None:
    assert any_die(text) == same
