"""Numbers are read as books print them, and expressions are said in words."""

from __future__ import annotations

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st
from rollbook.engine.explain import explain
from rollbook.engine.parse import parse
from rollbook.engine.quantity import read_quantity
from rollbook.words import speech

from tests.engine.documents import CASES


def _cases(name: str, bar: str) -> list[tuple[str, str]]:
    lines = (CASES / "tables" / name).read_text(encoding="utf-8").splitlines()
    pairs = [line.split(bar) for line in lines if line and not line.startswith("# ")]
    return [(text.strip(), meaning.strip()) for text, meaning in pairs]


@pytest.mark.parametrize(("text", "value"), _cases("quantities.txt", "|"))
def test_a_number_is_read_as_it_is_printed(text: str, value: str) -> None:
    assert str(read_quantity(text)) == ("None" if value == "none" else value)


@for_all(st.fractions(min_value=-(10**6), max_value=10**6, max_denominator=1000))
def test_an_exact_number_comes_back(value: object) -> None:
    assert read_quantity(str(value)) == value


@pytest.mark.parametrize(("text", "words"), _cases("explained.txt", "||"))
def test_an_expression_is_said_in_words(text: str, words: str) -> None:
    assert explain(parse(text), speech("en")) == words


def test_a_long_chain_is_said_without_end_of_stack() -> None:
    assert explain(parse("+".join(["1"] * 500)), speech("en")).startswith("1 plus 1 plus ")
