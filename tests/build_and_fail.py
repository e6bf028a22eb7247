"""Run by test_faults.py: `rollbook …` again and again, each time with a fault at one moment of it.

Each line on stdin is JSON of an Attempt, for which it forks; each line on stdout is [exit code or minus the signal, how
many dealings with the system there were]. These are Python's own audit events: every open, rename, mkdir, remove and
start of a program raises one, in each of the threads.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path

from rollbook import toolkit
from rollbook.command_line import main

_AT_FIRST = frozenset(sys.modules)
_COUNTED = ("open", "os.", "shutil.", "ctypes.", "subprocess.", "tempfile.")


@dataclass(frozen=True, slots=True)
class Attempt:
    """Where to run what, as which user; the fault: its kind, at which event or after how many seconds, and to what."""

    shelf: str
    arguments: list[str]
    said: str
    environment: dict[str, str] = field(default_factory=dict)
    user: int = 0
    kind: str = ""
    at: int = 0
    after: float = 0.0
    goal: str = ""
    size: int = 0
    installed: str = ""


def run(attempt: Attempt) -> list[int]:
    """An attempt -> how it ended."""
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(told)
        _be(attempt, tell)
    os.close(tell)
    if attempt.after:
        time.sleep(attempt.after)
        os.kill(child, {"interrupt": signal.SIGINT, "term": signal.SIGTERM}.get(attempt.kind, signal.SIGKILL))
    with os.fdopen(told) as answer:
        events, *modules = answer.read().split() or ["0"]
    _, status = os.waitpid(child, 0)
    # Another user may not be able to read Python itself: what a build wants of it is there from the next one on.
    for name in modules:
        with suppress(ImportError):
            import_module(name)
    return [os.waitstatus_to_exitcode(status), int(events)]


def _be(attempt: Attempt, tell: int) -> None:
    """In the child: all that was ordered, to its end."""
    os.chdir(attempt.shelf)
    os.environ.update(attempt.environment)
    out = os.open(attempt.said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
    os.dup2(out, 1)
    os.dup2(out, 2)
    if attempt.installed:
        toolkit.read_packaged = partial(toolkit.read_packaged, Path(attempt.installed))
    if attempt.user:
        os.setgroups([])
        os.setresgid(attempt.user, attempt.user, attempt.user)
        os.setresuid(attempt.user, attempt.user, attempt.user)
    moment = Moment(attempt)
    sys.addaudithook(moment)
    code = main(attempt.arguments)
    sys.stdout.flush()
    os.write(tell, " ".join([str(moment.seen), *sorted(set(sys.modules) - _AT_FIRST)]).encode())
    os._exit(code)


class Moment:
    """Counts events; from the one that was ordered on, the fault is tried until it is there."""

    def __init__(self, attempt: Attempt) -> None:
        self.attempt = attempt
        self.seen = 0
        self.waits = attempt.at > 0
        self.busy = False

    def __call__(self, event: str, _arguments: object) -> None:
        if self.busy or not event.startswith(_COUNTED):
            return
        self.seen += 1
        if self.waits and self.seen >= self.attempt.at:
            self.busy = True  # what the fault itself does is not counted
            self.waits = not _FAULTS[self.attempt.kind](self.attempt)
            self.busy = False


def _kill(attempt: Attempt) -> bool:
    os.kill(os.getpid(), signal.SIGKILL)
    return True


def _read_only(attempt: Attempt) -> bool:
    """A disk on which a file is open for writing can't be made so: at the next event then."""
    return subprocess.run(["mount", "-o", "remount,ro", attempt.goal], capture_output=True, check=False).returncode == 0


def _full(attempt: Attempt) -> bool:
    """The disk's own size, or a file of somebody else on it."""
    return subprocess.run(["mount", "-o", f"remount,size={attempt.size}", attempt.goal], check=False).returncode == 0


def _forbidden(attempt: Attempt) -> bool:
    """What isn't there yet can't be closed."""
    with suppress(OSError):
        os.chmod(attempt.goal, attempt.size)
        return True
    return False


def _memory(attempt: Attempt) -> bool:
    now = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + attempt.size, now + attempt.size))
    return True


def _descriptors(attempt: Attempt) -> bool:
    resource.setrlimit(resource.RLIMIT_NOFILE, (attempt.size, attempt.size))
    return True


_FAULTS = {
    "kill": _kill,
    "read-only": _read_only,
    "full": _full,
    "forbidden": _forbidden,
    "memory": _memory,
    "descriptors": _descriptors,
}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(run(Attempt(**json.loads(line)))), flush=True)
