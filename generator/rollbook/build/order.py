"""What to work on, and its files: all that is needed to tell whether anything has changed since the last time."""

from __future__ import annotations

from pathlib import Path

from rollbook.load import load
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.source import Sources
from rollbook.progress import Progress, step


@dataclass(frozen=True, slots=True)
class Order:
    """What to work on. No books: all of them."""

    content: Path
    data: Path
    books: tuple[str, ...]
    theme: Path | None = None  # the folder of the shelf's own theme, if it may have one

    @property
    def shelf(self) -> str:
        """-> what tells this shelf from others on this machine."""
        return str(self.content.absolute())


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a build is to make. `address` is where the site will be published, if not where shelf.yml says."""

    order: Order
    with_pdfs: bool
    strict: bool
    address: str = ""


def read(order: Order, progress: Progress) -> tuple[Sources, tuple[Diagnostic, ...]]:
    """Step 1: order -> the files of the whole shelf, and what could not be read."""
    with step(progress, "load", order.content.as_posix()):
        return load(order.content, order.data, order.theme)
