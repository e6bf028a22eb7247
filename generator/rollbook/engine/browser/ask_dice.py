"""Requests about one expression or roll table: roll it, its odds, and what it means."""

from __future__ import annotations

from collections.abc import Callable

from ..explain import explain
from ..expression import Expression
from ..odds import odds
from ..parse import parse
from ..problem import ProblemError
from ..roll import free_names, roll
from ..roll_table import RollTable
from ..roll_table.roll_on import TableRoll, roll_on, row_odds
from ..rolls_in_text import RollInText, die_words
from ..state import Meaning
from ..words import Words
from .ask_sheet import player_values
from .present import present_chance, present_distribution, present_roll
from .request import Request, known
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
    return {**player_values(book, request).names, **request.values("values")}


def ask_table(session: Session, request: Request) -> dict[str, object]:
    """`table`, `modifiers` by name, `do`: roll or odds -> the row that came up, or the chance of each."""
    book = session.book(request)
    name = request.text("table")
    known(name, book.roll_tables, "unknown-table", f"no table “{name}” can be rolled on here", "table")
    table = book.roll_tables[name]
    modifiers, words = _modifiers(request), session.words(request)
    if request.one_of("do", ("roll", "odds"), "roll") == "odds":
        chances = row_odds(table, sum(modifiers.values()))
        rows = [
            {"label": row.label, **present_chance(chance, words)}
            for row, chance in zip(table.rows, chances.rows, strict=True)
        ]
        return {"rows": rows, "outside": present_chance(chances.outside, words)}
    dice, seed = session.dice(request)
    rolled = roll_on(table, dice, modifiers, book.vocabulary, die_words(words))
    all_thrown(dice)
    return {"table": _present_table_roll(table, rolled, words), "seed": seed}


def _modifiers(request: Request) -> dict[str, int]:
    """`modifiers` -> whole numbers by what they are for."""
    numbers = Request(request.mapping("modifiers"))
    return {name: numbers.whole(name, -1_000_000, 1_000_000) for name in request.mapping("modifiers")}


def _present_table_roll(table: RollTable, rolled: TableRoll, words: Words) -> dict[str, object]:
    return {
        "id": table.id,
        "title": table.title,
        "columns": list(table.columns),
        "roll": present_roll(rolled.roll, words),
        "natural": rolled.natural,
        "modifiers": dict(rolled.modifiers),
        "total": rolled.total,
        "row": rolled.row,
        "clamped": rolled.clamped,
        "cells": list(rolled.cells),
        "rolls_on": [{"cell": on.cell, **_present_found(on.found)} for on in rolled.rolls_on],
        "sentence": _sentence(table, rolled, words, words.value),
        "spoken": _sentence(table, rolled, words, words.spoken),
    }


def _present_found(found: RollInText) -> dict[str, object]:
    return {"start": found.start, "end": found.end, "kind": found.kind, "target": found.target}


def _sentence(table: RollTable, rolled: TableRoll, words: Words, write: Callable[[int], str]) -> str:
    """`Injury: 14, from d20 (12) and 2 for player character: Recovered.`"""
    modifiers = rolled.modifiers.items()
    added = "".join([words.say("table.added", amount=write(amount), name=name) for name, amount in modifiers])
    face, total = write(rolled.natural), write(rolled.total)
    answers = [cell for cell, row in zip(rolled.cells, table.columns, strict=True) if cell and row]
    row = words.say("table.no_row") if rolled.row is None else words.say("semicolon").join(answers[1:] or answers)
    roll = words.say("table.from", total=total, die=table.die.text, face=face, added=added)
    return words.say("table.rolled", table=table.title or table.id, roll=roll, row=row)
