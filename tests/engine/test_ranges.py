"""Range texts are read as an author means them, and nothing else is taken for a range."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rollbook.engine.problem import Problem
from rollbook.engine.quantity import Range, read_range
from rollbook.engine.spans import Span, Spans, common, moved, spans_of, union, without

CASES = Path(__file__).parents[1] / "cases" / "engine" / "tables" / "ranges.txt"


def _cases() -> list[tuple[str, str]]:
    lines = CASES.read_text(encoding="utf-8").splitlines()
    pairs = (line.rsplit("|", 1) for line in lines if line and not line.startswith("# "))
    return [(text.strip(), meaning.strip()) for text, meaning in pairs]


@pytest.mark.parametrize(("text", "meaning"), _cases())
def test_a_text_means_what_the_case_file_says(text: str, meaning: str) -> None:
    answer = read_range(text)
    if isinstance(answer, Problem):
        assert f"none {answer.code}" == meaning
    else:
        assert str(answer) == meaning


def test_a_problem_points_at_the_text_inside_its_emphasis() -> None:
    answer = read_range("  **9-2** ")
    assert isinstance(answer, Problem)
    assert (answer.code, answer.start, answer.end) == ("backward-range", 4, 7)
    assert "lower number first" in answer.suggestion


@given(st.lists(st.tuples(st.integers(-40, 40), st.integers(0, 9)), min_size=1, max_size=6))
def test_a_list_holds_exactly_its_numbers(parts: list[tuple[int, int]]) -> None:
    text = ", ".join(f"{low} to {low + more}" for low, more in parts)
    answer = read_range(text)
    assert isinstance(answer, Range)
    wanted = {value for low, more in parts for value in range(low, low + more + 1)}
    assert {value for value in range(-60, 70) if value in answer} == wanted
    gaps = list(zip(answer.spans, answer.spans[1:], strict=False))
    assert all(left.high is not None and right.low is not None for left, right in gaps)
    assert all((left.high or 0) + 1 < (right.low or 0) for left, right in gaps)


@given(st.text(max_size=40))
def test_any_text_is_answered(text: str) -> None:
    answer = read_range(text)
    assert isinstance(answer, Range) or 0 <= answer.start <= answer.end <= len(text)


def test_an_open_span_has_no_end() -> None:
    assert 10**12 in Span(15, None)
    assert -(10**12) in Span(None, 0)
    assert 1 not in Span(None, 0)


WINDOW = range(-30, 31)
ENDS = st.one_of(st.none(), st.integers(-15, 15))
SPANS = st.lists(st.tuples(ENDS, ENDS).filter(lambda ends: None in ends or ends[0] <= ends[1]), max_size=4).map(
    lambda pairs: union(Span(*pair) for pair in pairs)
)


def _members(spans: Spans) -> set[int]:
    return {value for value in WINDOW if any(value in span for span in spans)}


@given(SPANS, SPANS)
def test_sets_of_numbers_behave_as_sets(left: Spans, right: Spans) -> None:
    assert _members(union((*left, *right))) == _members(left) | _members(right)
    assert _members(common(left, right)) == _members(left) & _members(right)
    assert _members(without(left, right)) == _members(left) - _members(right)


@given(st.sets(st.integers(-10, 10), max_size=8), st.integers(-3, 3), st.integers(0, 3))
def test_moving_a_set_adds_every_modifier(values: set[int], low: int, more: int) -> None:
    wanted = {value + change for value in values for change in range(low, low + more + 1)}
    assert _members(moved(spans_of(values), Span(low, low + more))) == wanted
