"""A finished build beside the former one -> in its place; a swap that was cut short -> finished."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

from generator.write.exchange import exchange
from generator.write.paths import TREES

NEW = ".rollbook-new"  # a build being written: worthless until it is whole
SWAP = ".rollbook-swap"  # a whole build on its way in, then the former one on its way out
_PLAN = "plan.json"


def swap_in(out: Path) -> None:
    """OUT/.rollbook-new, whole -> OUT/site and OUT/pdf."""
    new = out / NEW
    # A folder keeps its inode when it is renamed, so the plan can tell at any later moment which tree is already in.
    plan = {tree: os.lstat(new / tree).st_ino for tree in TREES if (new / tree).is_dir()}
    (new / _PLAN).write_text(json.dumps(plan), encoding="utf-8")
    os.rename(new, out / SWAP)
    finish(out)


def finish(out: Path) -> None:
    """Whatever moment a build was cut short at -> the last whole build in place, and nothing left over."""
    swap = out / SWAP
    plan = _read_plan(swap)
    if plan is not None:
        for tree in TREES:
            _put_in(out / tree, swap / tree, plan.get(tree))
    shutil.rmtree(out / NEW, ignore_errors=True)
    if swap.exists():
        shutil.rmtree(swap)


def _put_in(current: Path, new: Path, inode: int | None) -> None:
    """One tree's new and current folder -> the new one in place; doing it twice changes nothing."""
    aside = new.with_name(f"{new.name}-former")
    if not os.path.lexists(current):
        if inode is not None:
            os.rename(new, current)
    elif inode is None:
        os.rename(current, aside)
    elif os.lstat(current).st_ino != inode:
        exchange(new, current, aside)


def _read_plan(swap: Path) -> dict[str, int] | None:
    """The swap folder -> which inode each tree should have; None when there is nothing to finish."""
    try:
        plan = json.loads((swap / _PLAN).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return None
    return plan if isinstance(plan, dict) else None
