"""Seeded chance -> what anybody may send a reader: files of characters, links, and what lies in a browser's storage.

Half of it is almost what the site itself writes; the rest is in every wrong shape, and holds texts that would run if
anything of them were taken for code.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable
from random import Random
from typing import Any
from urllib.parse import quote

from tests.payloads import PAYLOADS

_NAMES = (
    *("name", "Grit", "purse", "home", "__proto__", "constructor", "toString", "hasOwnProperty", "", "0", "length"),
    *("x" * 300, "שלום", "\u202eevil", "a\0b", "level"),
)
_TEXTS = ("", " ", "Ada", "😀" * 50, "\ud800", "\u202e", "\0", "9" * 400, "1e999", "NaN", "null", "-0", "x" * 20_000)
_NUMBERS = (0, -1, 4, 1e308, -1e308, 0.1, 2**53, 10**30, True, False, None)
_SLIPS = ("{", "}", "[", "]", ",", ":", '"', "\\", "\ufeff", "//", "\0", "e", "-", "")


def _text(chance: Random) -> str:
    return chance.choice((chance.choice(PAYLOADS), chance.choice(_TEXTS)))


def value(chance: Random, depth: int = 3) -> Any:
    """-> any value of JSON."""
    kind = chance.randrange(7 if depth else 4)
    if kind < 2:
        return _text(chance)
    if kind < 4:
        return chance.choice(_NUMBERS)
    if kind == 4:
        return [value(chance, depth - 1) for _ in range(chance.choice((0, 1, 3, 30)))]
    if kind == 5:
        return {"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}
    return {chance.choice((*_NAMES, _text(chance))): value(chance, depth - 1) for _ in range(chance.choice((0, 2, 5)))}


def character(chance: Random) -> dict[str, Any]:
    """-> a character of the harbour's sheet, some of whose parts are something else."""
    fields = {"name": "Eve", "Grit": 3, "purse": 7, "home": "Northquay"}
    fields |= {chance.choice(_NAMES): value(chance) for _ in range(chance.randint(0, 4))}
    made = {"sheet": "sailor", "version": 1, "fields": fields, "xp": 3, "levels": []}
    for name in chance.sample(sorted(made), chance.choice((0, 0, 1, 2))):
        made[name] = value(chance)
    return made


def file(chance: Random) -> bytes:
    """-> a file that a reader may load as a character."""
    made: Any = character(chance)
    if chance.random() < 0.4:
        made = {"rollbook-characters": value(chance, 1), "book": _text(chance), "characters": [made]}
        made["characters"] += [character(chance) for _ in range(chance.choice((0, 1, 25)))]
    text = _written(made)
    way = chance.randrange(9)
    if way < 4:
        return text.encode("utf-8", "surrogatepass")
    others: tuple[Callable[[], bytes], ...] = (
        lambda: slipped(text, chance).encode("utf-8", "surrogatepass"),
        lambda: text.encode("utf-16", "surrogatepass"),
        lambda: chance.randbytes(chance.choice((0, 1, 5_000))),
        lambda: (b"[" * 50_000 + b"]" * 50_000) if chance.random() < 0.5 else b"{}" + b" " * 1_000_001,
        lambda: _written(value(chance)).encode("utf-8", "surrogatepass"),
    )
    return others[way - 4]()


def _written(thing: Any) -> str:
    """A value -> JSON; the same name may stand in it twice."""
    return json.dumps(thing, ensure_ascii=False, default=str)


def slipped(text: str, chance: Random) -> str:
    """JSON -> the same with a few slips, or an end of it missing."""
    for _ in range(chance.randint(1, 4)):
        start = chance.randrange(len(text) + 1)
        text = text[:start] + chance.choice(_SLIPS) + text[start + chance.choice((0, 1, 9)) :]
    return text if chance.random() < 0.7 else text[: chance.randrange(len(text) + 1)]


def link(chance: Random) -> str:
    """-> the fragment of an address."""
    kinds: tuple[Callable[[], str], ...] = (
        lambda: f"roll={_sent(chance)}&seed={chance.choice((1, -1, 10**20, 'x', ''))}&with={_sent(chance)}=3",
        lambda: f"roll={chance.choice(('2d6', '4d6kh3', '9' * 200))}&faces={chance.choice(('1,2', '-1', ',', 'x'))}",
        lambda: f"dice={_sent(chance)}",
        lambda: f"screen={_sent(chance)}:{chance.choice((1, 2, -1, 'x'))},calc-toll:{chance.choice((1, 99, 'NaN'))}",
        lambda: f"fight={packed(value(chance), chance)}",
        lambda: f"fight={packed(_fight(chance), chance)}",
        lambda: f"character={packed(value(chance), chance)}",
        lambda: chance.choice(
            ("%", "%E0%A4%A", "%00", "__proto__", "constructor", "x" * 50_000, "javascript:alert(1)")
        ),
        lambda: _sent(chance),
        lambda: f":~:text={_sent(chance)}",
    )
    return chance.choice(kinds)()


def sent_character(chance: Random) -> str:
    """-> the fragment of an address that brings a character."""
    return f"character={packed(character(chance) if chance.random() < 0.8 else value(chance), chance)}"


def _sent(chance: Random) -> str:
    text = _text(chance)[:3_000].encode("utf-8", "surrogatepass")
    return quote(text) if chance.random() < 0.7 else text.decode("utf-8", "replace").replace("#", "")


def _fight(chance: Random) -> dict[str, Any]:
    fighter = {
        "name": _text(chance),
        "points": value(chance, 1),
        "most": 5,
        "initiative": 3,
        "statuses": [],
        "values": {},
    }
    return {"version": 1, "round": value(chance, 0), "fighters": [fighter, value(chance)], "turn": 0}


def packed(thing: Any, chance: Random) -> str:
    """A value -> as links carry it: base64, compressed or not, now and then damaged."""
    raw = _written(thing).encode("utf-8", "surrogatepass")
    if compressed := chance.random() < 0.5:
        raw = zlib.compress(raw)[2:-4]
    text = base64.urlsafe_b64encode(raw).decode().rstrip("=")
    text = slipped(text, chance) if chance.random() < 0.3 else text
    return quote(f"{'.' if compressed else ''}{text}"[:39_000])


def stored(chance: Random) -> str:
    """-> what may lie under a name in the storage."""
    text = _written(
        value(chance) if chance.random() < 0.6 else {"version": 1, "entries": value(chance), "pins": value(chance)}
    )
    return slipped(text, chance) if chance.random() < 0.3 else text
