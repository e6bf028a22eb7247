"""Any text is answered: with a roll that can be shown, or with a problem; never with another exception, never late."""

from __future__ import annotations

from random import Random
from time import process_time

import pytest
from rollbook.engine.dice import seeded
from rollbook.engine.expression import Expression
from rollbook.engine.nodes import Value
from rollbook.engine.problem import ProblemError
from rollbook.engine.roll import roll, roll_faces
from rollbook.engine.show import breakdown, sentence, spoken
from rollbook.words import speech

from tests.soak import parts, seeds

from .generate import VALUES, expression, garbage

# Seconds of processor time: a guard against hanging, far above what any text may take, however slow the machine is.
HANG = 20.0
A_PART = 10_000


class Damage:
    """A table that answers any key."""

    def lookup(self, key: Value, column: str) -> Value | Expression:
        return len(str(key))


TABLES = {"weapons": Damage()}


def check(text: str, seed: int) -> str:
    """Text -> "rolled" or the code of its problem; anything else is an exception, and fails the test."""
    try:
        made = roll(text, VALUES, seeded(seed), TABLES)
    except ProblemError as error:
        problem = error.problem
        assert 0 <= problem.start <= problem.end <= len(text), (text, problem)
        assert problem.code, text
        assert problem.message, text
        return problem.code
    assert "".join(span.text for span in breakdown(made)) == text
    assert sentence(made, speech("en")), text
    assert spoken(made, speech("en")), text
    # The faces thrown lead to the same roll again.
    again = roll_faces(text, [die.face for die in made.dice], VALUES, TABLES)
    assert (again.total, again.dice) == (made.total, made.dice), text
    return "rolled"


def fuzz(count: int, seed: int) -> dict[str, int]:
    """How many texts, seed -> how often each answer came."""
    chance = Random(seed)
    answers: dict[str, int] = {}
    for number in range(count):
        text = garbage(chance) if number % 2 else expression(chance, chance.choice([3, 10, 40]))
        started = process_time()
        answer = check(text, number)
        assert process_time() - started < HANG, text
        answers[answer] = answers.get(answer, 0) + 1
    return answers


@pytest.mark.parametrize("part", range(4))
def test_ten_thousand_texts(part: int) -> None:
    answers = fuzz(2_500, part)
    # The generator must go on reaching both ends: rolls that work, and many kinds of mistakes.
    assert answers["rolled"] > 300
    assert len(answers) > 15


@pytest.mark.soak
def test_a_million_texts() -> None:
    """Ten thousand texts of each seed."""
    answers: dict[str, int] = {}
    for part in parts(seeds(1_000_000), A_PART):
        for answer, times in fuzz(len(part), 1_000 + part.start // A_PART).items():
            answers[answer] = answers.get(answer, 0) + times
    print(f"{sum(answers.values()):,} expressions, {answers['rolled']:,} rolled, {len(answers) - 1} kinds of problems")
    assert answers["rolled"] > 0.12 * sum(answers.values())
