"""Rolls as people hear them, and as spans of the author's text. Sentences are in cases/engine/rolls.txt."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rollbook.engine.parse import parse
from rollbook.engine.roll import roll_faces
from rollbook.engine.show import breakdown, sentence, spoken
from rollbook.engine.vocabulary import Vocabulary
from rollbook.words import speech

BOOK = Vocabulary({"STR bonus": "STR", "weapon roll": "2d6 + 1"})


def test_a_title_comes_first() -> None:
    assert sentence(roll_faces("d20 + 5", [12]), speech("en"), "Attack") == "Attack: 17, from d20 (12) + 5"


@pytest.mark.parametrize(
    ("text", "faces", "heard"),
    [
        ("d20-2", [12], "10, from d20 (12) minus 2"),
        ("d20 + STR bonus", [1], "minus 1, from d20 (natural 1) plus STR bonus (minus 2)"),
        ("−1d4", [3], "minus 3, from minus 1d4 (3)"),
        ("2 × d6 ÷ 4", [3], "1½, from 2 times d6 (3) divided by 4"),
        ("(2d6) >= 7", [3, 4], "yes, from 2d6 (3, 4) at least 7"),
        ("weapon roll", [3, 4], "8, from weapon roll (8: 3, 4)"),
        ("2d6[fire]", [3, 4], "7, from 2d6 (3, 4), fire"),
    ],
)
def test_spoken(text: str, faces: list[int], heard: str) -> None:
    assert spoken(roll_faces(parse(text, BOOK), faces, {"STR": -2}), speech("en")) == heard


@pytest.mark.parametrize(
    ("value", "written", "heard"),
    [
        (-2, "−2", "minus 2"),
        (Fraction(7, 2), "3½", "3½"),
        (Fraction(-1, 2), "−½", "minus ½"),
        (Fraction(10, 7), "10/7", "10 over 7"),
        (True, "yes", "yes"),
        (False, "no", "no"),
        ("half-elf", "half-elf", "half-elf"),
    ],
)
def test_numbers(value: int | Fraction | bool | str, written: str, heard: str) -> None:
    assert (speech("en").value(value), speech("en").spoken(value)) == (written, heard)


def test_names_are_called_what_the_text_around_the_roll_calls_them() -> None:
    made = roll_faces("d20 + check", [12], {"check": 2})
    called = {"check": "DEX bonus"}
    assert sentence(made, speech("en"), "", called) == "14, from d20 (12) + DEX bonus (2)"
    assert "DEX bonus" in spoken(made, speech("en"), "", called)
    assert [span.text for span in breakdown(made, called)] == ["d20", " + ", "DEX bonus"]


def test_the_spans_are_the_authors_text_with_every_die() -> None:
    text = " weapon roll + {d8, d4}kh1 + 2d20kl1[cold] "
    made = roll_faces(parse(text, BOOK), [3, 4, 8, 1, 20, 2])
    spans = [span.to_json() for span in breakdown(made)]
    assert "".join(str(span["text"]) for span in spans) == text
    assert [span["kind"] for span in spans] == ["text", "name", "text", "choice", "text", "dice", "text"]
    assert spans[1]["value"] == 8
    assert spans[3]["rolls"] == [{"value": 8, "kept": True}, {"value": 1, "kept": False}]
    assert spans[5]["dice"] == [
        {"sides": 20, "face": 20, "kept": False, "value": 20, "natural": "highest", "marks": []},
        {"sides": 20, "face": 2, "kept": True, "value": 2, "natural": "", "marks": []},
    ]
