"""A power cut in the middle of a build: what the image of a disk holds then is what the machine finds afterwards."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

from tests.fault_world import World, copy

_SIZE = 160 << 20


@contextmanager
def images(world: World) -> Iterator[Path]:
    """A world -> a folder with an image of its disk, `base`; in memory, since each cut copies it twice."""
    folder = world.folder / "images"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=600m", "none", str(folder)], check=True)
    try:
        with (folder / "base").open("wb") as file:
            file.truncate(_SIZE)
        subprocess.run(["mkfs.ext4", "-q", "-F", str(folder / "base")], check=True)
        with mounted(folder / "base", world.folder / "live") as disk:
            for path in world.kept.iterdir():
                copy(path, disk / path.name)
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@contextmanager
def after_power_cut(world: World, folder: Path, chance: Random) -> Iterator[tuple[World, int, str]]:
    """A world, the folder of its images, chance -> the disk after the cut, as a world; how the build ended."""
    _copied(folder / "base", folder / "now")
    live = World(world.folder, world.folder / "live", world.runner, mounted=False, good=world.good)
    with mounted(folder / "now", live.disk):
        code, said = live.run(replace(live.order(), kind="kill", at=chance.randint(1, world.events)))
        if chance.random() < 0.5:
            # Somebody else's file makes the file system write down its names, though not what is in the files.
            with (live.disk / "other").open("w") as other:
                os.fsync(other.fileno())
        _copied(folder / "now", folder / "cut")
    with mounted(folder / "cut", live.disk):
        yield live, code, said


@contextmanager
def mounted(image: Path, folder: Path) -> Iterator[Path]:
    folder.mkdir(exist_ok=True)
    subprocess.run(["mount", "-o", "loop", str(image), str(folder)], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def _copied(image: Path, goal: Path) -> None:
    goal.unlink(missing_ok=True)
    subprocess.run(["cp", "--sparse=always", str(image), str(goal)], check=True)


def can_mount() -> bool:
    """Whether there are disks to be cut off here."""
    return os.geteuid() == 0 and shutil.which("mkfs.ext4") is not None and Path("/dev/loop-control").exists()
