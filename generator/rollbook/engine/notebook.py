"""A book's rules.json -> a Book to roll with from Python: in a notebook, a script, or any page that runs Pyodide.

Packed as `rollbook_engine`, this is what `import rollbook_engine` offers. Chance comes from outside, as everywhere in
the engine: `load(text, os.urandom(32))` for a game, a `seed` for a roll that can be repeated.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from .browser import KINDS
from .browser.request import Request
from .browser.session import Session
from .problem import ProblemError
from .words import LANGUAGES, Words

Answer = dict[str, object]


class RulesError(ValueError):
    """What was asked for can't be done; the text says what is wrong, and where it can what would be right."""


class Book:
    """A book's rules. Answers hold the same data that the book's own pages get."""

    def __init__(self, session: Session, language: str, loaded: Answer) -> None:
        self._session, self._language = session, language
        self.calculators = _names(loaded["calculators"])
        self.tables = _names(loaded["tables"])

    def roll(self, dice: str, *, seed: int | None = None, **values: object) -> Answer:
        """Dice as the book writes them, values for the names in them -> the roll: `total`, `dice`, `sentence`."""
        return _part(self._ask("roll", expression=dice, values=values, **_seeded(seed)), "roll")

    def odds(self, dice: str, **values: object) -> Answer:
        """Dice, values for the names in them -> their exact distribution."""
        return _part(self._ask("odds", expression=dice, values=values), "odds")

    def draw(self, table: str, *, seed: int | None = None) -> Answer:
        """The id of a table that a die picks a row of -> the row that came up."""
        return _part(self._ask("table", table=table, do="roll", **_seeded(seed)), "table")

    def inputs(self, calculator: str) -> Answer:
        """A calculator's id -> what it asks for: names, kinds, limits, choices and defaults."""
        return _part(self._ask("calculator", calculator=calculator, do="form"), "form")

    def calculate(self, calculator: str, inputs: Mapping[str, object], *, seed: int | None = None) -> Answer:
        """A calculator's id, the inputs that differ from its defaults -> what came out: `text`, `results`, `dice`."""
        return self._ask("calculator", calculator=calculator, inputs=dict(inputs), do="roll", **_seeded(seed))

    def chances(self, calculator: str, inputs: Mapping[str, object]) -> Answer:
        """A calculator's id, inputs -> how likely each outcome is, and how each result is spread."""
        return self._ask("calculator", calculator=calculator, inputs=dict(inputs), do="odds")

    def _ask(self, kind: str, **request: object) -> Answer:
        return _ask(self._session, {"kind": kind, "book": "book", "language": self._language, **request})


def load(rules: str, chance: bytes = b"", language: str = "en", words: Mapping[str, Words] = LANGUAGES) -> Book:
    """The text of a book's rules.json, 16 bytes or more that nobody can guess, a language -> the book.

    Without such bytes every roll needs a seed.
    """
    try:
        read = json.loads(rules)
    except ValueError as error:
        raise RulesError(f"this is not the text of a rules.json: {error}") from error
    if not isinstance(read, dict):
        raise RulesError("this is not the text of a rules.json: it holds no mapping")
    session = Session(words)
    if chance:
        _ask(session, {"kind": "reseed", "bytes": chance.hex()})
    return Book(session, language, _ask(session, {**read, "kind": "load", "book": "book", "language": language}))


def _ask(session: Session, sent: Answer) -> Answer:
    request = Request(sent)
    try:
        answer = KINDS[request.text("kind")](session, request)
    except ProblemError as error:
        problem = error.problem
        hint = f" (perhaps {problem.suggestion}?)" if problem.suggestion else ""
        raise RulesError(problem.message + hint) from None
    problems = answer.get("problems")
    if isinstance(problems, list) and problems:
        raise RulesError(str(problems[0]["message"]))
    return answer


def _part(answer: Answer, name: str) -> Answer:
    part = answer[name]
    return part if isinstance(part, dict) else answer


def _names(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list) else ()


def _seeded(seed: int | None) -> dict[str, object]:
    return {} if seed is None else {"seed": seed}
