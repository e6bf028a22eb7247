"""What the render step hands to the write step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class PendingFile:
    """A file that is made when somebody wants it: a preview shows a few pages of hundreds."""

    path: str
    make: Callable[[], bytes] = field(repr=False)


@dataclass(frozen=True, slots=True)
class OutputFile:
    """A file of the build: its path below the output folder, with forward slashes, and its bytes.

    `stand_in` is the path of another that a reader keeps for the time without a connection, in the place of this one.
    """

    path: str
    content: bytes = field(repr=False)
    stand_in: str = ""
