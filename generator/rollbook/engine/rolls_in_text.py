"""A passage of Markdown -> what can be rolled in it: dice as people write them, `[words](roll:…)`, `[words](table:…)`.

Dice are found by their shape and then read by the parser, so what is found can always be rolled. A lone `d20` is
part of the language as often as it is a roll ("all d20 rolls", "the d20 shows a 1"): the words around it decide, which
every language has in its file.

A passage may be as long as its author likes, so every piece of it is looked at once, however many dice stand in it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from .lean import frozen
from .limits import MAX_TEXT
from .parse import parse
from .problem import ProblemError
from .vocabulary import EMPTY, Vocabulary, fold
from .words import Words

_LINK = re.compile(
    rf"\[[^\[\]\n]*\]\((?P<kind>roll|table):(?P<target>[^\n]{{0,{MAX_TEXT}}}?)\)(?=[^)]|$)",
)
# `HD1d8+1`: capitals may stand directly before a die that says how many.
_DICE = re.compile(
    r"(?<![\w/.{])(?:[A-Z]{2,4}(?=\d))?(?P<dice>\d{0,4}[dD](?:\d{1,7}|%|F(?![a-z]))"
    r"(?:(?:kh|kl|dh|dl|ro|ra|mi|ma|r|!p|!!|!)\d{0,3})*)(?![\w]|/[^\d]|%\w)"
)
_MINIMUM = re.compile(r" ?\(with a (?:minimum|maximum) of \d{1,6}\)", re.IGNORECASE)
_OPERATOR = re.compile(r" ?[-+*/×÷−–] ?")
_NUMBER = re.compile(r"\d{1,9}½?(?![\w%]|\.\d)|½")
_WORD_AFTER = re.compile(r"\W{0,2}([^\W\d_]+)")


@frozen
class RollInText:
    """`start:end` are columns of the passage; `kind` is roll or table, `target` the expression or the table's id."""

    start: int
    end: int
    kind: str
    target: str


@frozen
class DieWords:
    """Words in lowercase letters that speak about a die without a count rather than ask to roll it: `all d20 rolls`."""

    before: frozenset[str] = frozenset()
    after: frozenset[str] = frozenset()
    longest: int = 0  # letters of those before


NO_WORDS = DieWords()


def die_words(words: Words) -> DieWords:
    """A language's words -> those around a die that is spoken of."""
    before, after = (frozenset(words.say(f"die_named.{side}").split(", ")) for side in ("before", "after"))
    return DieWords(before, after, max(map(len, before)))


def rolls_in_text(text: str, vocabulary: Vocabulary = EMPTY, around: DieWords = NO_WORDS) -> tuple[RollInText, ...]:
    """Passage, the book's phrases, the words of its language -> what can be rolled in it, from left to right."""
    links = [
        RollInText(found.start(), found.end(), found["kind"], found["target"].strip()) for found in _LINK.finditer(text)
    ]
    starts = [link.start for link in links]
    found = list(links)
    for dice in _Dice(text, vocabulary, around).find():
        before = bisect_right(starts, dice.start) - 1
        if before < 0 or links[before].end <= dice.start:
            found.append(dice)
    return tuple(sorted(found, key=lambda each: each.start))


class _Dice:
    """The dice of one passage.

    `ends` remembers where formulas end that go on alike, since a die in a sum is the start of a shorter sum; `stuck`
    is where the last formula that could not be read went wrong: no later one reads on over that place.
    """

    __slots__ = ("around", "ends", "low", "shape", "stuck", "text", "vocabulary")

    def __init__(self, text: str, vocabulary: Vocabulary, around: DieWords) -> None:
        self.around = around
        self.text = text
        self.vocabulary = vocabulary
        self.shape = vocabulary.with_d(text)
        self.low = fold(self.shape) + "\0\0"
        self.ends: dict[int, int] = {}
        self.stuck = -1

    def find(self) -> Iterator[RollInText]:
        """-> the dice from left to right, each with all that belongs to its formula."""
        reached = 0
        for found in _DICE.finditer(self.shape):
            start = found.start("dice")
            if start < reached or _is_named(self.text, found, self.around):
                continue
            start = _signed(self.text, start)
            whole = self._readable(start, self._extended(found.end()), found.end())
            if whole is not None:
                reached = whole
                yield RollInText(start, whole, "roll", self.text[start:whole])

    def _extended(self, end: int) -> int:
        """Where a die ends -> where its formula ends: bounds in words, and sums with numbers, dice and phrases."""
        passed = []
        following: int | None = end
        while following is not None:
            end = following
            if end in self.ends:
                end = self.ends[end]
                break
            passed.append(end)
            if bounded := _MINIMUM.match(self.text, end):
                end = bounded.end()
            operator = _OPERATOR.match(self.text, end)
            following = self._term_end(operator.end()) if operator else None
        self.ends.update(dict.fromkeys(passed, end))
        return end

    def _term_end(self, start: int) -> int | None:
        if found := _DICE.match(self.shape, start):
            return found.end()
        if start < len(self.text) and (phrase := self.vocabulary.match(self.low, start)):
            return phrase[0]
        number = _NUMBER.match(self.text, start)
        return number.end() if number else None

    def _readable(self, start: int, end: int, least: int) -> int | None:
        """The longest reading first: where the formula ends for the parser; None if even the die is unreadable."""
        if end > least and end - start <= MAX_TEXT and not start <= self.stuck < end:
            try:
                parse(self.text[start:end], self.vocabulary)
            except ProblemError as error:
                self.stuck = start + error.problem.start
            else:
                return end
        try:
            parse(self.text[start:least], self.vocabulary)
        except ProblemError:
            return None
        return least


def _is_named(text: str, found: re.Match[str], around: DieWords) -> bool:
    """A die without a count -> whether its neighbours speak about it rather than ask to roll it."""
    if found["dice"][0].isdigit():
        return False
    after = _WORD_AFTER.match(text, found.end())
    before = _word_before(text, found.start(), around.longest)
    return before.lower() in around.before or (after is not None and after[1].lower() in around.after)


def _word_before(text: str, end: int, longest: int) -> str:
    """A place -> the word before it, whatever signs are between; of a long word only its end, with one letter more
    than any that is looked for."""
    while end > 0 and not _in_word(text[end - 1]):
        end -= 1
    start = end
    while start > 0 and end - start <= longest and _in_word(text[start - 1]):
        start -= 1
    return text[start:end]


def _in_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


def _signed(text: str, start: int) -> int:
    """Where dice start -> where they start with a minus sign that belongs to them: `–1d4`."""
    signed = start > 0 and text[start - 1] in "−–-" and (start == 1 or text[start - 2] in " (\u00a0")
    return start - 1 if signed else start
