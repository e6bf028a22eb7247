"""Findings -> JSON for other programs."""

from __future__ import annotations

import json
from collections.abc import Sequence

from rollbook.report.finding import Finding


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
