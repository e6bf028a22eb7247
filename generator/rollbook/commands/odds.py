"""`rollbook odds`: an expression -> how likely each result is."""

from __future__ import annotations

import json
import shutil
import sys
from argparse import ArgumentParser, Namespace

from rollbook.commands.chart import ASCII, BLOCKS, chart
from rollbook.commands.expression_arguments import explained, expression, expression_parser, values
from rollbook.engine.distribution import Distribution
from rollbook.engine.odds import odds
from rollbook.engine.words import Words
from rollbook.words import command_words, speech

_DESCRIPTION = """\
Show how likely each result of an expression is, as a bar chart with the mean, the spread (standard deviation) and the
chance of getting at least each result. Chances are exact; if counting would take too long, they are estimated, and the
output says so."""

_EXAMPLES = """\
  rollbook odds 4d6kh3
  rollbook odds "2d20kh1 + 5 >= 15"       the chance of hitting with advantage
  rollbook odds "1d20 + STR" --set STR=3
  rollbook odds 3d6 --json                {"outcomes": {"3": "1/216", …}, "mean": "21/2", "min": 3, "max": 18, …}

exit code: 0 shown; 2 a mistake in the expression"""


def parser() -> ArgumentParser:
    """-> what `rollbook odds` takes."""
    return expression_parser("odds", _DESCRIPTION, _EXAMPLES)


def run(given: Namespace) -> int:
    """Arguments -> the chart, or JSON."""
    text = expression(given)
    with explained(text, speech(given.language)):
        distribution = odds(text, values(given))
    if given.json:
        print(json.dumps(distribution.to_json(), indent=2))
        return 0
    # One column is left free: some terminals break a line that is exactly full.
    width = shutil.get_terminal_size().columns - 1
    words = command_words(given.language)
    ink = BLOCKS if _draws_blocks() else ASCII
    print(_headline(distribution, words), chart(distribution, width, ink, words), sep="\n\n")
    return 0


def _headline(distribution: Distribution, words: Words) -> str:
    """Distribution, words -> the numbers that sum it up, and how far they can be trusted."""
    # Without samples nothing was thrown: only explosions that nobody will see were left out.
    inexact = words.say("estimated", count=distribution.samples) if distribution.samples else words.say("cut_short")
    counted = words.say("exact") if distribution.exact else inexact
    if not distribution.numeric:
        return counted
    mean = distribution.mean
    shown = _decimal(f"{float(mean):.6g}", words)
    if not distribution.exact:
        shown = words.say("give_or_take", mean=shown, error=_decimal(f"{distribution.error:.2g}", words))
    elif 1 < mean.denominator < 10**6:
        shown = f"{shown} ({mean})"
    return words.say(
        "headline",
        mean=shown,
        spread=_decimal(f"{distribution.spread:.4g}", words),
        low=str(distribution.minimum),
        high=str(distribution.maximum),
        counted=counted,
    )


def _decimal(text: str, words: Words) -> str:
    return text.replace(".", words.say("decimal_mark"))


def _draws_blocks() -> bool:
    """Whether the terminal's or the file's encoding has the characters of a fine bar."""
    try:
        (BLOCKS.parts + BLOCKS.dash).encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
