"""`rollbook schemas`: the JSON Schemas that editors check YAML with, refreshed after an upgrade."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from rollbook.commands import command_parser
from rollbook.schemas import FOLDER, SCHEMAS, schema_files
from rollbook.write import overwrite_files

_LISTED = "\n".join(f"  {name:<14}  {', '.join(patterns)}" for name, patterns in SCHEMAS.items())
_DESCRIPTION = f"""\
Write JSON Schemas for this version's YAML files into DIR. `rollbook new` and `rollbook import` put them into {FOLDER}
of a shelf, with settings that let VS Code check what you type. Run this again after an upgrade."""

_EXAMPLES = f"""\
  rollbook schemas                        writes {FOLDER} of the shelf you are in
  rollbook schemas elsewhere              for another editor

{_LISTED}

exit code: 0 written; 2 DIR can't be written"""


def parser() -> ArgumentParser:
    """-> what `rollbook schemas` takes."""
    made = command_parser("schemas", _DESCRIPTION, _EXAMPLES)
    made.add_argument("folder", metavar="DIR", type=Path, nargs="?", default=Path(FOLDER), help=f"default: {FOLDER}")
    return made


def run(given: Namespace) -> int:
    """Arguments -> the schemas on disk."""
    files = schema_files()
    overwrite_files(files, given.folder)
    print(f"{len(files)} schemas written to {given.folder}")
    return 0
