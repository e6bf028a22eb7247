"""OutputFiles -> files on disk."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rollbook.model.output import OutputFile


def write_files(outputs: Sequence[OutputFile], folder: Path) -> None:
    """OutputFiles, a folder that doesn't hold them yet -> the files in it."""
    for parent in sorted({(folder / output.path).parent for output in outputs}):
        parent.mkdir(parents=True, exist_ok=True)
    for output in outputs:
        (folder / output.path).write_bytes(output.content)
