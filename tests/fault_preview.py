"""A fault while `rollbook serve` follows a change: what it shows is whole, and it spoils neither build nor cache."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from urllib.request import urlopen

from tests.fault_world import World, copy, remove

PATIENCE = 120.0
# Words of the chapter before the change, and those that the change adds.
FORMER, LATER = "changed his mind", "Nobody knows where he went."
_ADDRESS = re.compile(r"preview: (http\S+)")


def try_preview(world: World, chance: Random) -> None:
    """A world, chance -> its preview follows a change while something goes wrong, and is ended, in whichever way."""
    with _preview(world) as (process, address, said):
        assert FORMER in _page(address)
        with world.chapter.open("a") as file:
            file.write(f"\n{LATER}\n")
        time.sleep(chance.uniform(0, world.seconds))
        chance.choice(FAULTS)(world, chance)
        time.sleep(chance.uniform(0, world.seconds))
        assert process.poll() is None, said.read_text()
        page = _page(address)
        assert FORMER in page
        assert page.rstrip().endswith("</html>")
        if chance.random() < 0.5:  # and when the world is mended, so is the preview
            world.heal()
            copy(world.kept / "shelf" / "content" / "inn" / world.chapter.name, world.chapter.with_name("new"))
            world.chapter.with_name("new").rename(world.chapter)
            _until(lambda: LATER not in _page(address))
        how = chance.choice((signal.SIGKILL, signal.SIGINT, signal.SIGTERM))
        process.send_signal(how)
        code = process.wait()
        assert code == (0 if how is signal.SIGINT else -how), said.read_text()
        assert "Traceback" not in said.read_text(), said.read_text()
    world.heal()
    remove(world.shelf)
    copy(world.kept / "shelf", world.shelf)


@contextmanager
def _preview(world: World) -> Iterator[tuple[subprocess.Popen[bytes], str, Path]]:
    """A world -> its preview, running: the process, its address, and the file with what it says."""
    said = world.folder / "said.txt"
    command = [sys.executable, "-m", "rollbook", "serve", "--port", "0"]
    surroundings = {**os.environ, **world.order().environment}
    with (
        said.open("w") as out,
        subprocess.Popen(command, cwd=world.shelf, env=surroundings, stdout=out, stderr=out) as process,
    ):
        try:
            _until(lambda: _ADDRESS.search(said.read_text()) is not None)
            yield process, _ADDRESS.findall(said.read_text())[0], said
        finally:
            process.kill()


def _page(address: str) -> str:
    with urlopen(f"{address}inn/the-taproom.html", timeout=PATIENCE) as answer:
        return str(answer.read().decode())


def _until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def _nothing(world: World, chance: Random) -> None:
    """But the end that comes."""


def _full(world: World, chance: Random) -> None:
    size = world.used() + chance.randrange(1 << 20)
    subprocess.run(["mount", "-o", f"remount,size={size}", str(world.disk)], check=True)


def _read_only(world: World, chance: Random) -> None:
    # Refused while a file is being written; then nothing but the end comes.
    subprocess.run(["mount", "-o", "remount,ro", str(world.disk)], capture_output=True, check=False)


def _no_cache(world: World, chance: Random) -> None:
    """But the toolkit, which takes long to make."""
    for path in set(world.cache.iterdir()) - world.costly() - {world.toolkit_entry()}:
        remove(path)


def _half_a_chapter(world: World, chance: Random) -> None:
    text = world.chapter.read_bytes()
    world.chapter.write_bytes(text[: chance.randrange(len(text))] + b"\xff\xfe")


FAULTS = (_nothing, _full, _read_only, _no_cache, _half_a_chapter)
