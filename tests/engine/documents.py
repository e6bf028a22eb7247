"""The case files of tests/cases/engine -> documents as the generator reads them: every scalar as text."""

from __future__ import annotations

from pathlib import Path

import yaml
from rollbook.engine.table import GameTable, read_table
from rollbook.engine.vocabulary import Vocabulary

CASES = Path(__file__).parents[1] / "cases" / "engine"
VOCABULARY = Vocabulary({f"{stat} bonus": f"{stat} bonus" for stat in ("STR", "DEX", "MIND")})


def document(name: str) -> dict[str, object]:
    """A file below tests/cases/engine -> its data."""
    text = (CASES / name).read_text(encoding="utf-8")
    loaded = yaml.load(text, yaml.BaseLoader)
    assert isinstance(loaded, dict)
    return loaded


def table(name: str) -> GameTable:
    """A table file -> the table; it must be without problems."""
    read = read_table(document(f"tables/{name}.yml"))
    assert isinstance(read, GameTable), read
    return read
