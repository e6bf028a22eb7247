"""`rollbook …` in a folder -> what it took; with nothing of former runs in the cache but the toolkit, or with all."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

ROLLBOOK = (sys.executable, "-m", "rollbook")
# Far beyond what any command takes: one that hangs must not take the rows behind it along.
PATIENCE = 1_200.0
# How often the memory of a command's processes is looked at: seldom enough not to be felt.
_PAUSE = 0.5
_SHARE = re.compile(r"^Pss:\s+(\d+) kB", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Took:
    """Seconds of processors, by all its processes together; seconds on the wall; the most memory, in bytes.

    Memory, too, is that of all its processes together, what they share counted once: as it was whenever someone looked,
    and at least what the largest of them had at any time."""

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
        with _watched(process.pid) as seen:
            _, status, usage = os.wait4(process.pid, 0)
        stop.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, command)
        memory = max(*seen, usage.ru_maxrss * 1024)
        return Took(usage.ru_utime + usage.ru_stime, monotonic() - start, memory)


@contextmanager
def _watched(process: int) -> Iterator[list[int]]:
    """A process -> what it and all that it started have in memory together, in bytes, again and again meanwhile."""
    seen, ended = [0], threading.Event()

    def look() -> None:
        while not ended.wait(_PAUSE):
            seen.append(sum(map(_memory, _family(process))))

    watching = threading.Thread(target=look)
    watching.start()
    try:
        yield seen
    finally:
        ended.set()
        watching.join()


def _family(process: int) -> list[int]:
    """A process -> it and all that it started."""
    family = [process]
    for each in family:
        with suppress(OSError):  # it has ended
            for path in Path(f"/proc/{each}/task").glob("*/children"):
                family += map(int, path.read_text(encoding="ascii").split())
    return family


def _memory(process: int) -> int:
    """A process -> its part of the memory, in bytes; 0 if it has ended, or where the system doesn't tell."""
    try:
        share = _SHARE.search(Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii"))
    except OSError:
        return 0
    return int(share[1]) * 1024 if share else 0


def open_desk(folder: Path) -> Desk:
    """An empty folder -> a desk in it, its toolkit made."""
    desk = Desk(folder, folder / "toolkit")
    desk.cache.parent.mkdir(mode=0o700)
    desk.run(folder, *ROLLBOOK, "new", "small")
    desk.run(folder / "small", *ROLLBOOK, "build", "--no-pdf")
    shutil.copytree(desk.cache, desk.toolkit)
    return desk
