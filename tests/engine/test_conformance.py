"""What our notation shares with Avrae d20 and rpg-dice-roller comes out the same there, with the same faces.

Expressions are generated with fixed seeds from what is shared, each translated where only the spelling differs. Where
we differ on purpose, a table says so, and the tests hold it to the truth: the others must still do what it says.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest
from rollbook.engine.dice import seeded
from rollbook.engine.problem import ProblemError
from rollbook.engine.roll import Roll, roll, roll_faces

ROLLER = Path(__file__).parents[2] / "site_templates/node_modules/@dice-roller/rpg-dice-roller/lib/esm/bundle.js"
SCRIPT = Path(__file__).with_name("rpg_dice_roller.mjs")

# Ours and theirs side by side, as one text with `ours|theirs` in angle quotes where the spelling differs.
AVRAE = {
    "keep": ["kh{n}", "kl{n}", "‹dl{n}|pl{n}›", "‹dh{n}|ph{n}›"],
    "reroll": ["‹r{f}|rr{f}›", "‹r<{f}|rr<{f}›", "ro{f}", "ro>{f}", "ra{f}", "ra<{f}"],
    "explode": ["‹!{f}|e{f}›", "‹!>{f}|e>{f}›"],
    "bound": ["mi{f}", "ma{f}"],
    "operator": ["+", "-", "*", "//", "%"],
    "compare": [" >= ", " < ", "‹ = | == ›"],
    "group": ["‹{{|(›{a}, {b}‹}}|)›kh1", "‹{{|(›{a}, {b}, {c}‹}}|)›‹dl1|pl1›"],
    "orders": [["reroll", "keep"], ["explode", "keep"], ["bound", "keep"], ["keep", "bound"]],
}
ROLLER_JS = {
    "keep": ["kh{n}", "kl{n}", "dl{n}", "dh{n}"],
    "reroll": ["r", "r={f}", "r<{f}", "ro", "ro<={f}"],
    "explode": ["!", "!={f}", "!>={f}", "!!", "!p", "!!p", "!p={f}"],
    "explode on": ["!={f}", "!>={f}", "!!={f}", "!p={f}"],
    "bound": ["‹mi|min›{f}", "‹ma|max›{f}"],
    "count": [">={f}", "<{f}", "={f}", "<>{f}", ">={f}f<{f}"],
    "operator": ["+", "-", "*", "/", "%"],
    "group": ["{{{a}, {b}}}kh1", "{{{a}, {b}, {c}}}dl1", "({{{a}, {b}}}>={f})", "{{{a}, {b}}}"],
    "function": ["floor({a} / 2)", "ceil({a} / 2)", "round({a} / 4)", "abs({a} - 9)", "max({a}, {b})", "min({a}, 7)"],
    "orders": [["explode", "keep"], ["reroll", "keep"], ["bound", "keep"], ["explode on", "count"], ["keep", "count"]],
}


class Writer:
    """Writes expressions in a dialect's shared notation."""

    def __init__(self, seed: int, dialect: dict[str, list]) -> None:  # type: ignore[type-arg]
        self.chance = random.Random(seed)
        self.dialect = dialect

    def expression(self) -> str:
        pick = self.chance.choice
        parts = [self.part()]
        for _ in range(self.chance.randrange(3)):
            # A divisor is a plain number: dice may come to zero.
            operator = pick(self.dialect["operator"])
            parts += [operator, self.part() if operator in "+-*" else str(self.chance.randint(1, 9))]
        text = " ".join(parts)
        if "compare" in self.dialect and self.chance.random() < 0.2:
            text = f"({text}){pick(self.dialect['compare'])}{self.chance.randint(1, 20)}"
        return text

    def part(self) -> str:
        kind = self.chance.choice(["dice", "dice", "dice", "number", "sum", "group", "function"])
        if kind == "number":
            return str(self.chance.randint(0, 30))
        if kind == "sum":
            return f"({self.dice()} + {self.dice()})"
        if kind in self.dialect:
            return self.filled(self.chance.choice(self.dialect[kind]), 6, 2)
        return self.dice()

    def dice(self) -> str:
        sides = self.chance.choice([2, 4, 6, 8, 10, 12, 20, 100])
        count = self.chance.randint(1, 8)
        text = f"{'' if count == 1 else count}d{sides}"
        order = [kind for kind in self.chance.choice([[], *self.dialect["orders"]]) if self.chance.random() < 0.7]
        for kind in order:
            text += self.filled(self.chance.choice(self.dialect[kind]), sides, count)
        # Behind an operator we want parentheses around dice whose successes are counted.
        return f"({text})" if "count" in order else text

    def filled(self, form: str, sides: int, count: int) -> str:
        # A face that is neither the lowest nor the highest leaves every condition a way out.
        face = self.chance.randint(min(2, sides), max(2, sides - 1))
        plain = [f"{self.chance.randint(1, 4)}d{self.chance.choice([4, 6, 8])}" for _ in range(3)]
        return form.format(n=self.chance.randint(1, count), f=face, a=plain[0], b=plain[1], c=plain[2])


