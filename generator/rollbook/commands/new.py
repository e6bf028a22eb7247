"""`rollbook new`: a small working shelf to start from."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from rollbook.commands import command_parser
from rollbook.model.files import OutputFile
from rollbook.schemas import editor_files
from rollbook.write import write_new_folder

_DESCRIPTION = """\
Create a small shelf with one book in DIR: chapters, tables, a playable rule with a checked example, a character sheet,
a glossary and settings. It builds as it is; make it your own. With --github you also get workflows for GitHub: every
pull request is checked and shows what it changes for readers, and the main branch is published on Pages."""

_EXAMPLES = """\
  rollbook new my-game
  cd my-game && rollbook build            then open build/site/index.html
  rollbook new my-game --github           for a repository on GitHub

exit code: 0 written; 2 DIR already exists and is not empty, or can't be written"""


def parser() -> ArgumentParser:
    """-> what `rollbook new` takes."""
    made = command_parser("new", _DESCRIPTION, _EXAMPLES)
    made.add_argument("folder", metavar="DIR", type=Path, help="a folder that doesn't exist yet, or is empty")
    made.add_argument("--github", action="store_true", help="add workflows and editor settings for GitHub")
    return made


def run(given: Namespace) -> int:
    """Arguments -> the new shelf on disk."""
    templates = files("rollbook.new_shelf")
    found = [*_templates(templates, "")]
    if given.github:
        found += _templates(templates / "__github__", "")
    own = version("rollbook").encode()
    texts = tuple(OutputFile(path, file.read_bytes().replace(b"@VERSION@", own)) for path, file in found)
    shelf = (*texts, *editor_files())
    write_new_folder(shelf, given.folder)
    print(f"{len(shelf)} files written to {given.folder}; see its README.md for what to do next")
    return 0


def _templates(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    """The packaged shelf -> its files with their paths, in order; a `dot-` in front of a name stands for the dot."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        # Python's own files make the folder a package, __github__ is for those who ask; hidden files would be left out.
        if entry.name.startswith("__"):
            continue
        name = path + ("." + entry.name.removeprefix("dot-") if entry.name.startswith("dot-") else entry.name)
        if entry.is_dir():
            yield from _templates(entry, f"{name}/")
        else:
            yield name, entry
