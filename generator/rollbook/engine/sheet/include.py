"""A sheet that includes others -> one document: what they have comes first, then what is its own.

Each included sheet is read and reported as a document of its own, so only what goes wrong in this one is told of it.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..document import Cursor
from ..frozen import frozen
from ..problem import Problem

_LISTS = ("fields", "derived", "rules")
_MOST_DEEP = 8


@frozen
class Joined:
    """`document` with all that it includes; `before`: how many entries of each list came from others."""

    document: Mapping[str, object]
    before: Mapping[str, int]

    def own(self, problems: list[Problem]) -> list[Problem]:
        """Problems of the whole -> those of the document itself, at their places in it."""
        return [problem for each in problems if (problem := self._own(each)) is not None]

    def _own(self, problem: Problem) -> Problem | None:
        count = self.before.get(str(problem.path[0]), 0) if problem.path else 0
        if not count or len(problem.path) < 2 or not isinstance(problem.path[1], int):
            return problem
        index = problem.path[1] - count
        path = (problem.path[0], index, *problem.path[2:])
        moved = Problem(problem.code, problem.message, problem.start, problem.end, problem.suggestion, path)
        return moved if index >= 0 else None


def included(document: object) -> tuple[str, ...]:
    """A sheet document -> the ids that its `include` names."""
    names = document.get("include", ()) if isinstance(document, Mapping) else ()
    return tuple(str(name).strip() for name in ([names] if isinstance(names, str) else names))


def join(place: Cursor, others: Mapping[str, object], deep: int = 0) -> Joined:
    """A document, the sheets by id -> joined; a name that no sheet has is reported."""
    assert isinstance(place.data, Mapping)
    document: dict[str, object] = {}
    for name in included(place.data):
        spot = place.at("include", name)
        other = others.get(name)
        if not isinstance(other, Mapping) or other is place.data:
            spot.unknown("unknown-sheet", f"there is no other sheet “{name}” to include", name, list(others))
        elif deep > _MOST_DEEP:
            spot.report("circular", f"“{name}” includes itself")
        else:
            document = _added(document, join(Cursor(other, (), place.problems), others, deep + 1).document)
    before = {key: len(_listed(document.get(key))) for key in _LISTS}
    return Joined(_added(document, place.data), before)


def _added(first: Mapping[str, object], then: Mapping[str, object]) -> dict[str, object]:
    """Two documents -> one: lists one after the other, points side by side; of the rest the later counts."""
    joined = {**first, **then}
    for key in _LISTS:
        if key in first or key in then:
            joined[key] = [*_listed(first.get(key)), *_listed(then.get(key))]
    points = [each for each in (first.get("points"), then.get("points")) if isinstance(each, Mapping)]
    if points:
        joined["points"] = {name: pool for each in points for name, pool in each.items()}
    return joined


def _listed(entries: object) -> list[object]:
    if entries is None:
        return []
    return list(entries) if isinstance(entries, list | tuple) else [entries]
