"""Seeded chance -> expressions of every construct, and texts that only look like them."""

from __future__ import annotations

from random import Random

VALUES = {"level": 5, "STR": -2, "weapon": "2d6", "deep": "weapon + deeper", "deeper": "level / 3", "loop": "loop + 1"}
_FORMS = {
    "expression": [
        *["{term}"] * 4,
        *("{expression} {operator} {term}", "{term} {operator} {term}", "{term} {comparison} {term}"),
        *("{term} and {term}", "not {term}", "{term} or {term}", "{sum} vs {small}", "({sum}) {comparison} {small}"),
        "if {expression} then {expression} else {expression}",
    ],
    "sum": ["{dice} + {small}", "{dice} - {dice}", "{term} + {term}"],
    "term": [
        *["{dice}"] * 4,
        *("{number}", "{number}", "{name}", "({expression})", "-{term}", "{dice}[{word}]", "{group}", "{call}"),
        *("{dice} (with a minimum of {small})", "{number}[{word}]", "{pool}", "{pool}", '"{word}"'),
    ],
    "dice": ["d{sides}", "{small}d{sides}", "{small}d{sides}", "({sum})d{sides}", "{small}d({number})", "({name})d6"],
    "sides": ["4", "6", "6", "8", "10", "12", "20", "20", "%", "F", "1", "{{1,2,4,4}}", "{{-1, ½, 3}}", "1000"],
    "pool": [
        "{dice}{modifier}",
        "{dice}{modifier}",
        "{dice}{modifier}{modifier}",
        "{dice}{modifier}{count}",
        "{dice}{count}",
    ],
    "modifier": [
        *("kh", "kl", "dh", "dl", "kh{small}", "kl{small}", "dh{small}", "dl{small}", "kh({sum})"),
        *("r", "r{small}", "r<{small}", "r{small}r{small}", "ro", "ro<={small}", "ra", "ra{small}", "ra>{small}"),
        *("!", "!!", "!p", "!!p", "!{small}", "!>{small}", "!!>={small}", "!p={small}", "!({sum})"),
        *("mi{small}", "ma{small}", "mi({sum})", "s", "sa", "sd"),
    ],
    "count": [">={small}", ">{small}", "<{small}", "={small}", "<>{small}", ">={small}f<={small}", ">={name}"],
    "group": [
        "{{{term}, {term}}}",
        "{{{term}, {term}}}kh1",
        "{{{dice}, {dice}, {pool}}}dl",
        "{{{sum}, {sum}}}>={small}",
    ],
    "call": [
        *("adv({term})", "dis({sum})", "floor({term} / {small})", "ceil({term} / 2)", "round({sum} / 3)"),
        *("abs({term})", "min({term}, {term})", "max({term}, {term}, {small})", "sum({pool})", "highest({pool})"),
        *("nth({pool}, {small})", "count({dice}, {comparison} {small})", "has({pool}, {small})", "pairs({dice})"),
        *("sets({pool}, {small})", "alike({group})", "faces({dice})", "count({name})", "nth({name}, -{small})"),
        *("lowest({group})", "margin({sum}, {small})", "natural({sum})", "lookup(weapons, {term}, damage)"),
    ],
    "number": ["{small}", "{small}", "0", "1½", "2.5", "100", "999999", "1000000000000000"],
    "small": ["0", "1", "1", "2", "2", "3", "4", "5", "6", "8", "10"],
    "name": ["level", "STR", "weapon", "deep", "loop", "unknown", "`level`"],
    "word": ["fire", "cold", "a b"],
    "operator": ["+", "-", "*", "/", "//", "%", "**", "−", "×", "+", "-", "+"],
    "comparison": ["<", "<=", ">", ">=", "=", "!=", "≥", "≠"],
}
_ALPHABET = "0123456789dDkhlroami!p<>=+-*/%(){}[],.\"'`fsx &|~^½−×≤\u00a0\0\n😀İßeinthlosvr_"


def expression(chance: Random, size: int = 40) -> str:
    """Chance -> an expression of the grammar; `size` bounds how many parts it has."""
    left = [size]

    def write(kind: str) -> str:
        left[0] -= 1
        forms = _FORMS[kind]
        # Once it is long enough the first form ends it soonest.
        form = forms[0] if left[0] < 0 else chance.choice(forms)
        return form.format_map(_Parts(write))

    return write("expression")


class _Parts(dict[str, str]):
    def __init__(self, write: object) -> None:
        super().__init__()
        self.write = write

    def __missing__(self, kind: str) -> str:
        return self.write(kind)  # type: ignore[operator,no-any-return]


def garbage(chance: Random) -> str:
    """Chance -> an expression with mistakes in it, or characters in a row."""
    if chance.random() < 0.2:
        return "".join(chance.choices(_ALPHABET, k=chance.randrange(60)))
    text = expression(chance, chance.choice([5, 20, 60]))
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(text) + 1)
        text = chance.choice(
            [
                text[:place] + chance.choice(_ALPHABET) + text[place:],
                text[:place] + text[place + 1 :],
                text[:place] + text[place : place + 5] * chance.choice([2, 30]) + text[place:],
                text[place:] + text[:place],
            ]
        )
    return text
