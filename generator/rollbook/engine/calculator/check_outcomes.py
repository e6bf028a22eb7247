"""The outcomes of a calculator -> those that never happen, and ranges of results that overlap or leave a gap.

Of the outcomes before one, `preceded_by` finds the one that always comes first, so that it never happens. Only what is
certain is told: conditions that are the same, and ranges of one step that lie within an earlier range. Anything else
may depend on what a reader enters.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from ..document import Cursor
from ..expression import Expression, has_dice, names_in
from ..lean import TypeAlias
from ..nodes import Binary, Node, Number, Unary
from ..quantity import Range
from ..spans import Span, common, union, within, without
from . import Outcome

# What is compared, as written, and between which numbers it must lie.
Claim: TypeAlias = tuple[str, Span]


def preceded_by(outcome: Outcome, earlier: Sequence[Outcome], steps: Set[str]) -> Outcome | None:
    """An outcome, those tried before it, the names of steps -> the first of them that holds whenever it does."""
    if outcome.when is None or not _is_settled(outcome.when.root, steps):
        return None
    reach = _claims(outcome.when.root, outcome.when, 1)
    for before in earlier:
        if before.when is None or not _is_settled(before.when.root, steps):
            continue
        if before.when.text.split() == outcome.when.text.split():
            return before
        taken = _claims(before.when.root, before.when, 0)
        if reach and all(any(_holds(claim, other) for other in taken) for claim in reach):
            return before
    return None


def _is_settled(node: Node, steps: Set[str]) -> bool:
    """Whether it comes to the same each time that it is asked: steps are rolled once, dice of an input again."""
    return not has_dice(node) and all(name.name in steps for name in names_in(node))


def _holds(claim: Claim, other: Claim) -> bool:
    return claim[0] == other[0] and within(claim[1], (other[1],)) == (claim[1],)


def _claims(node: Node, whole: Expression, slack: int) -> list[Claim]:
    """A condition -> ranges of which one must hold; none where that cannot be told.

    What is compared may be a fraction, so the ends of `<` and `>` are taken too far by `slack` for what must be
    inside, and not far enough for what must be outside.
    """
    if not isinstance(node, Binary):
        return []
    left, right = (_claims(side, whole, slack) for side in (node.left, node.right))
    if node.operator == "or":
        return [*left, *right] if left and right else [] if slack else [*left, *right]
    if node.operator == "and":
        if len(left) != 1 or len(right) != 1 or left[0][0] != right[0][0]:
            return []
        low = max((span.low for _, span in (*left, *right) if span.low is not None), default=None)
        high = min((span.high for _, span in (*left, *right) if span.high is not None), default=None)
        return [(left[0][0], Span(low, high))]
    bound = _number(node.right)
    if bound is None:
        return []
    key = " ".join(whole.text[node.left.start : node.left.end].replace("`", "").split())
    spans = {
        "=": Span(bound, bound),
        ">=": Span(bound, None),
        "<=": Span(None, bound),
        ">": Span(bound + 1 - slack, None),
        "<": Span(None, bound - 1 + slack),
    }
    return [(key, spans[node.operator])] if node.operator in spans else []


def _number(node: Node) -> int | None:
    if isinstance(node, Unary) and node.operator == "-":
        inner = _number(node.body)
        return None if inner is None else -inner
    return node.value if isinstance(node, Number) and isinstance(node.value, int) else None


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
