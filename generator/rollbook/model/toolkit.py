"""What is the same for every shelf, made once and only copied by a build."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Files = Mapping[str, bytes]  # contents by name


@dataclass(frozen=True, slots=True)
class Toolkit:
    """Four drawers of files. Without an engine a site can be read, but nothing on it can be rolled."""

    fonts: Files = field(repr=False)
    scripts: Files = field(repr=False)
    icons: Files = field(repr=False)
    engine: Files = field(repr=False)
    remark: str = ""  # what is not as good as it could be, for whoever builds
