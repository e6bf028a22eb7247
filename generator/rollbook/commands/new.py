"""`rollbook new`: a small working shelf to start from."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from rollbook.model.output import OutputFile
from rollbook.write import write_new_folder

_DESCRIPTION = """\
Write a small shelf with one book into DIR: chapters, a table to roll on, settings. It builds as it is; change it
into your own."""

_EXAMPLES = """\
  rollbook new my-game
  cd my-game && rollbook build            then open build/site/index.html

exit code: 0 written; 2 DIR is there already and not empty, or can't be written"""


def parser() -> ArgumentParser:
    """-> what `rollbook new` takes."""
    made = ArgumentParser(
        prog="rollbook new",
        description=_DESCRIPTION,
        epilog=f"examples:\n{_EXAMPLES}",
        formatter_class=RawDescriptionHelpFormatter,
    )
    made.add_argument("folder", metavar="DIR", type=Path, help="a folder that doesn't exist yet, or is empty")
    return made


def run(given: Namespace) -> int:
    """Arguments -> the new shelf on disk."""
    shelf = tuple(OutputFile(path, file.read_bytes()) for path, file in _templates(files("rollbook.new_shelf"), ""))
    write_new_folder(shelf, given.folder)
    print(f"{len(shelf)} files written to {given.folder}; README.md there says what to do next")
    return 0


def _templates(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    """The packaged shelf -> its files with their paths, in order; a `dot-` in front of a name stands for the dot."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        # Python's own files make the folder a package; hidden files would be left out of it.
        if entry.name.startswith("__"):
            continue
        name = path + ("." + entry.name.removeprefix("dot-") if entry.name.startswith("dot-") else entry.name)
        if entry.is_dir():
            yield from _templates(entry, f"{name}/")
        else:
            yield name, entry
