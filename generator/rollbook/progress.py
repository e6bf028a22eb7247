"""What a build is doing -> a terminal's bars, a pipe's plain lines, or nothing; always beside the result, on stderr."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Protocol, TextIO

from rollbook.model.quick_dataclass import dataclass


class Progress(Protocol):
    """Told of every piece of work: a step of the flow, a PDF."""

    def begin(self, name: str, detail: str) -> None:
        """The piece of work of this name starts."""

    def end(self, name: str) -> None:
        """It is done."""


@contextmanager
def step(progress: Progress, name: str, detail: str) -> Iterator[None]:
    """One piece of work, from beginning to end."""
    progress.begin(name, detail)
    yield
    progress.end(name)


def warn(progress: Progress, name: str, remark: str) -> None:
    """What a remark is about, the remark -> shown, unless it is empty."""
    if remark:
        with step(progress, name, f"warning: {remark}"):
            pass


class Silent:
    """For a program that reads the result and wants nothing else."""

    def begin(self, name: str, detail: str) -> None:
        pass

    def end(self, name: str) -> None:
        pass


@dataclass(frozen=True, slots=True)
class Lines:
    """A line as each piece of work starts: for a log."""

    stream: TextIO

    def begin(self, name: str, detail: str) -> None:
        print(f"{name}: {detail}", file=self.stream, flush=True)

    def end(self, name: str) -> None:
        pass


def show_progress(stream: TextIO) -> AbstractContextManager[Progress]:
    """Where to show it -> bars on a terminal that can draw them, otherwise lines."""
    if stream.isatty() and os.environ.get("TERM") != "dumb":
        return _bars(stream)
    return nullcontext(Lines(stream))


@contextmanager
def _bars(stream: TextIO) -> Iterator[Progress]:
    # Here and not above: a pipe, and every command that builds nothing, starts faster without rich.
    from rich.console import Console
    from rich.progress import BarColumn, TaskID, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as RichProgress

    columns = (TextColumn("{task.description:<16}"), BarColumn(24), TextColumn("{task.fields[detail]}"))
    console = Console(file=stream)  # rich heeds NO_COLOR by itself
    with RichProgress(
        *columns, TimeElapsedColumn(), console=console, redirect_stdout=False, redirect_stderr=False
    ) as rich:
        tasks: dict[str, TaskID] = {}

        class Bars:
            def begin(self, name: str, detail: str) -> None:
                # Without a total the bar pulses: how long a step takes is known only when it is done.
                tasks[name] = rich.add_task(name, total=None, detail=detail)

            def end(self, name: str) -> None:
                rich.update(tasks[name], total=1, completed=1)

        yield Bars()
