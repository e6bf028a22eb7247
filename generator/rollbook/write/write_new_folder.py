"""OutputFiles -> a folder that wasn't there before."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rollbook.model.diagnostic import WrongUse
from rollbook.model.files import OutputFile
from rollbook.write.paths import prove_safe


def write_new_folder(outputs: Sequence[OutputFile], folder: Path) -> None:
    """OutputFiles, a folder that is missing or empty -> the files in it."""
    prove_safe(outputs, trees=())
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise WrongUse(f"{folder} already exists and is not empty: choose a new folder")
        write_files(outputs, folder)
    except OSError as error:
        raise WrongUse(f"can't write to {folder}: {error.strerror or error}") from error


def overwrite_files(outputs: Sequence[OutputFile], folder: Path) -> None:
    """OutputFiles, a folder that may be there -> the files in it; what else lies there stays."""
    prove_safe(outputs, trees=())
    try:
        write_files(outputs, folder)
    except OSError as error:
        raise WrongUse(f"can't write to {folder}: {error.strerror or error}") from error


def write_files(outputs: Sequence[OutputFile], folder: Path) -> None:
    """OutputFiles, a folder that doesn't hold them yet -> the files in it."""
    for parent in sorted({(folder / output.path).parent for output in outputs}):
        parent.mkdir(parents=True, exist_ok=True)
    for output in outputs:
        (folder / output.path).write_bytes(output.content)
