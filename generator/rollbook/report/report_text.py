"""Findings -> text for people: place, message, the part of the line with carets, a way out, and the count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.cells import cell_len

from rollbook.model.source import Place, Source
from rollbook.report.escape import visible
from rollbook.report.finding import Finding, count

# A paragraph of a handbook is one line of a thousand characters: show as much as a terminal does.
WIDTH = 100


def report_text(findings: Sequence[Finding], texts: Mapping[str, Source]) -> str:
    """Findings and the texts they are in -> one paragraph each, and the count as the last line."""
    mentioned = {finding.diagnostic.place.file for finding in findings}
    lines = {path: source.lines for path, source in texts.items() if path in mentioned}
    paragraphs = ["\n".join(_paragraph(finding, lines)) for finding in findings]
    return "\n\n".join([*paragraphs, count(findings)]) + "\n"


def _paragraph(finding: Finding, lines: Mapping[str, list[str]]) -> Iterator[str]:
    found = finding.diagnostic
    place = found.place
    yield (
        f"{visible(place.file)}:{place.line}:{place.column}: "
        f"{finding.severity.value}[{found.code}]: {visible(found.message)}"
    )
    yield from _source_line(place, lines.get(place.file, []))
    if found.hint:
        yield f"  hint: {visible(found.hint)}"


def _source_line(place: Place, lines: Sequence[str]) -> Iterator[str]:
    """A place -> its line with carets under it; nothing where there is no such line, as in an empty file."""
    if not 1 <= place.line <= len(lines) or not lines[place.line - 1].strip():
        return
    shown, carets = excerpt(lines[place.line - 1], place.column, place.length)
    number = str(place.line)
    yield f"  {number} | {shown}"
    yield f"  {' ' * len(number)} | {carets}"


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
