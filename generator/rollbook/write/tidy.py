"""An output folder -> without what a killed build left in it."""

from __future__ import annotations

from pathlib import Path

from rollbook.model.wrong_use import WrongUse
from rollbook.write.claim import MARKER, claim_if_free, refuse_foreign
from rollbook.write.swap import finish


def tidy(out: Path) -> None:
    """Before the long work: refuse a foreign folder, finish what a killed build began; creates nothing."""
    try:
        refuse_foreign(out)
        if (out / MARKER).is_file():
            with claim_if_free(out) as claimed:
                if claimed is not None:
                    finish(claimed)
    except OSError as error:
        raise WrongUse(f"can't write to {out}: {error.strerror or error}") from error
