"""A line of a source and the place of a problem in it -> the line to show and the carets under it."""

from __future__ import annotations

from rich.cells import cell_len

from rollbook.report.escape import visible

# A paragraph of a handbook is one line of a thousand characters: show as much as a terminal does.
WIDTH = 100


def excerpt(line: str, column: int, length: int) -> tuple[str, str]:
    """Line, column from 1, length -> the part of the line around the place, and a run of carets aligned with it."""
    start = min(column - 1, len(line))
    left, right = _window(len(line), start)
    before = "…" * (left > 0) + visible(line[left:start])
    marked = visible(line[start : max(start, min(start + length, right))])
    after = visible(line[start + len(marked) : right]) + "…" * (right < len(line))
    carets = _blank(before) + "^" * max(1, cell_len(marked.replace("\t", " ")))
    return (before + marked + after).rstrip(), carets


def _window(size: int, start: int) -> tuple[int, int]:
    """Length of a line, where the problem starts -> the part to show, the problem in its first third if need be."""
    if size <= WIDTH:
        return 0, size
    left = max(0, min(start - WIDTH // 3, size - WIDTH))
    return left, left + WIDTH


def _blank(text: str) -> str:
    """Text -> blanks of the same width on any terminal: a tab stays a tab, a wide character becomes two blanks."""
    return "\t".join(" " * cell_len(piece) for piece in text.split("\t"))
