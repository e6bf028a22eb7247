"""An author's or reader's mistake as a value: what is wrong, where, and a way out.

An author reads `message`. A reader is told by the book's words: the phrase of the code, filled with `values`.
"""

from __future__ import annotations

from collections.abc import Iterable

from .lean import frozen
from .words import Words


@frozen
class Problem:
    """One mistake; `start:end` are 0-based columns of the text at `path` (keys and indexes of a document)."""

    code: str
    message: str
    start: int
    end: int
    suggestion: str = ""
    path: tuple[str | int, ...] = ()
    values: tuple[tuple[str, object], ...] = ()

    def told(self, words: Words) -> str:
        """Problem, words -> what a reader is told of it."""
        key, values = f"refusal.{self.code}", dict(self.values)
        about = values.pop("about", "")
        try:
            text = words.say(key, **values)
        except KeyError:
            # Only an author can meet it, and the build refuses the book before a reader could.
            text = words.say("refusal.other", code=self.code)
        return words.say("titled", title=about, text=text) if about else text

    def to_json(self, words: Words) -> dict[str, object]:
        """Problem, words -> plain data for the browser; `suggestion` is notation that may be meant instead."""
        return {
            "code": self.code,
            "message": self.told(words),
            "start": self.start,
            "end": self.end,
            "suggestion": dict(self.values).get("instead", ""),
            "path": list(self.path),
        }

    def at(self, *path: str | int) -> Problem:
        """Problem, keys that lead to its text -> the same problem, that much further inside a document."""
        return Problem(self.code, self.message, self.start, self.end, self.suggestion, (*path, *self.path), self.values)


class ProblemError(Exception):
    """Carries a Problem to the engine's edge; all that an engine function raises for bad input."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def closest(word: str, known: Iterable[str]) -> str:
    """Mistyped word, known words -> the one most likely meant, or "" when none is near."""
    # difflib is needed only once something is wrong, and costs as much to import as the whole parser.
    from difflib import get_close_matches

    folded = {name.casefold(): name for name in known}
    matches = get_close_matches(word.casefold()[:64], folded, n=1, cutoff=0.6)
    return folded[matches[0]] if matches else ""
