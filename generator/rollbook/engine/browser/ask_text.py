"""Requests about one expression: roll it, its odds, and what it means."""

from __future__ import annotations

from ..explain import explain
from ..expression import Expression
from ..names import free_names
from ..odds import odds
from ..parse import parse
from ..problem import ProblemError
from ..roll import roll
from ..state import Meaning
from .character import held_values
from .present import present_distribution, present_roll
from .request import Request
from .session import LoadedBook, Session, all_thrown


def ask_roll(session: Session, request: Request) -> dict[str, object]:
    """`expression`, `values`, `title`, `called`, `seed` or `faces` -> `roll`, and the seed that rolls it again."""
    book, expression = _expression(session, request)
    dice, seed = session.dice(request)
    rolled = roll(expression, _values(book, request), dice, book.tables)
    all_thrown(dice)
    called = {phrase: str(words) for phrase, words in request.mapping("called").items()}
    return {"roll": present_roll(rolled, session.words(request), request.text("title", ""), called), "seed": seed}


def ask_odds(session: Session, request: Request) -> dict[str, object]:
    """`expression`, with `values` -> `odds`."""
    book, expression = _expression(session, request)
    spread = odds(expression, _values(book, request), book.tables)
    return {"odds": present_distribution(spread, session.words(request))}


def ask_explain(session: Session, request: Request) -> dict[str, object]:
    """`expression`, with `values` -> its words, the names it still needs, and with 0 for those its range."""
    book, expression = _expression(session, request)
    values = _values(book, request)
    names = free_names(expression, values)
    words = session.words(request)
    told = explain(expression, words)
    answer: dict[str, object] = {"expression": expression.text, "words": told, "names": list(names)}
    try:
        spread = odds(expression, {**dict.fromkeys(names, 0), **values}, book.tables)
    except ProblemError as error:
        # With 0 for a name it may divide by zero, which says nothing against the expression.
        return answer | {"range_problem": error.problem.to_json(words)}
    shown = present_distribution(spread, words)
    return answer | {key: shown[key] for key in ("min", "max", "mean", "average", "exact")}


def _expression(session: Session, request: Request) -> tuple[LoadedBook, Expression]:
    book = session.book(request)
    return book, parse(request.text("expression"), book.vocabulary)


def _values(book: LoadedBook, request: Request) -> dict[str, Meaning]:
    """The characters' values, and over them those that the request sends."""
    return {**held_values(book, request).names, **request.values("values")}
