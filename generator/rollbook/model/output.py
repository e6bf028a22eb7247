"""What the render step hands to the write step."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class OutputFile:
    """A file of the build: its path below the output folder, with forward slashes, and its bytes."""

    path: str
    content: bytes = field(repr=False)
