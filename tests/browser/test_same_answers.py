"""The restored engine answers every kind of request, word for word as the Python here does.

After a restore there is no standard library to import from: a module that is imported late would be missing, and the
door would answer that it made a mistake.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from rollbook.engine.browser import Door

from tests.engine.documents import CASES, document
from tests.english import every_speech

from .conftest import Reader
from .hosting import Host

STATS = {f"{stat} bonus": f"{stat} bonus" for stat in ("STR", "DEX", "MIND")}
TABLES = ("races", "weapons", "enchanting", "injury", "weather")
CALCULATORS = ("melee", "opposed", "enchant")
RULES = {
    "vocabulary": STATS,
    "tables": [document(f"tables/{name}.yml") for name in TABLES],
    "calculators": [document(f"calculators/{name}.yml") for name in CALCULATORS],
    "sheets": [document("sheets/microluxe20.yml")],
}
# What is compared is what it says, not how fast a busy machine says it.
ASK_ALL = "(asked) => Promise.all(asked.map((request) => table.engine.ask(request, { deadline: 60000 })))"


def requests() -> Iterator[dict[str, object]]:
    for line in (CASES / "rolls.txt").read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            expression = line.split(" | ")[0]
            yield {"kind": "roll", "expression": expression, "seed": 11, "values": {"level": 5, "STR": -2}}
            yield {"kind": "explain", "expression": expression}
    # 300d20: in more ways than a floating-point number can count.
    for expression in ("4d6kh3", "2d20kh1 + 5 >= 15", "10d6!", "300d20", "100d100kh50", "3d6r<3"):
        yield {"kind": "odds", "expression": expression}
    character = json.loads(_door().answer(json.dumps({"kind": "sheet", "book": "b", "do": "new"})))["character"]
    for do in ("new", "derive", "xp", "level"):
        yield {"kind": "sheet", "book": "b", "do": do, "character": character, "amount": 12, "seed": 4}
    for table in ("enchanting", "injury", "weather", "weapons"):
        yield {"kind": "table", "book": "b", "table": table, "seed": 5}
        yield {"kind": "table", "book": "b", "table": table, "do": "odds"}
    for calculator in ("melee-attack", "opposed-melee", "enchant"):
        for do in ("form", "run", "odds", "move"):
            yield {
                "kind": "calculator",
                "book": "b",
                "calculator": calculator,
                "do": do,
                "seed": 6,
                "name": "ac",
                "to": [9],
            }
    yield {"kind": "no such kind"}
    yield {"kind": "roll", "expression": "(" * 5_000}


def _door() -> Door:
    door = Door(every_speech())
    door.answer(json.dumps({**RULES, "kind": "load", "book": "b"}))
    return door


def test_every_kind_of_request_is_answered_as_here(
    bench_folder: Path, site_server: Callable[..., Host], reader: Reader
) -> None:
    (bench_folder / "same.json").write_text(json.dumps(RULES), encoding="utf-8")
    page = reader.open(site_server(bench_folder).url)
    assert page.evaluate("() => table.engine.use('b', 'same.json')")["problems"] == []
    door = _door()
    asked = list(requests())
    here = [json.loads(door.answer(json.dumps(request))) for request in asked]
    there = page.evaluate(ASK_ALL, asked)
    assert [answer for answer in there if answer.get("problem", {}).get("code") == "internal"] == []
    for request, mine, theirs in zip(asked, here, there, strict=True):
        assert theirs == mine, request
    assert sum("problem" not in answer for answer in there) > len(asked) // 2
