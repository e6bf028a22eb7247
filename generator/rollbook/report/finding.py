"""Diagnostics of all steps -> findings: in order, each once, with the severity that counts in this run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rollbook.model.diagnostic import Diagnostic, Severity, in_order


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
            kinds.append(_number(number, severity.value))
    return f"{', '.join(kinds)} in {_number(len({finding.diagnostic.place.file for finding in findings}), 'file')}"


def _number(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
