"""The guide's page about rules as data says what is true.

Every YAML block is read, every request is answered, every key is explained.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml
from rollbook.engine import table
from rollbook.engine.browser import Door
from rollbook.engine.calculator import Calculator, inputs, read
from rollbook.engine.calculator.read import read_calculator
from rollbook.engine.find_faults import check_examples
from rollbook.engine.odds import odds
from rollbook.engine.parse import parse
from rollbook.engine.roll_table import RollTable, make_roll_table
from rollbook.engine.roll_table.prove import prove
from rollbook.engine.sheet import Sheet, read_fields
from rollbook.engine.sheet import read as sheet_read
from rollbook.engine.sheet.character import new_character
from rollbook.engine.sheet.read import read_sheet
from rollbook.engine.table import GameTable, read_table
from rollbook.engine.vocabulary import Vocabulary
from rollbook.model.source import Source
from rollbook.parse.parse_data import parse_data
from rollbook.words import speech

from tests.english import every_speech

GUIDE = Path(__file__).parents[2] / "content" / "guide"
PAGE = (GUIDE / "05-rules-as-data.md").read_text(encoding="utf-8")
BLOCKS = [yaml.load(block, yaml.BaseLoader) for block in re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)]


def _tables() -> dict[str, GameTable]:
    read = [read_table(block) for block in BLOCKS if "table" in block]
    assert all(isinstance(each, GameTable) for each in read), read
    return {each.id: each for each in read if isinstance(each, GameTable)}


def test_the_page_has_blocks_of_every_kind() -> None:
    kinds = [next(iter(block)) for block in BLOCKS]
    # `odds` is a part of a calculator.
    assert {"table", "id", "calculator", "odds", "sheet", "vocabulary"} == set(kinds)


def test_the_tables_of_the_page_are_whole() -> None:
    rolled = [made for each in _tables().values() if isinstance(made := make_roll_table(each), RollTable)]
    assert [each.id for each in rolled] == ["injury", "weather"]
    assert [prove(each) for each in rolled] == [(), ()]


@pytest.mark.parametrize("block", [block for block in BLOCKS if "calculator" in block], ids=lambda b: b["calculator"])
def test_the_calculators_of_the_page_work(block: dict[str, object]) -> None:
    made = read_calculator(block, tables=_tables())
    assert isinstance(made, Calculator), made
    assert made.examples
    assert check_examples(made, speech("en")) == ()


def test_the_sheet_of_the_page_works() -> None:
    made = read_sheet(next(block for block in BLOCKS if "sheet" in block))
    assert isinstance(made, Sheet), made
    assert new_character(made).fields["STR"] == 0


def test_the_vocabulary_of_the_page_means_what_it_says() -> None:
    words = next(block["vocabulary"] for block in BLOCKS if "vocabulary" in block)
    values = {"strength": 2, "armor worn": 3, "level": 5}
    meant = {phrase: odds(parse(f"{phrase} + 0", Vocabulary(words)), values).mean for phrase in words}
    assert meant == {"STR bonus": 2, "Armor bonus": 3, "half your level": 2}


def test_the_short_form_of_a_table_is_read_as_the_page_says() -> None:
    block = next(text for text in re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL) if text.startswith("id: "))
    file, problems = parse_data(Source("data/x.yml", block))
    assert problems == ()
    assert [column.align for column in file.tables[0].columns] == ["left", "right"]
    assert file.tables[0].copies == 2
    cells, _ = parse_data(Source("data/x.yml", block.replace("Lamp oil", "Lamp \\\\| oil")))
    assert cells.tables[0].rows[0][0].text in ("Lamp | oil", "Lamp \\| oil")


def test_the_requests_of_the_page_are_answered() -> None:
    door = Door(every_speech())
    page = (GUIDE / "10-for-programmers.md").read_text(encoding="utf-8")
    requests = re.search(r"```json\n(.*?)```", page, re.DOTALL)
    assert requests is not None
    for line in requests[1].splitlines():
        answer = json.loads(door.answer(line))
        assert "problem" not in answer, (line, answer)
        assert answer["kind"] == json.loads(line)["kind"]


def test_every_key_is_explained() -> None:
    keys = {
        *table._TABLE_KEYS,
        *table._COLUMN_KEYS,
        *read.KEYS,
        *inputs.KEYS,
        *read.EXAMPLE_KEYS,
        *sheet_read.KEYS,
        *read_fields.KEYS,
        *("start", "most", "xp", "carry", "each", "add", "points", "choose", "bonuses count", "spend", "least"),
    }
    assert [key for key in sorted(keys) if f"`{key}" not in PAGE and f"`{key}`" not in PAGE] == []
