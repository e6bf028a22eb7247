"""A book's own words: phrases such as “STR bonus” -> what they stand for; and its own letters for dice.

Other letters for dice -> a d in their place, so that columns stay: `2W6` -> `2d6`. Without regular expressions, which
most rolls never need.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .expression import Expression
from .problem import Problem, ProblemError

_AFTER = "0123456789%{"


def with_d(text: str, letters: str) -> str:
    """Text, a language's letters for dice in small and in capitals -> the same with a d for each that stands so."""
    places = [place for letter in letters for place in _found(text, letter) if _is_die(text, place)]
    return _replaced(text, places) if places else text


def any_die(text: str) -> str:
    """What can only be dice, whatever letter its author has for them -> the same with a d: `2W6+1` -> `2d6+1`."""
    # An x before a number is no die in any language.
    places = [
        place for place, sign in enumerate(text) if sign.isalpha() and sign not in "xXdD" and _is_die(text, place)
    ]
    return _replaced(text, places) if places else text


def _found(text: str, letter: str) -> list[int]:
    places = []
    place = text.find(letter)
    while place >= 0:
        places.append(place)
        place = text.find(letter, place + 1)
    return places


def _is_die(text: str, place: int) -> bool:
    """A letter -> whether sides stand behind it, and before it how many dice, or nothing of a word."""
    after = text[place + 1 : place + 2]
    if not after or (after not in _AFTER and not (after in "fF" and not text[place + 2 : place + 3].isalnum())):
        return False
    start = place
    while start > 0 and text[start - 1].isdigit():
        start -= 1
    before = text[start - 1 : start]
    return not before or not (before.isalnum() or before in "_.")


def _replaced(text: str, places: list[int]) -> str:
    signs = list(text)
    for place in places:
        signs[place] = "d"
    return "".join(signs)


# One character for one character, so that columns in the folded text are columns in the author's.
_PLAIN = {ord(capital): ord(capital.lower()) for capital in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
_PLAIN |= str.maketrans("−–—‒×·÷“”„‘’≤≥≠\u00a0\u2009\u202f\u2007\t\r\n", '----**/"""\'\'≤≥≠       ')
_REMEMBERED = 1_000


def fold(text: str) -> str:
    """Author's text -> lower case, typographic signs and spaces as plain ones; every column stays where it was."""
    if text.isascii():
        return text.lower().replace("\t", " ").replace("\n", " ").replace("\r", " ")
    return text.translate(_PLAIN)


class Vocabulary:
    """Phrases of a book. Upper and lower case and the width of spaces don't matter; the longest phrase wins.

    A passage may add phrases of its own to a `wider` vocabulary, which is shared and never copied; of two that stand
    for the same words the wider one counts.

    A letter and `#` that stand for `d#` are another letter for a die: `W#` lets a German book write `2W6`.

    `parsed` remembers expressions read with this vocabulary. A tree depends on nothing but its text and these
    phrases, so remembering changes how fast it is had and never what it is; it starts afresh when full.
    """

    __slots__ = ("_dice", "_root", "_wider", "meanings", "parsed")

    def __init__(
        self, phrases: Mapping[str, str] | Iterable[tuple[str, str]] = (), wider: Vocabulary | None = None
    ) -> None:
        """Phrase -> a name (`STR bonus` -> `strength_bonus`) or an expression text (`half level` -> `level / 2`)."""
        self.meanings: dict[str, str] = {}
        self._root = _Node()
        self._wider = wider
        self._dice: str = wider._dice if wider is not None else ""
        for phrase, meaning in dict(phrases).items():
            folded = " ".join(fold(phrase).split())
            if not folded or not meaning.strip():
                message = "a phrase of the vocabulary and what it stands for need at least one letter each"
                raise ProblemError(Problem("empty-phrase", message, 0, len(phrase)))
            if len(folded) == 2 and folded[1] == "#" and meaning == "d#":
                self._dice += folded[0] + folded[0].upper()
                continue
            self.meanings[folded] = meaning
            self._root.add(folded + "\0", meaning)
        self.parsed: dict[str, Expression] = {}

    def with_d(self, text: str) -> str:
        """Text -> the same with a d in the place of every other letter for dice: `2W6` -> `2d6`."""
        return with_d(text, self._dice) if self._dice else text

    def remember(self, expression: Expression) -> Expression:
        """A parsed expression -> itself, kept for the next time."""
        if len(self.parsed) >= _REMEMBERED:
            self.parsed.clear()
        self.parsed[expression.text] = expression
        return expression

    def __contains__(self, phrase: str) -> bool:
        folded = " ".join(fold(phrase).split())
        return folded in self.meanings or (self._wider is not None and phrase in self._wider)

    def match(self, low: str, start: int) -> tuple[int, str] | None:
        """Folded text, place -> the end of the longest phrase that is there and its meaning, or None."""
        own = self._root.longest(low, start) if self._root.following else None
        wider = self._wider.match(low, start) if self._wider is not None else None
        return own if wider is None or (own is not None and own[0] > wider[0]) else wider


class _Node:
    """Where phrases go on that begin alike, by their next piece: so a thousand phrases take no longer than one."""

    __slots__ = ("following", "meaning")

    def __init__(self) -> None:
        self.following: dict[str, _Node] = {}
        self.meaning: str | None = None

    def add(self, phrase: str, meaning: str) -> None:
        """A folded phrase with a NUL behind it -> kept."""
        node, pos = self, 0
        while phrase[pos] != "\0":
            end = _piece_end(phrase, pos)
            node = node.following.setdefault(phrase[pos:end], _Node())
            pos = end
        node.meaning = meaning

    def longest(self, low: str, start: int) -> tuple[int, str] | None:
        """Folded text, place -> the end and the meaning of the longest phrase there, or None."""
        node, pos = self, start
        found = None
        while True:
            end = _piece_end(low, pos)
            # One space of the phrase is any run of spaces.
            following = node.following.get(low[pos:end] if low[pos] != " " else " ")
            if following is None:
                return found
            node, pos = following, end
            if node.meaning is not None and not (low[end] == "_" and low[end - 1].isalnum()):
                found = end, node.meaning


def _piece_end(low: str, pos: int) -> int:
    """Cursor -> the end of what is there: a run of letters and digits, a run of spaces, or one sign."""
    end = pos + 1
    if low[pos].isalnum():
        while low[end].isalnum():
            end += 1
    elif low[pos] == " ":
        while low[end] == " ":
            end += 1
    return end


EMPTY = Vocabulary()
