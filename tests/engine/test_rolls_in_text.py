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
from rollbook.words import dice_phrases, languages, words_around_dice

from tests.engine.documents import CASES

PHRASES = Vocabulary({"DEX bonus": "DEX bonus", "Magic Attack Bonus": "`MIND bonus` + level"})


def _cases() -> list[tuple[str, str]]:
    lines = (CASES / "tables" / "rolls_in_text.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.rsplit("|", 1) for line in lines if line and not line.startswith("# ")]
    return [(text.strip(), found.strip()) for text, found in pairs]


@pytest.mark.parametrize(("text", "expected"), _cases())
def test_what_can_be_rolled_in_a_passage(text: str, expected: str) -> None:
    found = rolls_in_text(text, PHRASES, words_around_dice("en"))
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


# By language: one sentence that asks for a roll, and some that speak about a die.
ABOUT_DICE = {
    "en": ("roll a d20, or d6", "all d20 rolls", "each d20", "the d20 shows a 1", "d20-based games", "OGL/d20"),
    "de": ("wirf einen W20, oder W6", "alle W20-Würfe", "jeder W20", "der W20 zeigt eine 1", "W20-Würfe", "OGL/W20"),
    "fr": ("lancez un d20, ou d6", "tous les d20", "chaque d20", "le d20 indique 1", "d20, système de jeu", "OGL/d20"),
}


@pytest.mark.parametrize("language", languages())
def test_every_language_has_words_that_speak_about_a_die(language: str) -> None:
    rolled, *named = ABOUT_DICE[language]
    vocabulary, around = Vocabulary(dice_phrases(language)), words_around_dice(language)
    assert len(rolls_in_text(rolled, vocabulary, around)) == 2
    for passage in named:
        assert rolls_in_text(passage, vocabulary, around) == (), passage
    # Without such words, as with another language's, it is a roll as any other.
    assert len(rolls_in_text(named[2], vocabulary)) == 1
    assert all(word == word.lower() for word in (*around.before, *around.after))
    # How many are thrown is said: that is always a roll.
    die = "3" + rolled.split()[2].rstrip(",")
    word = min(around.before)
    assert [it.target for it in rolls_in_text(f"{word} {die}", vocabulary, around)] == [die]


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
