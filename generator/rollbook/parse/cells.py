"""A scalar -> Cells: its text without the space around it, in one piece or divided at its bars."""

from __future__ import annotations

import re
from bisect import bisect_left

from rollbook.engine.problem import Problem
from rollbook.model.source import Place
from rollbook.model.spelling import joined
from rollbook.model.table import Cell
from rollbook.model.yaml_tree import Mapping, Node, Scalar

# A bar right behind a backslash is text.
_BAR = re.compile(r"\\\||\|")


def as_text(node: Node) -> Scalar | None:
    """A row or a line of a header -> its text; None for a list or mapping.

    `- :--- | ---:` is a mapping to YAML, since it ends with a colon; to everyone else it is a text.
    """
    if isinstance(node, Mapping) and len(node.entries) == 1:
        key, value = node.entries[0].key, node.entries[0].value
        if key.style == "plain" and isinstance(value, Scalar) and value.absent:
            return Scalar(f"{key.text}:", key.style, key.place, key.spelling)
    return node if isinstance(node, Scalar) else None


def whole_cell(scalar: Scalar) -> Cell:
    """A scalar -> the one cell that it is."""
    return _cell(scalar, 0, len(scalar.text), [])


def divide_cells(scalar: Scalar) -> tuple[Cell, ...]:
    """`a | b \\| c` -> the cells `a` and `b | c`. Bars at both ends belong to the row, not to a cell."""
    found = list(_BAR.finditer(scalar.text))
    bars = [bar.start() for bar in found if bar[0] == "|"]
    escapes = [bar.start() for bar in found if bar[0] != "|"]
    starts, ends = [0, *(bar + 1 for bar in bars)], [*bars, len(scalar.text)]
    if len(bars) > 1 and not scalar.text[: bars[0]].strip() and not scalar.text[bars[-1] + 1 :].strip():
        starts, ends = starts[1:-1], ends[1:-1]
    return tuple(
        _cell(scalar, start, end, escapes[bisect_left(escapes, start) : bisect_left(escapes, end)])
        for start, end in zip(starts, ends, strict=True)
    )


def told(problem: Problem, cell: Cell) -> tuple[str, Place, str]:
    """What the engine found in a cell's expression -> message, exact place and hint of a diagnostic."""
    place = cell.at(max(min(problem.start, len(cell.text) - 1), 0), problem.end - problem.start)
    return problem.message, place, f"did you mean {problem.suggestion!r}?" if problem.suggestion else ""


def _cell(scalar: Scalar, start: int, end: int, backslashes: list[int]) -> Cell:
    """Part of a scalar, the backslashes in it that only protect a bar -> the cell without them."""
    written = scalar.text[start:end]
    end -= len(written) - len(written.rstrip())
    start = min(start + len(written) - len(written.lstrip()), end)
    pieces = list(zip([start, *(at + 1 for at in backslashes)], [*backslashes, end], strict=True))
    text = "".join(scalar.text[first:last] for first, last in pieces)
    spelling = joined((last - first, scalar.spelling.part(first, last)) for first, last in pieces)
    return Cell(text, spelling.at(0, len(text)), spelling)
