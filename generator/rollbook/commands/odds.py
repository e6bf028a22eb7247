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

_DESCRIPTION = """\
Show how likely each result of an expression is, as a bar chart with the mean, the spread (standard deviation) and the
chance to get at least each result. Chances are exact; where counting would take too long it says that it estimates."""

_EXAMPLES = """\
  rollbook odds 4d6kh3
  rollbook odds "2d20kh1 + 5 >= 15"       the chance to hit with advantage
  rollbook odds "1d20 + STR" --set STR=3
  rollbook odds 3d6 --json                {"outcomes": {"3": "1/216", …}, "mean": "21/2", "min": 3, "max": 18, …}

exit code: 0 shown; 2 a mistake in the expression"""


def parser() -> ArgumentParser:
    """-> what `rollbook odds` takes."""
    return expression_parser("odds", _DESCRIPTION, _EXAMPLES)


def run(given: Namespace) -> int:
    """Arguments -> the chart, or JSON."""
    text = expression(given)
    with explained(text):
        distribution = odds(text, values(given))
    if given.json:
        print(json.dumps(distribution.to_json(), indent=2))
        return 0
    # One column is left free: some terminals break a line that is exactly full.
    width = shutil.get_terminal_size().columns - 1
    print(_headline(distribution), chart(distribution, width, BLOCKS if _draws_blocks() else ASCII), sep="\n\n")
    return 0


def _headline(distribution: Distribution) -> str:
    """Distribution -> the numbers that sum it up, and how far they can be trusted."""
    counted = "exact" if distribution.exact else f"estimated from {distribution.samples} rolls"
    if not distribution.numeric:
        return counted
    mean, error = distribution.mean, "" if distribution.exact else f" give or take {distribution.error:.2g}"
    exactly = f" ({mean})" if distribution.exact and 1 < mean.denominator < 10**6 else ""
    low, high = distribution.minimum, distribution.maximum
    return f"mean {float(mean):.6g}{exactly}{error}, spread {distribution.spread:.4g}, from {low} to {high}, {counted}"


def _draws_blocks() -> bool:
    """Whether the terminal's or the file's encoding has the characters of a fine bar."""
    try:
        (BLOCKS.parts + BLOCKS.dash).encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
