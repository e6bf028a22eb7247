"""A finished build beside the former one -> in its place; a swap that was cut short -> finished.

What a build does next it writes down first (the plan), under a name that nobody can guess and that the marker of the
output folder holds until it is done. A plan of another name, or in another folder than the one that it was made in,
came from elsewhere and counts for nothing.
"""

from __future__ import annotations

import ctypes
import json
import os
import secrets
import shutil
import sys
from dataclasses import asdict
from pathlib import Path

from rollbook.model.diagnostic import WrongUse
from rollbook.model.files import open_plain_file
from rollbook.model.quick_dataclass import dataclass
from rollbook.write.claim import MARKER, Claim, claim_if_free, refuse_foreign, sync_folder, sync_tree
from rollbook.write.write_files import NEW, SWAP, TREES

_PLAN = "plan.json"
_LONGEST_PLAN = 4096


_AT_FDCWD = -100
_RENAME_EXCHANGE = 2


@dataclass(frozen=True, slots=True)
class _Plan:
    """The name of the run that made it, and the inodes of the folder that it is in and of each tree of the new build.

    A folder keeps its inode when it is renamed, so the plan can tell at any later moment which tree is already in.
    """

    run: str
    folder: int
    trees: dict[str, int]

    def is_of(self, run: str, folder: Path) -> bool:
        """Whether that run made it, there."""
        return run != "" and self.run == run and self.folder == _inode(folder)


def swap_in(claim: Claim) -> None:
    """OUT/.rollbook-new, whole -> OUT/site and OUT/pdf."""
    new, swap = claim.out / NEW, claim.out / SWAP
    trees = {tree: inode for tree in TREES if (inode := _inode(new / tree)) is not None}
    plan = _Plan(secrets.token_hex(), os.lstat(new).st_ino, trees)
    (new / _PLAN).write_text(json.dumps(asdict(plan)), encoding="utf-8")
    sync_tree(new)
    claim.note(plan.run)
    os.rename(new, swap)
    sync_folder(claim.out)
    finish(claim)


def finish(claim: Claim) -> None:
    """Whatever moment a build was cut short at -> the last whole build in place, and nothing left over."""
    out, swap = claim.out, claim.out / SWAP
    run = claim.noted()
    plan = _read_plan(swap / _PLAN)
    if plan is not None and plan.is_of(run, swap):
        for tree in TREES:
            _put_in(out / tree, swap / tree, plan.trees.get(tree))
        # The former build must not go before the new one is sure to be in its place.
        sync_folder(out)
        sync_folder(swap)
    _remove(out / NEW)
    _remove(swap)
    if run:
        claim.forget()


def _put_in(current: Path, new: Path, inode: int | None) -> None:
    """One tree's new and current folder -> the new one in place; doing it twice changes nothing."""
    aside = new.with_name(f"{new.name}-former")
    if inode is None:
        if os.path.lexists(current):
            os.rename(current, aside)
    elif _inode(new) != inode:
        return  # it is in already
    elif os.path.lexists(current):
        exchange(new, current, aside)
    else:
        os.rename(new, current)


def _inode(path: Path) -> int | None:
    try:
        return os.lstat(path).st_ino
    except FileNotFoundError:
        return None


def _read_plan(path: Path) -> _Plan | None:
    """A plan's path -> the plan; None when there is nothing to finish, or nothing that a build could have written."""
    try:
        with open_plain_file(path) as file:
            match json.loads(file.read(_LONGEST_PLAN)):
                case {"run": str(run), "folder": int(folder), "trees": dict(trees)}:
                    return _Plan(run, folder, trees)
    except (OSError, ValueError, RecursionError):
        pass
    return None


def _remove(path: Path) -> None:
    """What a build left, or someone put there -> gone; never what a link leads to."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def exchange(new: Path, current: Path, aside: Path) -> None:
    """Swap `new` with `current`; where the system can't, move `current` to `aside` and `new` into its place.

    The second way leaves a moment without `current`: a build killed in it is finished by the next run.
    """
    if not _exchanged(new, current):
        os.rename(current, aside)
        os.rename(new, current)


def _exchanged(new: Path, current: Path) -> bool:
    """Linux's renameat2(RENAME_EXCHANGE) -> whether it did; Python has no name for this call."""
    if not sys.platform.startswith("linux"):
        return False
    renameat2 = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if renameat2 is None:
        return False
    renameat2.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint)
    # Any failure means "not this way" (a network or overlay file system): the plain renames tell what is really wrong.
    return bool(renameat2(_AT_FDCWD, os.fsencode(new), _AT_FDCWD, os.fsencode(current), _RENAME_EXCHANGE) == 0)


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
