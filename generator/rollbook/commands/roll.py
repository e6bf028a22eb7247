"""`rollbook roll`: an expression -> dice thrown once, the total and every die."""

from __future__ import annotations

import json
import secrets
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from fractions import Fraction

from rollbook.commands.expression_arguments import explained, expression, expression_parser, values
from rollbook.engine.dice import Given, Seeded, given, seeded
from rollbook.engine.roll import roll
from rollbook.engine.show import sentence
from rollbook.words import speech

_DESCRIPTION = """\
Roll an expression once. Every roll is different unless you give a seed or say what the dice show."""

_EXAMPLES = """\
  rollbook roll 4d6kh3                    four dice, the highest three kept
  rollbook roll "1d20 + STR" --set STR=3
  rollbook roll 3d6 --seed 7              the same dice each time
  rollbook roll 3d6 --faces 3,5,1         the dice on your table
  rollbook roll -1d4                      a leading minus works too
  rollbook roll 2d6 --json                {"expression": "2d6", "total": 9, "dice": [{"sides": 6, "face": 4, …}, …]}

exit code: 0 rolled; 2 a mistake in the expression"""


def parser() -> ArgumentParser:
    """-> what `rollbook roll` takes."""
    made = expression_parser("roll", _DESCRIPTION, _EXAMPLES)
    chance = made.add_mutually_exclusive_group()
    chance.add_argument("--seed", metavar="N", type=int, help="a whole number: the same seed gives the same dice")
    chance.add_argument(
        "--faces", metavar="3,5,1", type=_faces, help="what the dice show, in the order they are thrown"
    )
    return made


def run(arguments: Namespace) -> int:
    """Arguments -> the roll as a sentence, or JSON."""
    text = expression(arguments)
    words = speech(arguments.language)
    with explained(text, words):
        rolled = roll(text, values(arguments), _dice(arguments))
    print(json.dumps(rolled.to_json()) if arguments.json else sentence(rolled, words))
    return 0


def _dice(arguments: Namespace) -> Given | Seeded:
    """Arguments -> where the faces come from; without a wish, from the system's own randomness."""
    if arguments.faces is not None:
        return given(arguments.faces)
    return seeded(secrets.randbits(128) if arguments.seed is None else arguments.seed)


def _faces(text: str) -> list[int | Fraction]:
    """`3,5,1` -> the faces; a die may have fractions on it."""
    try:
        faces = [Fraction(face) for face in text.replace(",", " ").split()]
    except (ValueError, ZeroDivisionError):
        raise ArgumentTypeError(f"{text!r} should be numbers separated by commas, such as 3,5,1") from None
    return [int(face) if face.denominator == 1 else face for face in faces]
