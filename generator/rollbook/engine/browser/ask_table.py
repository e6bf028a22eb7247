"""Requests about a book's roll tables: roll on one, or ask the chance of each row."""

from __future__ import annotations

from collections.abc import Callable

from ..roll_table import RollTable, TableRoll, roll_on, row_odds
from ..rolls_in_text import RollInText
from ..words import Words
from .present import present_chance, present_roll
from .request import Request, known
from .session import Session, all_thrown


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
    rolled = roll_on(table, dice, modifiers, book.vocabulary)
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
