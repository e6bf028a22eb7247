"""The ranges of results in outcomes -> overlaps and gaps."""

from __future__ import annotations

from ..document import Cursor
from ..quantity import Range
from ..spans import Span, common, union, without


def check_bands(place: Cursor, bands: list[tuple[str, Cursor, Range]], alone: bool) -> None:
    """The outcomes' place, each range as written; `alone`: nothing else says what happens -> problems are reported."""
    totals = [band for band in bands if not band[2].natural]
    for index, (written, entry, held) in enumerate(totals):
        for other, _, before in totals[:index]:
            shared = common(held.spans, before.spans)
            # A range inside a wider one is a ladder, tried from first to last: `12+`, then `10+`.
            if shared and without(held.spans, before.spans) and without(before.spans, held.spans):
                message = f"{_listed(shared)} is in two ranges: “{other}” and “{written}”"
                entry.report("overlap", message, "make one of them end sooner")
    if totals and alone:
        _report_holes(place, totals)


def _report_holes(place: Cursor, totals: list[tuple[str, Cursor, Range]]) -> None:
    taken = union(span for _, _, held in totals for span in held.spans)
    holes = without((Span(taken[0].low, taken[-1].high),), taken)
    if holes:
        hint = "widen a range, or add “- otherwise: …” at the end"
        place.report("hole", f"no range covers {_listed(holes)}", hint)


def _listed(spans: tuple[Span, ...]) -> str:
    return ", ".join(str(span) for span in spans)
