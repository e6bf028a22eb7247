"""Dice are found in a passage where a reader would see them, and nowhere else."""

from __future__ import annotations

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st
from rollbook.engine.parse import parse
from rollbook.engine.rolls_in_text import rolls_in_text
from rollbook.engine.vocabulary import Vocabulary

from tests.engine.documents import CASES

PHRASES = Vocabulary({"DEX bonus": "DEX bonus", "Magic Attack Bonus": "`MIND bonus` + level"})


def _cases() -> list[tuple[str, str]]:
    lines = (CASES / "tables" / "rolls_in_text.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.rsplit("|", 1) for line in lines if line and not line.startswith("# ")]
    return [(text.strip(), found.strip()) for text, found in pairs]


@pytest.mark.parametrize(("text", "expected"), _cases())
def test_what_can_be_rolled_in_a_passage(text: str, expected: str) -> None:
    found = rolls_in_text(text, PHRASES)
    shown = [it.target if it.kind == "roll" else f"table {it.target}" for it in found]
    assert "; ".join(shown) == expected
    for it in found:
        assert it.target in text[it.start : it.end]


@for_all(st.text(alphabet="d0123456%F+-–×() khtable:[]roHD½", max_size=40))
def test_what_is_found_can_be_read(text: str) -> None:
    for it in rolls_in_text(text):
        if not text[it.start : it.end].startswith("["):
            parse(it.target)
