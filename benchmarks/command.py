"""`rollbook …` in a folder -> what it took; with nothing of former runs in the cache but the toolkit, or with all."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

ROLLBOOK = (sys.executable, "-m", "rollbook")
# Far beyond what any command takes: one that hangs must not take the rows behind it along.
PATIENCE = 1_200.0


@dataclass(frozen=True, slots=True)
class Took:
    """Seconds of processors, by all its processes together; seconds on the wall; the most memory of one, in bytes."""

    processor: float
    wall: float
    memory: int


@dataclass(frozen=True, slots=True)
class Desk:
    """A folder to work in, with a cache of its own. `toolkit` is a cache that has what is made once for all books."""

    folder: Path
    toolkit: Path

    @property
    def cache(self) -> Path:
        return self.folder / "cache" / "rollbook"

    @property
    def environment(self) -> dict[str, str]:
        # As for everybody: a Python that must not write its compiled files down would compile Rollbook at every start.
        others = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        return {**others, "ROLLBOOK_CACHE": str(self.cache)}

    def forget(self) -> None:
        """The cache from now on -> as if nothing but the toolkit had ever been made."""
        shutil.rmtree(self.cache, ignore_errors=True)
        self.cache.parent.mkdir(mode=0o700, exist_ok=True)
        shutil.copytree(self.toolkit, self.cache)

    def run(self, shelf: Path, *command: str) -> Took:
        """A shelf, a command in it -> what it took; it must succeed."""
        start = monotonic()
        process = subprocess.Popen(
            command, cwd=shelf, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        stop = threading.Timer(PATIENCE, process.kill)
        stop.start()
        _, status, usage = os.wait4(process.pid, 0)
        stop.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, command)
        return Took(usage.ru_utime + usage.ru_stime, monotonic() - start, usage.ru_maxrss * 1024)


def open_desk(folder: Path) -> Desk:
    """An empty folder -> a desk in it, its toolkit made."""
    desk = Desk(folder, folder / "toolkit")
    desk.cache.parent.mkdir(mode=0o700)
    desk.run(folder, *ROLLBOOK, "new", "small")
    desk.run(folder / "small", *ROLLBOOK, "build", "--no-pdf")
    shutil.copytree(desk.cache, desk.toolkit)
    return desk
