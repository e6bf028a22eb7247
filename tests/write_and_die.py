"""Run by test_write.py: write a build into OUT again and again, each time killed (SIGKILL) one system event later.

Usage: python write_and_die.py OUT exchange|rename. Before each attempt it waits for a line on stdin; after each it
prints "killed" or "done". The events are Python's own audit events: every open, rename, mkdir and remove raises one.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import rollbook.write.swap
from rollbook.model.files import OutputFile
from rollbook.write import write

NEW_BUILD = (
    OutputFile("site/index.html", b"new home"),
    OutputFile("site/book/index.html", b"new cover"),
    OutputFile("pdf/book.pdf", b"new print"),
    OutputFile("site/look.css", b"the same look"),
)


def die_at(event_number: int) -> None:
    """From now on count the process's dealings with the disk; kill it at the given one."""
    seen = 0

    def count(event: str, _arguments: tuple[object, ...]) -> None:
        nonlocal seen
        if event == "open" or event.startswith(("os.", "shutil.", "ctypes.")):
            seen += 1
            if seen == event_number:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(count)


def main(out: Path, way: str) -> None:
    if way == "rename":
        rollbook.write.swap._exchanged = lambda new, current: False
    for event_number, _ in enumerate(sys.stdin, start=1):
        child = os.fork()
        if child == 0:
            die_at(event_number)
            write(NEW_BUILD, out)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        print("killed" if os.WIFSIGNALED(status) else "done", flush=True)
        if not os.WIFSIGNALED(status):
            return


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
