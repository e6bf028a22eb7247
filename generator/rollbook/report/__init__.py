"""Diagnostics of all steps -> findings, each once; findings -> text for people, JSON, GitHub's annotations."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rich.cells import cell_len

from rollbook.model.diagnostic import Diagnostic, Severity, in_order
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.source import Place, Source


@dataclass(frozen=True, slots=True)
class Finding:
    """A diagnostic as it is reported: under --strict a warning's severity is an error."""

    diagnostic: Diagnostic
    severity: Severity


def grade(diagnostics: Iterable[Diagnostic], *, strict: bool) -> tuple[Finding, ...]:
    """Diagnostics -> findings by file, line and column."""
    return tuple(Finding(found, Severity.ERROR if strict else found.severity) for found in in_order(diagnostics))


def has_errors(findings: Iterable[Finding]) -> bool:
    """Findings -> whether they stop the build."""
    return any(finding.severity is Severity.ERROR for finding in findings)


def count(findings: Sequence[Finding]) -> str:
    """Findings -> "2 errors, 5 warnings in 3 files"."""
    if not findings:
        return "no problems"
    kinds = []
    for severity in Severity:
        if number := sum(finding.severity is severity for finding in findings):
            kinds.append(counted(number, severity.value))
    return f"{', '.join(kinds)} in {counted(len({finding.diagnostic.place.file for finding in findings}), 'file')}"


def counted(number: int, noun: str) -> str:
    """3, "file" -> "3 files"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


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


def report_json(findings: Sequence[Finding]) -> str:
    """Findings -> a list of objects; other programs rely on the keys. ASCII, so that no terminal can spoil it."""
    return json.dumps([_plain(finding) for finding in findings], indent=2) + "\n"


def _plain(finding: Finding) -> dict[str, str | int]:
    found = finding.diagnostic
    return {
        "file": found.place.file,
        "line": found.place.line,
        "column": found.place.column,
        "severity": finding.severity.value,
        "code": found.code,
        "message": found.message,
        "hint": found.hint,
    }


# GitHub cuts a summary off at one mebibyte; a row is far below a kilobyte.
_MOST_ROWS = 500


def report_github(findings: Sequence[Finding]) -> str:
    """Findings -> workflow commands, errors first: GitHub shows only ten errors and ten warnings of a step."""
    return "".join(f"{_annotation(finding)}\n" for finding in _errors_first(findings)) + f"{count(findings)}\n"


def report_job_summary(findings: Sequence[Finding]) -> str:
    """Findings -> Markdown for the job's summary, where all of them have room."""
    rows = [_row(finding) for finding in _errors_first(findings)[:_MOST_ROWS]]
    table = ["| | Place | Problem |", "|---|---|---|", *rows] if rows else []
    more = [f"\n… and {len(findings) - _MOST_ROWS} more: run `rollbook check`."] if len(findings) > _MOST_ROWS else []
    return "\n".join([f"## Rollbook: {count(findings)}", "", *table, *more]) + "\n"


def _errors_first(findings: Sequence[Finding]) -> list[Finding]:
    return sorted(findings, key=lambda finding: finding.severity is not Severity.ERROR)


def _annotation(finding: Finding) -> str:
    found = finding.diagnostic
    place = found.place
    properties = {
        "file": place.file,
        "line": str(place.line),
        "col": str(place.column),
        "endColumn": str(place.column + place.length),
        "title": found.code,
    }
    written = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    message = f"{found.message}\n{found.hint}" if found.hint else found.message
    return f"::{finding.severity.value} {written}::{_data(message)}"


def _data(text: str) -> str:
    """Text -> as GitHub's runner reads the message of a command."""
    return "\n".join(visible_lines(text)).replace("%", "%25").replace("\n", "%0A")


def _property(text: str) -> str:
    """Text -> as GitHub's runner reads a property, where `:` and `,` have a meaning of their own."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _row(finding: Finding) -> str:
    found = finding.diagnostic
    place = f"{found.place.file}:{found.place.line}:{found.place.column}"
    hint = f"<br>{inert(found.hint)}" if found.hint else ""
    return f"| {finding.severity.value} | {inert(place)} | {inert(found.message)} ({found.code}){hint} |"


# Control characters would let a text move the cursor; direction marks would let it show another order than it has.
_UNSEEN = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def visible(text: str) -> str:
    """Text from a file -> the same length, safe to print: what has no shape of its own gets one; tabs stay."""
    return _UNSEEN.sub(lambda match: chr(0x2400 + ord(match[0])) if ord(match[0]) < 0x20 else "\ufffd", text)


def visible_lines(text: str) -> list[str]:
    """Text -> its lines, each safe to print."""
    return [visible(line) for line in text.split("\n")]


def inert(text: str) -> str:
    """Text -> the same text in Markdown: what has a meaning in a table, in HTML or to GitHub becomes an entity."""
    shown = visible(" ".join(text.split()))
    escaped = re.sub(r"[^\w .,()/-]", lambda match: f"&#{ord(match[0])};", shown).replace("_", "&#95;")
    return re.sub(r"(?i)\bwww\.", lambda match: f"{match[0][:-1]}&#46;", escaped)  # GitHub would make a link of it
