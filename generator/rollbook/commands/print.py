"""`rollbook print`: content and data -> the PDFs and e-books alone, for a build elsewhere to take."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from rollbook.build.examine import examine_sources
from rollbook.build.make import at_address
from rollbook.build.order import read
from rollbook.build.print_books import made_from, print_books
from rollbook.build.print_worker import CannotPrintError
from rollbook.build.printed_apart import printed_files
from rollbook.cache import NO_CACHE, Results, open_cache, user_cache_folder
from rollbook.commands.shelf_arguments import add_address, add_fresh, order, shelf_parser
from rollbook.progress import show_progress
from rollbook.report import counted, grade, has_errors, report_text
from rollbook.write import overwrite_files

_DESCRIPTION = """\
Make the PDFs and e-books without building the site. They go into DIR, with a list of what each was made from.

`rollbook build --printed DIR` then uses them instead of printing again. This way the books of a large shelf can be
printed on many machines at once and the shelf built on one; the result is the same, byte for byte."""

_EXAMPLES = """\
  rollbook print --book skill20           one book -> build/printed
  rollbook build --printed build/printed  the whole shelf; anything not printed yet is printed now

exit code: 0 printed; 1 problems in the content or in a PDF; 2 wrong usage, or DIR can't be written;
3 a bug in Rollbook itself"""


def parser() -> ArgumentParser:
    """-> what `rollbook print` takes."""
    made = shelf_parser("print", _DESCRIPTION, _EXAMPLES)
    made.add_argument(
        "--out", metavar="DIR", type=Path, default=Path("build/printed"), help="output folder (default: build/printed)"
    )
    add_address(made)
    add_fresh(made)
    return made


def run(given: Namespace) -> int:
    """Arguments -> the files; problems go to stdout, progress to stderr."""
    cache = NO_CACHE if given.fresh else open_cache(user_cache_folder())
    with show_progress(sys.stderr) as progress:
        sources, unloaded = read(order(given), progress)
        with Results(cache).in_use():
            shelf, found = examine_sources(sources, unloaded, order(given), progress)
            shelf = at_address(shelf, given.address)
            readable = not has_errors(grade(found, strict=given.strict))
            try:
                printouts = print_books(shelf, progress, cache) if readable else ()
            except CannotPrintError as missing:
                print(missing)
                return 1
            keys = {each.order.name: made_from(each.order, shelf.settings.address) for each in printouts}
    unprinted = (problem for printout in printouts for problem in printout.problems)
    findings = grade((*found, *unprinted), strict=given.strict)
    print(report_text(findings, sources.texts) if findings else "", end="")
    # What has a problem of its own is printed again by the build, which tells it too.
    printed = {
        keys[printout.order.name]: printout.pdf
        for printout in printouts
        if printout.pdf is not None and not printout.problems
    }
    if not readable:
        print("nothing was printed")
        return 1
    overwrite_files(printed_files(printed), given.out)
    print(f"printed {counted(len(printed), 'file')}: {given.out}")
    return 1 if has_errors(findings) else 0
