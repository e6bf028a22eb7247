"""Step 7, write: OutputFiles -> the output folder."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from rollbook.model.diagnostic import WrongUse
from rollbook.model.files import OutputFile
from rollbook.write.claim import claim
from rollbook.write.paths import NEW, prove_safe
from rollbook.write.swap import finish, swap_in
from rollbook.write.write_new_folder import write_files


def write(outputs: Sequence[OutputFile], out: Path) -> None:
    """OutputFiles, output folder -> the folder holds exactly these in site and pdf, or what it held before."""
    prove_safe(outputs)
    try:
        with claim(out) as claimed:
            finish(claimed)
            _stage(outputs, out / NEW)
            swap_in(claimed)
    except OSError as error:
        raise WrongUse(f"can't write to {out}: {error.strerror or error}") from error


def _stage(outputs: Sequence[OutputFile], new: Path) -> None:
    """OutputFiles -> a complete new folder, or none."""
    new.mkdir()  # it must not be there, not even as a link
    try:
        write_files(outputs, new)
    except BaseException:
        shutil.rmtree(new, ignore_errors=True)
        raise
