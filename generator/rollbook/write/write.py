"""Step 7, write: OutputFiles -> the output folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rollbook.model.diagnostic import WrongUse
from rollbook.model.files import OutputFile
from rollbook.write.claim import claim
from rollbook.write.paths import prove_safe
from rollbook.write.stage import stage
from rollbook.write.swap import finish, swap_in


def write(outputs: Sequence[OutputFile], out: Path) -> None:
    """OutputFiles, output folder -> the folder holds exactly these in site and pdf, or what it held before."""
    prove_safe(outputs)
    try:
        with claim(out) as claimed:
            finish(claimed)
            if stage(outputs, out):
                swap_in(claimed)
    except OSError as error:
        raise WrongUse(f"can't write to {out}: {error.strerror or error}") from error
