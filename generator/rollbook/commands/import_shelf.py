"""`rollbook import`: a repository as its authors have it -> a shelf beside it."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from rollbook.build.examine import examine
from rollbook.build.order import Order
from rollbook.commands import command_parser
from rollbook.model.diagnostic import Severity
from rollbook.move_in import find_books, make_shelf, read_repository
from rollbook.progress import Silent, show_progress, step
from rollbook.report import counted, grade
from rollbook.schemas import editor_files
from rollbook.write import write_new_folder

_DESCRIPTION = """\
Make a shelf from a repository of rulebooks: its books with their titles and order, data and pictures, and with links
repaired. It understands handbooks (src/markdown, src/data), an mdBook (SUMMARY.md), a MkDocs site (mkdocs.yml) and
folders of plain Markdown. Nothing in FOLDER is changed. IMPORT.md in the new shelf lists what was changed on the way,
what is for you to decide, and what was left behind."""

_EXAMPLES = """\
  rollbook import my-handbooks                      writes my-handbooks-shelf
  rollbook import my-handbooks --to shelf           writes shelf
  cd my-handbooks-shelf && rollbook check           what is left to fix

exit code: 0 written; 2 there is no Markdown, or DIR already exists and is not empty"""


def parser() -> ArgumentParser:
    """-> what `rollbook import` takes."""
    made = command_parser("import", _DESCRIPTION, _EXAMPLES)
    made.add_argument("folder", metavar="FOLDER", type=Path, help="the repository")
    made.add_argument("--to", metavar="DIR", type=Path, help="the shelf to write (default: FOLDER-shelf beside it)")
    return made


def run(given: Namespace) -> int:
    """Arguments -> the shelf on disk, and what to know about it."""
    shelf: Path = given.to or given.folder.resolve().with_name(f"{given.folder.resolve().name}-shelf")
    with show_progress(sys.stderr) as progress:
        with step(progress, "read", given.folder.as_posix()):
            repository = read_repository(given.folder)
        with step(progress, "plan", f"{len(repository.paths)} files"):
            plan = find_books(repository)
        with step(progress, "convert", counted(len(plan.books), "book")):
            made, notes = make_shelf(repository, plan)
            outputs = (*made, *editor_files())
        with step(progress, "write", f"{len(outputs)} files"):
            write_new_folder(outputs, shelf)
        with step(progress, "check", shelf.as_posix()):
            found = examine(Order(shelf / "content", shelf / "data", ()), Silent()).diagnostics
    for book in plan.books:
        print(f"content/{book.id}: {counted(len(book.chapters), 'chapter')}")
    told = (counted(len(notes.changed), "change"), counted(len(notes.left_out), "file"))
    print(f"{told[0]}, {len(notes.decide)} to decide, {told[1]} left behind")
    problems = [
        counted(sum(one.severity is kind for one in grade(found, strict=False)), kind.value) for kind in Severity
    ]
    print(f"`rollbook check` finds {' and '.join(problems)} there")
    print(f"written to {shelf}; its IMPORT.md has the details")
    return 0
