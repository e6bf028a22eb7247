"""A shelf, its last build and its cache on a disk of their own, to be made anew for every fault."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from rollbook.cache import Cache, open_cache
from rollbook.cache.program import program
from rollbook.progress import Silent
from rollbook.toolkit import Workshop, open_toolkit, write_packaged
from rollbook.toolkit.make import make_toolkit

from tests.build_and_fail import Attempt
from tests.make_toolkit import whole_toolkit
from tests.shelves import CASES, ROOT

NOBODY = 65534
# Bytes of the disk while nothing is wrong with it.
ROOM = 400 << 20
Tree = dict[str, bytes]


@dataclass(frozen=True, slots=True)
class Relay:
    """A cache that has what another one has as soon as it was asked for."""

    source: Cache
    goal: Cache

    def holds(self, key: str) -> bool:
        return self.get(key) is not None

    def get(self, key: str) -> bytes | None:
        found = self.source.get(key)
        if found is not None:
            self.goal.put(key, found)
        return found

    def put(self, key: str, content: bytes) -> None:
        self.source.put(key, content)
        self.goal.put(key, content)


@dataclass(slots=True)
class World:
    """A folder that everybody may enter: `disk` is what goes wrong, `kept` what it is made from each time."""

    folder: Path
    disk: Path
    runner: subprocess.Popen[str]
    mounted: bool
    events: int = 0
    seconds: float = 0.0
    good: list[Tree] = field(default_factory=list)  # the former build, the new one, the new one without Node
    _costly: frozenset[str] = frozenset()

    @property
    def kept(self) -> Path:
        return self.folder / "kept"

    @property
    def shelf(self) -> Path:
        return self.disk / "shelf"

    @property
    def chapter(self) -> Path:
        return self.shelf / "content" / "inn" / "01-taproom.md"

    @property
    def out(self) -> Path:
        return self.disk / "out"

    @property
    def cache(self) -> Path:
        return self.disk / "cache"

    def order(self) -> Attempt:
        """-> a build with which nothing goes wrong."""
        environment = {"ROLLBOOK_CACHE": str(self.cache), "PATH": os.environ["PATH"], "HOME": str(self.disk)}
        arguments = ["build", "--no-pdf", "--out", str(self.out)]
        return Attempt(str(self.shelf), arguments, str(self.folder / "said.txt"), environment)

    def run(self, attempt: Attempt) -> tuple[int, str]:
        """An attempt -> its exit code, or minus its signal, and what it said."""
        assert self.runner.stdin is not None
        assert self.runner.stdout is not None
        Path(attempt.said).unlink(missing_ok=True)
        self.runner.stdin.write(json.dumps(asdict(attempt)) + "\n")
        self.runner.stdin.flush()
        code, self.events = json.loads(self.runner.stdout.readline())
        return code, Path(attempt.said).read_text("utf-8", "replace")

    def reset(self) -> None:
        """-> the shelf as it was edited, its former build and the cache of then."""
        self.heal()
        for path in self.disk.iterdir():
            remove(path)
        for path in self.kept.iterdir():
            copy(path, self.disk / path.name)

    def heal(self) -> None:
        """-> the disk as large as before, to be written to, and everything in it open to whoever owns it."""
        if self.mounted:
            subprocess.run(["mount", "-o", f"remount,rw,size={ROOM}", str(self.disk)], check=True)
        for path in (self.out, self.cache, self.shelf):
            if path.exists():
                subprocess.run(["chmod", "-R", "u+rwX", str(path)], check=True)

    def give_to(self, user: int) -> None:
        subprocess.run(["chown", "-R", f"{user}:{user}", str(self.disk)], check=True)

    def used(self) -> int:
        status = os.statvfs(self.disk)
        return (status.f_blocks - status.f_bfree) * status.f_frsize

    def site(self, out: Path | None = None) -> Tree:
        return tree((out or self.out) / "site")

    def toolkit_entry(self) -> Path:
        return self.cache / hashlib.sha256(f"toolkit {program()}".encode()).hexdigest()

    def costly(self) -> frozenset[Path]:
        """-> the drawers of the toolkit."""
        return frozenset(self.cache / name for name in self._costly)

    def install(self) -> Path:
        """-> a folder with the toolkit, as an installed Rollbook has it."""
        installed = self.folder / "installed"
        shutil.rmtree(installed, ignore_errors=True)
        write_packaged(whole_toolkit(), installed)
        return installed

    def prepare(self) -> None:
        """An empty world -> what is kept, and what a build may give."""
        kept = self.kept
        copy(CASES / "journeys", kept / "shelf")
        (kept / "cache").mkdir(mode=0o700)
        ours = open_cache(Path(os.environ["ROLLBOOK_CACHE"]))
        relay = Relay(ours, open_cache(kept / "cache"))
        make_toolkit(Workshop(relay, Silent()))  # type: ignore[arg-type]
        self._costly = frozenset(path.name for path in (kept / "cache").iterdir())
        open_toolkit(relay, Silent())  # type: ignore[arg-type]
        self.reset()
        self._clean(self.order())
        copy(self.out, kept / "out")
        shutil.rmtree(kept / "cache")
        copy(self.cache, kept / "cache")
        with (kept / "shelf" / "content" / "inn" / "01-taproom.md").open("a") as file:
            file.write("\nThe landlord has changed his mind: roll [three](roll:3d6).\n")
        self.reset()
        self.toolkit_entry().unlink()
        without = {**self.order().environment, "PATH": "/nowhere"}
        self._clean(replace(self.order(), environment=without))
        self.reset()
        start = time.monotonic()
        self._clean(self.order())
        self.seconds = time.monotonic() - start
        self.good = [self.good[0], self.good[2], self.good[1]]

    def _clean(self, attempt: Attempt) -> None:
        code, said = self.run(attempt)
        assert code == 0, said
        self.good.append(self.site())


def tree(folder: Path) -> Tree:
    """A folder -> a hash of each file in it."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).digest() for path in files}


def copy(source: Path, goal: Path) -> None:
    subprocess.run(["cp", "-a", str(source), str(goal)], check=True)


def remove(path: Path) -> None:
    subprocess.run(["rm", "-rf", str(path)], check=True)


@contextmanager
def open_world(folder: Path) -> Iterator[World]:
    """An empty folder that everybody may enter -> a world in it; on a disk of its own if that can be had."""
    for name in ("disk", "kept"):
        (folder / name).mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "none", str(folder / "disk")]
    mounted = os.geteuid() == 0 and subprocess.run(mount, capture_output=True, check=False).returncode == 0
    command = [sys.executable, "-m", "tests.build_and_fail"]
    surroundings = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "generator"), str(ROOT)))}
    try:
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=surroundings
        ) as runner:
            world = World(folder, folder / "disk", runner, mounted)
            world.prepare()
            yield world
            assert runner.stdin is not None
            runner.stdin.close()
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(folder / "disk")], check=True)
