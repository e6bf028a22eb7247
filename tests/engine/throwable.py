"""Seeded chance -> rolls that a page throws by itself: expressions with their plans, faces, and what the engine makes
of them. Phrases of a book, names, products, rounding and advantage are among them."""

from __future__ import annotations

from random import Random
from typing import Any

from rollbook.engine.dice import seeded
from rollbook.engine.parse import parse
from rollbook.engine.roll import roll, roll_faces
from rollbook.engine.rolled import plain
from rollbook.engine.show import breakdown
from rollbook.engine.throw_plan import throw_plan
from rollbook.engine.vocabulary import Vocabulary

VOCABULARY = {"DEX bonus": "DEX", "STR bonus": "floor((STR - 10) / 2)", "sneak dice": "2d6 + level"}
NAMES = {"DEX": (-5, 9), "STR": (3, 18), "level": (0, 20), "situation modifiers": (-9, 9)}
_SIDES = ("4", "6", "8", "10", "12", "20", "20", "100", "%", "3", "1")
_KEEPS = ("kh3", "kl", "dh", "dl1", "kh0", "dh9", "mi2", "ma5", "mi2kh2", "dl1dh1")


def rolls_with_plans(seed: int, many: int) -> list[dict[str, Any]]:
    """Seed, how many -> rolls whose expression has a plan."""
    chance = Random(seed)
    made: list[dict[str, Any]] = []
    while len(made) < many:
        values = {name: chance.randint(*reach) for name, reach in NAMES.items()}
        found = throwable(_sum(chance, 0), values, chance.getrandbits(53))
        if found:
            made.append(found)
    return made


def throwable(text: str, values: dict[str, int], seed: int, vocabulary: dict[str, str] = VOCABULARY) -> dict[str, Any]:
    """Expression, values, a seed for its faces -> the roll as a page and as the engine see it; {} without a plan."""
    names = {name: f"`{name}`" for name in values if " " in name}
    expression = parse(text, Vocabulary({**names, **vocabulary}))
    plan = throw_plan(expression)
    if plan is None:
        return {}
    faces = [die.face for die in roll(expression, values, seeded(seed)).dice]
    rolled = roll_faces(expression, faces, values)
    spans = [span.to_json() for span in breakdown(rolled) if span.kind != "text"]
    return {
        "expression": text,
        "plan": plan,
        "faces": faces,
        "values": values,
        "total": plain(rolled.total),
        "spans": [{key: span[key] for key in ("kind", "text", "value", "dice")} for span in spans],
    }


def _sum(chance: Random, depth: int) -> str:
    terms = [_term(chance, depth) for _ in range(chance.choice((1, 1, 2, 2, 3, 4)))]
    return "".join(
        f"{chance.choice((' + ', ' - ', ' – '))}{term}" if place else term for place, term in enumerate(terms)
    )


def _term(chance: Random, depth: int) -> str:
    kind = chance.randrange(12 if depth < 2 else 7)
    if kind == 4 and chance.random() < 0.2:
        return chance.choice(("d66", "d666", "1d88"))
    if kind < 4:
        count = chance.choice(("", "1", "2", "3", "4", "10", "0"))
        return f"{count}d{chance.choice(_SIDES)}{chance.choice(('', '', *_KEEPS)) if count not in ('', '0') else ''}"
    if kind == 4:
        return str(chance.choice((0, 1, 5, 10, 999)))
    if kind < 7:
        return chance.choice((*VOCABULARY, "level", "situation modifiers"))
    inside = _sum(chance, depth + 1)
    return chance.choice(
        (
            f"1d6 (with a minimum of {chance.randint(2, 4)})",
            f"({inside})",
            f"-({inside})",
            f"2 * ({inside})",
            f"({inside}) × 3",
            f"max({inside}, {chance.randint(0, 9)})",
            f"min({inside}, 10)",
            f"abs({inside})",
            f"floor(({inside}) / {chance.randint(1, 4)})",
            f"ceil(({inside}) / 2)",
            f"round(({inside}) / {chance.randint(2, 4)})",
            f"({inside}) // 3",
            f"floor({inside})",
            f"adv({inside})",
            f"dis({inside})",
            f"({inside})[cold]",
            f"margin({inside}, 10)",
        )
    )
