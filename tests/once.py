"""What takes long to make and is only read: made by the first worker that wants it, for all workers of a run."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rollbook.write.claim import lock


@dataclass(frozen=True, slots=True)
class Once:
    """The folder that all workers of a run share."""

    root: Path

    def folder(self, name: str, fill: Callable[[Path], None]) -> Path:
        """A name that nobody else uses -> its folder, filled. Whoever comes second waits for it and must not write."""
        made, begun = self.root / name, self.root / f"{name}.begun"
        with (self.root / f"{name}.lock").open("w") as held:
            lock(held.fileno())
            if not made.exists():
                # What is left of a worker that failed in the middle.
                shutil.rmtree(begun, ignore_errors=True)
                begun.mkdir()
                fill(begun)
                begun.rename(made)
        return made
