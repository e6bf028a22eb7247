"""Diagnostics -> what people, programs and GitHub read."""

from rollbook.report.report_findings import (
    Finding,
    count,
    counted,
    grade,
    has_errors,
    report_github,
    report_job_summary,
    report_json,
    report_text,
)

__all__ = [
    "Finding",
    "count",
    "counted",
    "grade",
    "has_errors",
    "report_github",
    "report_job_summary",
    "report_json",
    "report_text",
]
