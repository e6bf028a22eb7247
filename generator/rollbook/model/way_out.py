"""What the engine refused -> what its author may do about it, if the engine itself suggests nothing.

The engine's own suggestions are also shown to readers, who can change no file; these are for authors alone.
"""

from __future__ import annotations

from rollbook.engine.problem import Problem

_WAYS_OUT = {
    "not-a-number": "write a number such as 3, −1, ½ or 2.5",
    "not-a-whole-number": "write a whole number such as 4",
    "not-a-text": "write some text after the colon",
    "not-a-mapping": "write “key: value” and so on below it, one on a line",
    "not-a-list": "write each entry on its own line, after a dash",
    "not-an-expression": "write a number, dice or a formula, such as 2d6 + level",
    "not-yes-or-no": "write yes or no",
    "not-dice": "write dice such as 1d4, or 0 for none",
    "unknown-choice": "write one of the choices exactly as listed, or add this one to them",
    "unknown-table": "add a table or records of this name to the book's data",
    "unknown-function": "functions are listed in the guide's chapter on notation",
    "wrong-arguments": "the guide's chapter on notation shows how it is written",
    "missing-operand": "write a number, a name or dice there, or remove the sign",
    "missing-operator": "write +, −, * or / between the two, or put a name of several words in back quotes",
    "unexpected": "remove it, or put a name with such signs in back quotes",
    "division-by-zero": "make the divisor at least 1, as in max(1, …)",
    "no-sides": "write a die with sides, such as d6",
    "circular": "remove one from the other",
    "too-low": "write a number within the input's min and max, or widen them",
    "too-high": "write a number within the input's min and max, or widen them",
    "too-many": "remove some, or split it in two",
    "default-out-of-bounds": "write a default within min and max",
    "key-without-effect": "remove this line",
    "duplicate-name": "give each its own name",
}


def way_out(problem: Problem) -> str:
    """A problem of the engine in a file -> the hint that its author gets, or nothing."""
    return problem.suggestion or _WAYS_OUT.get(problem.code, "")
