"""An output folder -> without what a killed build left in it."""

from __future__ import annotations

from pathlib import Path

from generator.write.claim import MARKER, claim, refuse_foreign
from generator.write.swap import finish


def tidy(out: Path) -> None:
    """Before the long work: refuse a foreign folder, finish what a killed build began; creates nothing."""
    refuse_foreign(out)
    if (out / MARKER).is_file():
        with claim(out, wait=False) as ours:
            if ours:
                finish(out)
