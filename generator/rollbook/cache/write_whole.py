"""Bytes -> a file that appears under its name only when it is complete."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import NamedTemporaryFile

# What a killed build leaves behind starts like this.
UNFINISHED = "unfinished-"


def temporary_file(folder: Path, content: bytes) -> Path:
    """Folder, bytes -> a new file in it under a name that nobody else has; readable by this user alone."""
    with NamedTemporaryFile(dir=folder, prefix=UNFINISHED, delete=False) as file:
        try:
            file.write(content)
            file.flush()
        except OSError:
            Path(file.name).unlink(missing_ok=True)
            raise
    return Path(file.name)


def write_whole(path: Path, content: bytes) -> None:
    """Path, bytes -> the file; of builds that write it at the same time the last one wins."""
    written = temporary_file(path.parent, content)
    try:
        os.replace(written, path)
    except OSError:
        written.unlink(missing_ok=True)
        raise
