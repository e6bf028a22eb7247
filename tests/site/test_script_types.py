"""The types of the scripts: Python answers what they declare, no more and no less, and a misread answer is refused."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rollbook.theme_files import THEME

from tests.engine.test_browser import ask, loaded

SCRIPTS = THEME / "scripts"
TSC = THEME / "node_modules" / "typescript" / "bin" / "tsc"
MELEE: dict[str, Any] = {
    "kind": "calculator",
    "calculator": "melee-attack",
    "inputs": {"ac": "12", "weapon": "Greatsword"},
}
INJURY: dict[str, Any] = {"kind": "table", "table": "injury", "modifiers": {"two injuries": -4}}


def requests(character: object) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """-> what a page asks: the type of the request, the type of its answer, the request."""
    yield "RollRequest", "RollAnswer", {"kind": "roll", "expression": "adv(d20) + 4d6kh3 + 2d6! + 7/2", "seed": 7}
    yield "RollRequest", "RollAnswer", {"kind": "roll", "expression": "x > 3", "values": {"x": 4}, "faces": []}
    yield "RollRequest", "Refused", {"kind": "roll", "expression": "2d6 + "}
    yield "OddsRequest", "OddsAnswer", {"kind": "odds", "expression": "3d6"}
    yield "OddsRequest", "OddsAnswer", {"kind": "odds", "expression": "d6 > 3"}
    yield "ExplainRequest", "ExplainAnswer", {"kind": "explain", "expression": "4d6kh3 + luck"}
    yield "TableRequest", "TableAnswer", {**INJURY, "faces": [2]}
    yield "TableRequest", "TableAnswer", {"kind": "table", "table": "weather", "modifiers": {}, "faces": [6]}
    yield 'TableRequest & { do: "odds" }', "TableOddsAnswer", {**INJURY, "do": "odds"}
    yield 'CalculatorRequest & { do: "form" }', "FormAnswer", {**MELEE, "do": "form", "character": character}
    yield 'CalculatorRequest & { do: "roll" }', "RunAnswer", {**MELEE, "do": "roll", "faces": [20, 4, 5]}
    yield 'CalculatorRequest & { do: "roll" }', "ProblemsAnswer", {**MELEE, "do": "roll", "inputs": {"ac": "99"}}
    yield 'CalculatorRequest & { do: "odds" }', "CalculatorOddsAnswer", {**MELEE, "do": "odds"}
    yield 'CalculatorRequest & { do: "say" }', "SentenceAnswer", {**MELEE, "do": "say"}
    yield "MoveRequest", "MovesAnswer", {**MELEE, "do": "move", "name": "ac", "to": [10, 12]}
    for do in ({"do": "new"}, {"do": "derive"}, {"do": "roll", "name": "HP", "faces": [1]}, {"do": "xp", "amount": 12}):
        yield "SheetRequest & { do: string }", "SheetAnswer", {"kind": "sheet", "character": character, **do}


def check(folder: Path, scripts: Path = SCRIPTS) -> str:
    """A folder with TypeScript, the scripts -> what tsc says of both."""
    settings = {"extends": str(scripts / "tsconfig.json"), "include": [str(scripts), str(folder / "*.ts")]}
    (folder / "tsconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    node = shutil.which("node")
    if node is None:
        pytest.fail("Node is missing: run `make setup`")
    return subprocess.run([node, TSC, "-p", folder], capture_output=True, encoding="utf-8", check=False).stdout


def test_python_answers_what_the_scripts_declare(tmp_path: Path) -> None:
    door = loaded()
    character = ask(door, "sheet", book="mine", do="new")["character"]
    character["fields"] |= {"STR": 6, "DEX": 4, "race": "Human", "class": "Fighter"}
    lines = [f"const loaded: LoadAnswer = {json.dumps(ask(door, 'load', book='empty'))};"]
    for number, (asked, answered, request) in enumerate(requests(character)):
        answer = ask(door, **request, book="mine")
        lines += [f"const asked{number}: {asked} = {json.dumps(request)};"]
        lines += [f"const answer{number}: {answered} = {json.dumps(answer)};"]
    (tmp_path / "answers.ts").write_text("\n".join(lines), encoding="utf-8")
    assert check(tmp_path) == ""


# A script, what it reads of an answer, what there is no such thing as.
PLANTED = [
    ("dice/dice_box.mjs", "answer.odds", "answer.chances"),
    ("calculator/show_run.mjs", "answer.results", "answer.outputs"),
    ("sheet/show_sheet.mjs", "answer.can_rise", "answer.may_rise"),
]


def test_a_script_that_misreads_an_answer_is_refused(tmp_path: Path) -> None:
    scripts = shutil.copytree(SCRIPTS, tmp_path / "scripts")
    for script, right, wrong in PLANTED:
        text = (scripts / script).read_text(encoding="utf-8")
        assert right in text
        (scripts / script).write_text(text.replace(right, wrong), encoding="utf-8")
    told = check(tmp_path, scripts)
    for script, _, wrong in PLANTED:
        assert any(script in line and f"'{wrong.partition('.')[2]}'" in line for line in told.splitlines()), script
