"""The one door to the browser: a JSON request in, a JSON answer out.

The requests are listed in content/guide/05-rules-as-data.md. Every text has an answer, whatever stands in it.

A Door holds what a page's worker keeps between requests: the books that were loaded, and where chance comes from.
It has no chance of its own until `reseed` brings some. A memory snapshot that holds a Door therefore holds no dice:
a worker that forgets to reseed is told so, instead of rolling the same dice for every reader.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping

from ..problem import Problem, ProblemError
from ..words import LANGUAGES, Words
from .ask_calculator import ask_calculator
from .ask_dice import ask_explain, ask_odds, ask_roll, ask_table
from .ask_sheet import ask_sheet
from .request import Request
from .session import Session

MAX_REQUEST = 4_000_000
MAX_NESTING = 40
# A text in quotes, up to the end of the request where its closing quote is missing.
_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?', re.DOTALL)
_BRACKET = re.compile(r"[\[\]{}]")

KINDS: dict[str, Callable[[Session, Request], dict[str, object]]] = {
    "roll": ask_roll,
    "odds": ask_odds,
    "explain": ask_explain,
    "table": ask_table,
    "calculator": ask_calculator,
    "sheet": ask_sheet,
    "load": lambda session, request: session.load(request),
    "reseed": lambda session, request: session.reseed(request),
}


class Door:
    """What a worker keeps: `answer` is all that it calls."""

    __slots__ = ("_languages", "_session")

    def __init__(self, languages: Mapping[str, Words] = LANGUAGES) -> None:
        self._languages = languages
        self._session = Session(languages)

    def answer(self, request_json: str) -> str:
        """Request -> answer: the kind's own keys, or `problem`. It never raises."""
        words = self._languages["en"]
        try:
            request = Request(_read(request_json))
            words = self._session.words(request)
            kind = request.one_of("kind", tuple(KINDS))
            return _write({"kind": kind, **KINDS[kind](self._session, request)})
        except ProblemError as error:
            return _write({"problem": error.problem.to_json(words)})
        # The page must be able to go on after a mistake of ours, and to show what happened.
        except Exception as error:
            values = (("kind", type(error).__name__),)
            return _write({"problem": Problem("internal", str(error), 0, 0, values=values).to_json(words)})


def answer(request_json: str, languages: Mapping[str, Words] = LANGUAGES) -> str:
    """Request -> answer, with nothing loaded or remembered: dice need a `seed` or `faces`."""
    return Door(languages).answer(request_json)


def _read(request_json: object) -> object:
    if not isinstance(request_json, str):
        raise _refused("not-json", "a request is a JSON text")
    if len(request_json) > MAX_REQUEST:
        raise _refused("too-long", f"a request has at most {MAX_REQUEST:,} characters")
    if _nesting(request_json) > MAX_NESTING:
        raise _refused("too-deep", f"a request has at most {MAX_NESTING} lists and mappings inside each other")
    try:
        return json.loads(request_json, parse_constant=_not_a_number)
    except ValueError as error:
        raise _refused("not-json", f"this is not JSON: {error}") from error


def _nesting(text: str) -> int:
    """JSON text -> how deep its brackets go, before Python's own reader recurses that deep."""
    if text.count("[") + text.count("{") <= MAX_NESTING:
        return 0
    deepest = depth = 0
    for bracket in _BRACKET.findall(_STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _not_a_number(word: str) -> object:
    raise ValueError(f"{word} is not a number")


def _write(answer: dict[str, object]) -> str:
    return json.dumps(answer, separators=(",", ":"))


def _refused(code: str, message: str) -> ProblemError:
    return ProblemError(Problem(code, message, 0, 0))
