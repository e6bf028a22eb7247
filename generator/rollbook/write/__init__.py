"""Step 7, write: OutputFiles -> the output folder, whole or not at all. The only writer.

  1. the output folder must be ours, and no other build may be writing to it; the second waits (claim.py)
  2. what an earlier, killed build left behind is finished or removed (swap.py)
  3. every file is written into OUT/.rollbook-new, or linked if the former build has it just so (write_files.py), and
     is on disk before the next step (claim.py); if the former build is the same in every file, that is all
  4. one rename, to OUT/.rollbook-swap, makes the new build count
  5. `site` and `pdf` are exchanged with the new ones (swap.py), which is on disk before the next step
  6. the previous build is removed

Why `site` and `pdf` are exchanged, and not OUT as a whole: OUT may hold files of others (build/bench.json), may be a
mount point, and its parent may be read-only. Two exchanges cannot be one, but step 4 is: from then on a build that was
killed, or whose power was cut, is finished by the next run, so the two never stay apart.

A build without PDFs takes the former `pdf` away: what lies side by side always comes from the same text.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rollbook.model.diagnostic import WrongUse
from rollbook.model.files import OutputFile
from rollbook.write.claim import claim
from rollbook.write.swap import finish, swap_in, tidy
from rollbook.write.write_files import overwrite_files, prove_safe, stage, write_new_folder

__all__ = ["overwrite_files", "tidy", "write", "write_new_folder"]


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
