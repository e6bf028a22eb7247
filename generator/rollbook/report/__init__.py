"""Diagnostics -> what people, programs and GitHub read."""

from rollbook.report.finding import Finding, count, grade, has_errors
from rollbook.report.report_github import report_github, report_job_summary
from rollbook.report.report_json import report_json
from rollbook.report.report_text import report_text

__all__ = [
    "Finding",
    "count",
    "grade",
    "has_errors",
    "report_github",
    "report_job_summary",
    "report_json",
    "report_text",
]
