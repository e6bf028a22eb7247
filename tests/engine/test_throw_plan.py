"""What a page throws before Python is there comes to what Python then makes of the same faces."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest
from rollbook.engine.parse import parse
from rollbook.engine.roll_table import RollTable, make_roll_table
from rollbook.engine.roll_table.roll_on import pick, rows_to_pick
from rollbook.engine.table import GameTable, read_table
from rollbook.engine.throw_plan import throw_plan

from tests.engine.documents import document
from tests.engine.throwable import rolls_with_plans

HERE = Path(__file__).parent
THROWER = HERE.parents[1] / "site_templates" / "scripts" / "dice" / "throw_plan.mjs"
MANY = 10_000


@pytest.mark.parametrize(
    ("text", "plan"),
    [
        ("3d6 + 5", [[3, 6, 1, 0, 3], 5]),
        ("d20 + DEX", [[1, 20, 1, 0, 3], ["DEX", 1, 6, 9]]),
        ("–1d4", [[1, 4, -1, 1, 4]]),
        ("4d6kh3", [[4, 6, 1, 0, 6, "kh3"]]),
        ("2 * (d6 - 1)", [[1, 6, 2, 5, 7], -2]),
        ("1d6 (with a minimum of 3)", [{"f": "max", "x": 1, "a": [[[1, 6, 1, 0, 3]], [3]]}]),
        ("floor(d6 / 2)", [{"f": "floor", "x": 1, "a": [[[1, 6, 1, 6, 8]]], "by": 2}]),
        ("adv(d20)", [{"f": "adv", "x": 1, "a": [[[1, 20, 1, 4, 7]]], "at": [0, 8]}]),
    ],
)
def test_a_sum_has_a_plan(text: str, plan: object) -> None:
    assert throw_plan(parse(text)) == plan


@pytest.mark.parametrize(
    "text",
    [
        *("d6 / 2", "d6 * d6", "2d6!", "2d6r1", "6d10>=8", "(1d4)d6", "4dF", "if d6 > 3 then 1 else 2", "1½ + d6"),
        *("d20 >= 15", "highest(3d6)", "{2d6, 3d4}kh1", "2d6sd", "floor(d6 / level)", "d6[🔥] + 1", "2 ** d4"),
        *("999d1000 + 999d1000", "100 * 100 * d6", '"sword"', "natural(d20)"),
    ],
)
def test_what_is_no_such_sum_waits_for_the_engine(text: str) -> None:
    assert throw_plan(parse(text)) is None


def picked(seed: int) -> list[dict[str, object]]:
    """Results on tables with naturals, open ends, gaps and clamping -> the row that the engine picks."""
    chance = Random(seed)
    made = []
    for name in ("enchanting", "injury", "weather"):
        table = read_table(document(f"tables/{name}.yml"))
        assert isinstance(table, GameTable)
        rolled = make_roll_table(table)
        assert isinstance(rolled, RollTable)
        for _ in range(300):
            natural = chance.randint(1, 20)
            total = natural + chance.randint(-30, 30)
            made.append(
                {
                    "rows": rows_to_pick(rolled),
                    "natural": natural,
                    "total": total,
                    "row": pick(rolled, natural, total)[0],
                }
            )
    return made


def test_the_pages_thrower_agrees_with_the_engine(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed: `make test` installs it")
    plans = tmp_path / "plans.json"
    plans.write_text(json.dumps({"rolls": rolls_with_plans(13, MANY), "tables": picked(7)}), encoding="utf-8")
    environment = {**os.environ, "PLANS": str(plans), "THROWER": THROWER.as_uri()}
    done = subprocess.run(
        [node, "--test", str(HERE / "throw_plans.mjs")],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-4_000:] + done.stderr
    assert f"{MANY} rolls come to what the engine says" in done.stdout
