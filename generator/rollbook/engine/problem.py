"""An author's or reader's mistake as a value: what is wrong, where, and a way out."""

from __future__ import annotations

from .record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


@record
class Problem:
    """One mistake; `start:end` are 0-based columns of the text at `path` (keys and indexes of a document)."""

    code: str
    message: str
    start: int
    end: int
    suggestion: str = ""
    path: tuple[str | int, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Problem -> plain data for the browser and the command line."""
        return {
            "code": self.code,
            "message": self.message,
            "start": self.start,
            "end": self.end,
            "suggestion": self.suggestion,
            "path": list(self.path),
        }

    def at(self, *path: str | int) -> Problem:
        """Problem, keys that lead to its text -> the same problem, that much further inside a document."""
        return Problem(self.code, self.message, self.start, self.end, self.suggestion, (*path, *self.path))


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
