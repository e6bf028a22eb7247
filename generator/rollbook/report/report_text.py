"""Findings -> text for people: place, message, the line with carets, a way out, and the count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rollbook.model.source import Place, Source
from rollbook.report.escape import visible
from rollbook.report.excerpt import excerpt
from rollbook.report.finding import Finding, count


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
