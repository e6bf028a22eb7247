"""`rollbook check`: content and data -> every problem in them."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from contextlib import nullcontext
from typing import TYPE_CHECKING

from rollbook.build.order import Order, read
from rollbook.cache import Results, open_cache, user_cache_folder
from rollbook.commands.shelf_arguments import order, shelf_parser
from rollbook.model.diagnostic import Diagnostic, WrongUse
from rollbook.model.source import Source
from rollbook.progress import Progress, Silent, show_progress, step
from rollbook.report import Finding, grade, has_errors, report_github, report_job_summary, report_json, report_text

if TYPE_CHECKING:
    from rollbook.check.mutate import Mutated


_DESCRIPTION = """\
Find every mistake in the books and print it: where it is, the line, and how to fix it. Nothing is built or written."""

_EXAMPLES = """\
  rollbook check                          errors stop a build, warnings don't
  rollbook check --strict                 warnings count as errors
  rollbook check --book skill20           one book (all are read, so that links between books can be checked)
  rollbook check --mutate                 change each number in the rules by one: do the examples notice?
  rollbook check --format json            for other programs: file, line, column, severity, code, message, hint
  rollbook check --format github          annotations on a pull request, and the job summary

exit code: 0 no errors; 1 problems in the content; 2 wrong usage; 3 a bug in Rollbook itself"""


def parser() -> ArgumentParser:
    """-> what `rollbook check` takes."""
    made = shelf_parser("check", _DESCRIPTION, _EXAMPLES)
    made.add_argument(
        "--mutate",
        action="store_true",
        help="also change each number in the rules in turn, and report changes that no worked example notices (slow)",
    )
    made.add_argument("--format", choices=("text", "json", "github"), default="text", help="default: text")
    return made


def run(given: Namespace) -> int:
    """Arguments -> the report on stdout, 1 if it holds an error."""
    with nullcontext(Silent()) if given.format == "json" else show_progress(sys.stderr) as progress:
        wanted = order(given)
        found, texts = find_problems(wanted, progress, Results(open_cache(user_cache_folder()), wanted.shelf))
        mutated = _mutate(given, progress) if given.mutate else None
    unheld = (*mutated.unplayed, *mutated.unnoticed) if mutated else ()
    findings = grade((*found, *unheld), strict=given.strict)
    print(_report(given.format, findings, texts), end="")
    if mutated and mutated.changes and given.format == "text":
        print(f"the examples notice {mutated.changes - len(mutated.unnoticed)} of {mutated.changes} changes")
    if given.format == "github":
        _add_to_job_summary(findings)
    return 1 if has_errors(findings) else 0


def _mutate(given: Namespace, progress: Progress) -> Mutated:
    """The problems may come from the cache, so the shelf is worked out for this alone."""
    from rollbook.build.examine import examine
    from rollbook.check.mutate import mutate

    shelf = examine(order(given), Silent()).shelf
    with step(progress, "mutate", "the rules, one number at a time"):
        return mutate(shelf)


def _report(form: str, findings: tuple[Finding, ...], texts: Mapping[str, Source]) -> str:
    if form == "json":
        return report_json(findings)
    return report_github(findings) if form == "github" else report_text(findings, texts)


def _add_to_job_summary(findings: tuple[Finding, ...]) -> None:
    """GitHub names the file that its summary is read from; elsewhere there is none."""
    if path := os.environ.get("GITHUB_STEP_SUMMARY"):
        try:
            with open(path, "a", encoding="utf-8") as summary:
                summary.write(report_job_summary(findings))
        except OSError as error:
            raise WrongUse(f"can't add to the job summary {path}: {error.strerror}") from error


def find_problems(
    order: Order, progress: Progress, results: Results
) -> tuple[tuple[Diagnostic, ...], Mapping[str, Source]]:
    """Order, results of earlier runs -> every problem of the chosen books, of unchanged files as it was; all texts."""
    sources, unloaded = read(order, progress)

    def find() -> tuple[Diagnostic, ...]:
        # Here and not above: to load the steps takes longer than to find that nothing has changed.
        from rollbook.build.examine import examine_sources

        return examine_sources(sources, unloaded, order, progress)[1]

    with results.in_use():
        return results.store("problems", (order, sources, unloaded), find), sources.texts
