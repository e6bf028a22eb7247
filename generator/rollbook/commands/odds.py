"""`rollbook odds`: an expression -> how likely each result is, as a bar chart of text."""

from __future__ import annotations

import json
import shutil
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from fractions import Fraction

from rollbook.commands.expression_arguments import explained, expression, expression_parser, values
from rollbook.engine.distribution import Distribution
from rollbook.engine.odds import odds
from rollbook.engine.words import Words
from rollbook.model.quick_dataclass import dataclass
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


# More rows than this don't fit a terminal: neighbours are put together.
_MOST_ROWS = 40
# What is rarer than this on either side of a long chart is one row.
_TAIL = Fraction(1, 5000)
_STEPS = (1, 2, 5)
_PERCENT = len("100.00 %")


@dataclass(frozen=True, slots=True)
class Ink:
    """What a terminal can draw: `parts` are a cell filled by an eighth, two eighths, … to the whole."""

    parts: str
    dash: str


BLOCKS = Ink("▏▎▍▌▋▊▉█", "–")
ASCII = Ink("#", "-")


@dataclass(frozen=True, slots=True)
class _Row:
    """One bar: what it is for, its chance, and, if results have an order, the chance to get this or more."""

    label: str
    chance: Fraction
    at_least: Fraction | None


def chart(distribution: Distribution, width: int, ink: Ink, words: Words) -> str:
    """Distribution, width of the terminal, words -> a line for each result: chance, chance of at least this, a bar."""
    rows = list(_rows(distribution, ink, words))
    result, chance, at_least = (words.say(f"column_{name}") for name in ("result", "chance", "at_least"))
    columns = max(len(chance), _PERCENT), max(len(at_least), _PERCENT)
    ordered = any(row.at_least is not None for row in rows)
    label = max(len(result), *(len(row.label) for row in rows))
    heads = f"{result:>{label}}  {chance:>{columns[0]}}" + (f"  {at_least:>{columns[1]}}" if ordered else "")
    room = max(8, width - len(heads) - 2)
    most = max(row.chance for row in rows)
    lines = [heads]
    for row in rows:
        numbers = f"{row.label:>{label}}  {_percent(row.chance, words):>{columns[0]}}"
        reached = "" if row.at_least is None else f"  {_percent(row.at_least, words):>{columns[1]}}"
        lines.append(f"{numbers}{reached}  {_bar(row.chance / most, room, ink)}".rstrip())
    return "\n".join(lines)


def _rows(distribution: Distribution, ink: Ink, words: Words) -> Iterator[_Row]:
    outcomes = distribution.outcomes
    if any(isinstance(outcome, bool | str | tuple) for outcome in outcomes):
        for outcome in outcomes:
            label = words.say("yes" if outcome else "no") if isinstance(outcome, bool) else str(outcome)
            yield _Row(label, distribution.exactly(outcome), None)
        return
    numbers = [(Fraction(outcome), distribution.weights[outcome]) for outcome in outcomes]  # type: ignore[arg-type]
    left = total = distribution.total
    for group in _groups(numbers, total):
        weight = sum(part for _, part in group)
        yield _Row(_range(group[0][0], group[-1][0], ink, words), Fraction(weight, total), Fraction(left, total))
        left -= weight


def _groups(numbers: list[tuple[Fraction, int]], total: int) -> Iterator[list[tuple[Fraction, int]]]:
    """Numbers with weights, ascending -> one group a row: each alone, or the tails and equal steps between them."""
    if len(numbers) <= _MOST_ROWS:
        yield from ([number] for number in numbers)
        return
    low, high = numbers[_tail(numbers, total)][0], numbers[-1 - _tail(numbers[::-1], total)][0]
    step = _step((high - low + 1) / (_MOST_ROWS - 10))
    groups: dict[int, list[tuple[Fraction, int]]] = {}
    for number in numbers:
        # Steps are multiples, so that rows read 20–24, 25–29 wherever the chart begins.
        row = min(max(number[0] // step, low // step - 1), high // step + 1)
        groups.setdefault(row, []).append(number)
    yield from (groups[row] for row in sorted(groups))


def _tail(numbers: list[tuple[Fraction, int]], total: int) -> int:
    """How many numbers at the start are together rarer than a row is worth."""
    weight = 0
    for place, (_, part) in enumerate(numbers):
        weight += part
        if Fraction(weight, total) > _TAIL:
            return place
    return len(numbers) - 1


def _step(least: Fraction) -> int:
    """The smallest round number, such as 5, 10, 20, that is at least this."""
    power = 1
    while True:
        for step in _STEPS:
            if step * power >= least:
                return step * power
        power *= 10


def _range(low: Fraction, high: Fraction, ink: Ink, words: Words) -> str:
    if low == high:
        return str(low)
    return f"{low}{ink.dash}{high}" if low >= 0 else words.say("range", low=str(low), high=str(high))


def _percent(chance: Fraction, words: Words) -> str:
    """Chance -> eight characters; what isn't nothing never looks like nothing, nor what isn't certain like certain."""
    if 0 < chance < Fraction(1, 20000):
        shown = "< 0.01 %"
    elif Fraction(19999, 20000) < chance < 1:
        shown = ">99.99 %"
    else:
        shown = f"{float(chance * 100):6.2f} %"
    return shown.replace(".", words.say("decimal_mark"))


def _bar(share: Fraction, room: int, ink: Ink) -> str:
    """Share of the longest bar -> cells; a chance too small for the first part of a cell still shows a trace."""
    parts = len(ink.parts)
    cells, part = divmod(max(1, round(share * room * parts)), parts)
    return ink.parts[-1] * cells + (ink.parts[part - 1] if part else "")
