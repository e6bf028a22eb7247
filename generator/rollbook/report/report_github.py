"""Findings -> GitHub's annotations on a pull request, and the summary of the job."""

from __future__ import annotations

from collections.abc import Sequence

from rollbook.model.diagnostic import Severity
from rollbook.report.escape import inert, visible_lines
from rollbook.report.finding import Finding, count

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
