"""`rollbook build`: content and data -> the site and the PDFs."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rollbook.build.build import Built, build
from rollbook.cache import NO_CACHE, open_cache, user_cache_folder
from rollbook.commands.shelf_arguments import add_address, add_fresh, order, shelf_parser
from rollbook.model.diagnostic import WrongUse
from rollbook.progress import show_progress
from rollbook.report import counted, has_errors, report_text

if TYPE_CHECKING:
    from rollbook.model.printing import Pdf

_DESCRIPTION = """\
Build the website, PDFs and e-books of all books into DIR/site, DIR/pdf and DIR/epub.

The folder is replaced in one go once everything is ready. If the content has an error, nothing is written and the
previous build stays as it was. A PDF that fails is left out; the site and the other PDFs are still written."""

_EXAMPLES = """\
  rollbook build                          content/ and data/ -> build/site, build/pdf and build/epub
  rollbook build --no-pdf                 faster: only the site (old PDFs and EPUBs are removed, being out of date)
  rollbook build --book skill20           one book of the shelf
  rollbook build --strict --out public --fresh
                                          for publishing: warnings count as errors, and the cache is not used
  rollbook build --address https://example.org/games/
                                          for search engines, feeds and link previews, which need full addresses
  rollbook build --printed parts/skill20 --printed parts/guide
                                          use PDFs that `rollbook print` has made, perhaps on other machines

exit code: 0 built; 1 problems in the content or in a PDF; 2 wrong usage, or DIR can't be written;
3 a bug in Rollbook itself"""


def parser() -> ArgumentParser:
    """-> what `rollbook build` takes."""
    made = shelf_parser("build", _DESCRIPTION, _EXAMPLES)
    made.add_argument("--out", metavar="DIR", type=Path, default=Path("build"), help="output folder (default: build)")
    add_address(made)
    made.add_argument("--no-pdf", dest="with_pdfs", action="store_false", help="skip the PDFs and e-books")
    made.add_argument(
        "--printed",
        metavar="DIR",
        type=Path,
        action="append",
        default=[],
        help="use PDFs and e-books from `rollbook print` in this folder, if up to date; can be repeated",
    )
    add_fresh(made)
    return made


def run(given: Namespace) -> int:
    """Arguments -> the build; problems go to stdout, progress to stderr."""
    _refuse_inside(given.out, given.content, given.data)
    with show_progress(sys.stderr) as progress:
        built = build(
            order(given),
            given.out,
            with_pdfs=given.with_pdfs,
            strict=given.strict,
            progress=progress,
            cache=NO_CACHE if given.fresh else open_cache(user_cache_folder()),
            address=given.address,
            apart=_printed_apart(given.printed),
        )
    if built.findings:
        print(report_text(built.findings, built.texts), end="")
    if built.unprintable:
        print(built.unprintable)
    with_pdfs = given.with_pdfs and not built.unprintable
    print(_success(built, given.out, with_pdfs) if built.outputs else "nothing was written")
    return 1 if has_errors(built.findings) or built.unprintable else 0


def _printed_apart(folders: list[Path]) -> Mapping[str, Pdf]:
    """Folders that others filled, mostly none -> the PDFs in them."""
    if not folders:
        return {}
    from rollbook.build.printed_apart import read_printed

    return read_printed(folders)


def _refuse_inside(out: Path, *sources: Path) -> None:
    """An output folder among the sources would be read as a book by the next build."""
    for source in sources:
        if out.resolve().is_relative_to(source.resolve()):
            raise WrongUse(f"the output folder {out} is inside {source}: choose one outside it with --out")


def _success(built: Built, out: Path, with_pdfs: bool) -> str:
    folders = f"{out / 'site'} and {out / 'pdf'}" if with_pdfs else f"{out / 'site'}"
    without = f", without {', '.join(built.left_out)}" if built.left_out else ""
    return f"built {counted(built.books, 'book')}, {len(built.outputs)} files: {folders}{without}"
