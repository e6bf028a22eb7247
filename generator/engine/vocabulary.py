"""A book's own words for numbers: phrases such as "STR bonus" -> the name or expression that they stand for."""

from __future__ import annotations

from .problem import Problem, ProblemError
from .scan import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from .nodes import Expression

_REMEMBERED = 1_000


class Vocabulary:
    """Phrases of a book. Upper and lower case and the width of spaces don't matter; the longest phrase wins.

    `parsed` remembers expressions read with this vocabulary. A tree depends on nothing but its text and these
    phrases, so remembering changes how fast it is had and never what it is; it starts afresh when full.
    """

    __slots__ = ("_by_letter", "meanings", "parsed")

    def __init__(self, phrases: Mapping[str, str] | Iterable[tuple[str, str]] = ()) -> None:
        """Phrase -> a name (`STR bonus` -> `strength_bonus`) or an expression text (`half level` -> `level / 2`)."""
        self.meanings: dict[str, str] = {}
        for phrase, meaning in dict(phrases).items():
            folded = " ".join(fold(phrase).split())
            if not folded or not meaning.strip():
                message = "a phrase of the vocabulary and what it stands for need at least one letter each"
                raise ProblemError(Problem("empty-phrase", message, 0, len(phrase)))
            self.meanings[folded] = meaning
        self._by_letter: dict[str, list[str]] = {}
        for folded in sorted(self.meanings, key=len, reverse=True):
            self._by_letter.setdefault(folded[0], []).append(folded)
        self.parsed: dict[str, Expression] = {}

    def remember(self, expression: Expression) -> Expression:
        """A parsed expression -> itself, kept for the next time."""
        if len(self.parsed) >= _REMEMBERED:
            self.parsed.clear()
        self.parsed[expression.text] = expression
        return expression

    def match(self, low: str, start: int) -> tuple[int, str] | None:
        """Folded text, place -> the end of the longest phrase that stands there and its meaning, or None."""
        for phrase in self._by_letter.get(low[start], ()):
            end = _match_end(low, start, phrase)
            if end and not (low[end - 1].isalnum() and (low[end].isalnum() or low[end] == "_")):
                return end, self.meanings[phrase]
        return None


def _match_end(low: str, start: int, phrase: str) -> int:
    """Place, phrase -> where the phrase ends in the text, or 0. One space of the phrase is any run of spaces."""
    pos = start
    for word in phrase.split(" "):
        if pos != start:
            if low[pos] != " ":
                return 0
            while low[pos] == " ":
                pos += 1
        if not low.startswith(word, pos):
            return 0
        pos += len(word)
    return pos


EMPTY = Vocabulary()
