"""A passage of Markdown -> what can be rolled in it: dice as people write them, `[words](roll:…)`, `[words](table:…)`.

Dice are found by their shape and then read by the parser, so what is found can always be rolled. A lone `d20` is
part of the language as often as it is a roll ("all d20 rolls", "the d20 shows a 1"): the words around it decide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .parse import parse
from .problem import ProblemError
from .record import record
from .scan import fold
from .vocabulary import EMPTY, Vocabulary

_LINK = re.compile(r"\[[^\]\n]*\]\((?P<kind>roll|table):(?P<target>[^\n]*?)\)(?=[^)]|$)")
# `HD1d8+1`: capitals may stand directly before a die that says how many.
_DICE = re.compile(
    r"(?<![\w/.{])(?:[A-Z]{2,4}(?=\d))?(?P<dice>\d{0,4}[dD](?:\d{1,7}|%|F(?![a-z]))"
    r"(?:(?:kh|kl|dh|dl|ro|ra|mi|ma|r|!p|!!|!)\d{0,3})*)(?![\w]|/[^\d]|%\w)"
)
_MINIMUM = re.compile(r" ?\(with a (?:minimum|maximum) of \d{1,6}\)", re.IGNORECASE)
_OPERATOR = re.compile(r" ?[-+*/×÷−–] ?")
_NUMBER = re.compile(r"\d{1,9}½?(?![\w%]|\.\d)|½")
_WORD_BEFORE = re.compile(r"(\w+)\W*$")
_WORD_AFTER = re.compile(r"\W{0,2}([A-Za-z]+)")
_NAMED_BEFORE = frozenset(("all", "any", "each", "every", "some", "the", "this", "that", "ogl", "srd"))
_NAMED_AFTER = re.compile(
    r"adventures?|based|dice|die|games?|material|products?|rolls?|rules|shows?|supplements?|systems?|tabletop"
)


@record
class RollInText:
    """`start:end` are columns of the passage; `kind` is roll or table, `target` the expression or the table's id."""

    start: int
    end: int
    kind: str
    target: str


def rolls_in_text(text: str, vocabulary: Vocabulary = EMPTY) -> tuple[RollInText, ...]:
    """Passage -> what can be rolled in it, from left to right."""
    links = [
        RollInText(found.start(), found.end(), found["kind"], found["target"].strip()) for found in _LINK.finditer(text)
    ]
    dice = _dice(text, vocabulary)
    free = [found for found in dice if not any(link.start <= found.start < link.end for link in links)]
    return tuple(sorted((*links, *free), key=lambda found: found.start))


def _dice(text: str, vocabulary: Vocabulary) -> Iterator[RollInText]:
    reached = 0
    for found in _DICE.finditer(text):
        start = found.start("dice")
        if start < reached or _is_named(text, found):
            continue
        start, end = _signed(text, start), _extended(text, found.end(), vocabulary)
        if (whole := _readable(text, start, end, found.end(), vocabulary)) is not None:
            reached = whole
            yield RollInText(start, whole, "roll", text[start:whole])


def _is_named(text: str, found: re.Match[str]) -> bool:
    """A die without a count -> whether its neighbours speak about it rather than ask to roll it."""
    if found["dice"][0].isdigit():
        return False
    before, after = _WORD_BEFORE.search(text[: found.start()]), _WORD_AFTER.match(text[found.end() :])
    return (before is not None and before[1].lower() in _NAMED_BEFORE) or (
        after is not None and _NAMED_AFTER.fullmatch(after[1].lower()) is not None
    )


def _signed(text: str, start: int) -> int:
    """Where dice start -> where they start with a minus sign that belongs to them: `–1d4`."""
    signed = start > 0 and text[start - 1] in "−–-" and (start == 1 or text[start - 2] in " (\u00a0")
    return start - 1 if signed else start


def _extended(text: str, end: int, vocabulary: Vocabulary) -> int:
    """Where a die ends -> where its formula ends: bounds in words, and sums with numbers, dice and known phrases."""
    low = fold(text) + "\0\0"
    while True:
        if bounded := _MINIMUM.match(text, end):
            end = bounded.end()
        operator = _OPERATOR.match(text, end)
        if operator is None:
            return end
        term = _term_end(text, low, operator.end(), vocabulary)
        if term is None:
            return end
        end = term


def _term_end(text: str, low: str, start: int, vocabulary: Vocabulary) -> int | None:
    if found := _DICE.match(text, start):
        return found.end()
    if start < len(text) and (phrase := vocabulary.match(low, start)):
        return phrase[0]
    number = _NUMBER.match(text, start)
    return number.end() if number else None


def _readable(text: str, start: int, end: int, least: int, vocabulary: Vocabulary) -> int | None:
    """The longest reading first: where the formula really ends for the parser; None if even the die is unreadable."""
    for stop in dict.fromkeys((end, least)):
        try:
            parse(text[start:stop], vocabulary)
        except ProblemError:
            continue
        return stop
    return None
