"""What to work on, its files, and what comes of them: all that it takes to tell that nothing has changed."""

from __future__ import annotations

from pathlib import Path

from rollbook.load import load
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.files import OutputFile
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


@dataclass(frozen=True, slots=True)
class Made:
    """What came of a build: all that was found, how many books it has, its files, and the PDFs that failed."""

    diagnostics: tuple[Diagnostic, ...]
    books: int = 0
    outputs: tuple[OutputFile, ...] = ()
    left_out: tuple[str, ...] = ()
    unprintable: str = ""  # why this machine can't make PDFs, if it can't
    passing: bool = False  # it would come out better another time: a tool was missing, or a limit was met


def read(order: Order, progress: Progress) -> tuple[Sources, tuple[Diagnostic, ...]]:
    """Step 1: order -> the files of the whole shelf, and what could not be read."""
    with step(progress, "load", order.content.as_posix()):
        return load(order.content, order.data, order.theme)
