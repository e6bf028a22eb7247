"""Sets of whole numbers as rising spans, open ends included: what `1-4`, `15+` and every modified roll are made of."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from math import inf

from .lean import frozen


@frozen
class Span:
    """Whole numbers from low to high, both included; None is no end on that side."""

    low: int | None
    high: int | None

    def __contains__(self, value: int) -> bool:
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def __str__(self) -> str:
        if self.low is None:
            return "any number" if self.high is None else f"{self.high} or less"
        if self.high is None:
            return f"{self.low} or more"
        return f"{self.low}" if self.low == self.high else f"{self.low} to {self.high}"


# Rising, with a gap of at least one number between neighbours: one set has one form.
Spans = tuple[Span, ...]


def union(spans: Iterable[Span]) -> Spans:
    """Spans in any order -> the same numbers in rising spans, touching ones joined."""
    rising = sorted(spans, key=lambda span: (span.low is not None, span.low or 0))
    joined: list[Span] = []
    for span in rising:
        last = joined[-1] if joined else None
        if last is None or _apart(last, span):
            joined.append(span)
        elif last.high is not None:
            joined[-1] = Span(last.low, None if span.high is None else max(last.high, span.high))
    return tuple(joined)


def common(left: Spans, right: Spans) -> Spans:
    """Two sets -> the numbers in both."""
    met: list[Span] = []
    one = other = 0
    while one < len(left) and other < len(right):
        a, b = left[one], right[other]
        span = Span(_later(a.low, b.low), _sooner(a.high, b.high))
        met += [span] if _holds_some(span) else []
        # The one that ends first can meet nothing further.
        if b.high is None or (a.high is not None and a.high <= b.high):
            one += 1
        else:
            other += 1
    return tuple(met)


def within(span: Span, spans: Spans) -> Spans:
    """A span, a set -> the numbers in both; only the part of the set is looked at that lies there."""
    first = bisect_left(spans, start_of(span), key=end_of)
    last = bisect_right(spans, end_of(span), key=start_of)
    return common((span,), spans[first:last])


def without(spans: Spans, taken: Spans) -> Spans:
    """A set, numbers to take out -> the rest."""
    return common(spans, _complement(taken))


def moved(spans: Spans, by: Span) -> Spans:
    """A set, a span of numbers that may be added -> every sum of one of each."""
    return union(Span(_plus(span.low, by.low), _plus(span.high, by.high)) for span in spans)


def spans_of(values: Iterable[int]) -> Spans:
    """Numbers in any order -> the set of them."""
    return union(Span(value, value) for value in values)


def _complement(spans: Spans) -> Spans:
    gaps: list[Span] = []
    low: int | None = None
    for span in spans:
        if span.low is not None:
            gaps.append(Span(low, span.low - 1))
        if span.high is None:
            return tuple(gaps)
        low = span.high + 1
    return (*gaps, Span(low, None))


def _apart(left: Span, right: Span) -> bool:
    return left.high is not None and right.low is not None and right.low > left.high + 1


def _holds_some(span: Span) -> bool:
    return span.low is None or span.high is None or span.low <= span.high


def start_of(span: Span) -> float:
    """Span -> its lowest number, to compare with others."""
    return -inf if span.low is None else span.low


def end_of(span: Span) -> float:
    """Span -> its highest number, to compare with others."""
    return inf if span.high is None else span.high


def _later(a: int | None, b: int | None) -> int | None:
    return max((end for end in (a, b) if end is not None), default=None)


def _sooner(a: int | None, b: int | None) -> int | None:
    return min((end for end in (a, b) if end is not None), default=None)


def _plus(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b
