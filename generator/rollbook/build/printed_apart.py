"""PDFs and e-books that were made apart, by `rollbook print` on another machine -> taken into a build as they are.

Beside them lies printed.json, which names for each file what it was made from: the book, its paper, the site's address
and Rollbook itself. A build takes a file only where that is what it would make one from itself, so that the build comes
out the same, byte for byte; anything else it prints again. The files are data and nothing in them is run, but who names
such a folder trusts whoever filled it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rollbook.model.diagnostic import WrongUse
from rollbook.model.files import OutputFile, is_portable, open_plain_file
from rollbook.model.printing import Pdf

_LIST = "printed.json"


def printed_files(printed: Mapping[str, Pdf]) -> tuple[OutputFile, ...]:
    """Finished files by what they were made from -> a folder for them, with the list that a build takes them by."""
    entries = {
        pdf.name: {
            "made_from": made_from,
            "edition": pdf.edition,
            "pages": pdf.pages,
            "sha256": hashlib.sha256(pdf.content).hexdigest(),
        }
        for made_from, pdf in printed.items()
    }
    files = (OutputFile(pdf.name, pdf.content) for pdf in printed.values())
    return (*files, OutputFile(_LIST, (json.dumps(entries, indent=1, sort_keys=True) + "\n").encode()))


def read_printed(folders: Iterable[Path]) -> dict[str, Pdf]:
    """Folders that `rollbook print` filled -> their files by what they were made from. WrongUse if one isn't such."""
    return {made_from: pdf for folder in folders for made_from, pdf in _read_folder(folder).items()}


def _read_folder(folder: Path) -> dict[str, Pdf]:
    found = {}
    for name, entry in _read_list(folder / _LIST).items():
        if not is_portable(name):
            raise WrongUse(f"{folder / _LIST} names {name!r}, which is not a file beside it")
        content = _read(folder / name)
        try:
            pdf = Pdf(name, str(entry["edition"]), int(entry["pages"]), content)
            sealed, made_from = entry["sha256"], str(entry["made_from"])
        except (KeyError, TypeError, ValueError) as error:
            raise WrongUse(f"{folder / _LIST} says too little of {name}: print it again") from error
        if hashlib.sha256(content).hexdigest() != sealed:
            raise WrongUse(f"{folder / name} is not the file that was printed there: copy it, or print it, again")
        found[made_from] = pdf
    return found


def _read_list(path: Path) -> Mapping[str, Any]:
    try:
        entries = json.loads(_read(path))
    except (ValueError, RecursionError) as error:
        raise WrongUse(f"{path} can't be read as JSON: copy it, or print the books, again") from error
    if not isinstance(entries, dict):
        raise WrongUse(f"{path} is not a list of printed files: name a folder that `rollbook print` made")
    return entries


def _read(path: Path) -> bytes:
    try:
        with open_plain_file(path) as file:
            return file.read()
    except OSError as error:
        reason = error.strerror or str(error)
        raise WrongUse(f"can't read {path} ({reason}): name a folder that `rollbook print` made") from error