def spelled(text: str, theirs: bool) -> str:
    """Text with ‹ours|theirs› -> one of the two spellings."""
    while "‹" in text:
        before, _, rest = text.partition("‹")
        choice, _, after = rest.partition("›")
        text = before + choice.split("|")[theirs] + after
    return text


def rolls(dialect: dict[str, list], count: int) -> list[tuple[str, Roll]]:  # type: ignore[type-arg]
    """Dialect -> their texts with our rolls; what passes a limit of ours (and not of theirs) is left out."""
    writer = Writer(20261101, dialect)
    made: list[tuple[str, Roll]] = []
    while len(made) < count:
        text = writer.expression()
        try:
            made.append((spelled(text, True), roll(spelled(text, False), rng=seeded(len(made)))))
        except ProblemError as error:
            if not error.problem.code.startswith("endless-"):
                raise
    return made


class AvraeDice:
    """Stands in for the `random` module inside d20, and shows the faces that our dice showed."""

    def __init__(self, throws: list[tuple[int, int]]) -> None:
        self.throws = throws

    def randrange(self, sides: int) -> int:
        expected, face = self.throws.pop(0)
        assert sides == expected
        return face - 1


def avrae(monkeypatch: pytest.MonkeyPatch, text: str, throws: list[tuple[int, int]]) -> float:
    d20 = pytest.importorskip("d20", reason="d20 is not installed: pip install the test group")
    dice = AvraeDice(list(throws))
    monkeypatch.setattr("d20.expression.random", dice)
    total: float = d20.roll(text).expr.total
    assert not dice.throws, text
    return total


def test_shared_with_avrae(monkeypatch: pytest.MonkeyPatch) -> None:
    for theirs, ours in rolls(AVRAE, 1_500):
        throws = [(die.sides, die.face) for die in ours.dice]
        assert avrae(monkeypatch, theirs, throws) == ours.total, (theirs, ours.expression.text, throws)  # type: ignore[arg-type]


def roller_js(asked: list[tuple[str, list[dict[str, object]]]]) -> list[dict[str, object]]:
    node = shutil.which("node")
    if not node or not ROLLER.exists():
        pytest.skip("rpg-dice-roller is not installed: run npm ci in site_templates")
    question = json.dumps([{"notation": text, "throws": throws} for text, throws in asked])
    done = subprocess.run(
        [node, str(SCRIPT), ROLLER.as_uri()], input=question, capture_output=True, text=True, check=True, timeout=120
    )
    answers: list[dict[str, object]] = json.loads(done.stdout)
    return answers


def throws_of(made: Roll) -> list[dict[str, object]]:
    return [{"sides": die.sides, "face": die.face} for die in made.dice]


def test_shared_with_rpg_dice_roller() -> None:
    made = rolls(ROLLER_JS, 1_500)
    answers = roller_js([(theirs, throws_of(ours)) for theirs, ours in made])
    for (theirs, ours), answer in zip(made, answers, strict=True):
        assert "total" in answer, (theirs, answer)
        # It rounds its totals to two places.
        assert abs(float(answer["total"]) - float(ours.total)) <= 0.0051, (theirs, ours.expression.text, answer)  # type: ignore[arg-type]


# Ours | faces | our total | theirs | their total. content/guide/04-notation.md gives the reasons.
DIFFERS_FROM_AVRAE = [
    ("6d10>=8", [1, 8, 9, 10, 2, 3], 3, "6d10>=8", 1),
    ("4d6kh1kl1", [1, 5, 6, 2], 6, "4d6kh1kl1", 7),
]
DIFFERS_FROM_ROLLER_JS = [
    ("4d6kh3kl1", [1, 5, 6, 2], 2, "4d6kh3kl1", 0),
    # It takes min and max before anything else, wherever they stand: the one is a three before it could be rerolled.
    ("d6ro1mi3", [1, 5], 5, "d6ro=1min3", "threw 1 dice, not 2"),
    # More than there are: here that is all of them, there a negative number of dice is left out.
    ("d6!>=3kh4", [3, 5, 2], 10, "d6!>=3kh4", 5),
    ("(6d10)>=8", [1, 1, 1, 1, 1, 1], False, "6d10>=8", 0),
]


@pytest.mark.parametrize(("text", "faces", "total", "theirs", "their_total"), DIFFERS_FROM_AVRAE)
def test_differs_from_avrae(
    monkeypatch: pytest.MonkeyPatch, text: str, faces: list[int], total: int, theirs: str, their_total: int
) -> None:
    made = roll_faces(text, faces)
    assert made.total == total
    assert (
        avrae(monkeypatch, theirs, [(die.sides, face) for die, face in zip(made.dice, faces, strict=True)])
        == their_total
    )


def test_differs_from_rpg_dice_roller() -> None:
    made = [roll_faces(text, faces) for text, faces, *_ in DIFFERS_FROM_ROLLER_JS]
    asked = [(theirs, throws_of(ours)) for (*_, theirs, _), ours in zip(DIFFERS_FROM_ROLLER_JS, made, strict=True)]
    assert [ours.total for ours in made] == [total for _, _, total, *_ in DIFFERS_FROM_ROLLER_JS]
    assert [answer.get("total", answer.get("error")) for answer in roller_js(asked)] == [
        case[-1] for case in DIFFERS_FROM_ROLLER_JS
    ]
