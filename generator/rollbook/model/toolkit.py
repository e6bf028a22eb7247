"""What is the same for every shelf, made once and only copied by a build."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field

from rollbook.model.quick_dataclass import dataclass

Files = Mapping[str, bytes]  # contents by name


class Drawer(Mapping[str, bytes]):
    """Files that are fetched when first looked at. The name identifies the content."""

    def __init__(self, name: str, fetch: Callable[[], Files]) -> None:
        self._name, self._fetch = name, fetch
        self._fetched: Files | None = None

    def __getitem__(self, name: str) -> bytes:
        return self._files()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._files())

    def __len__(self) -> int:
        return len(self._files())

    def __reduce__(self) -> tuple[type[Drawer], tuple[str]]:
        """So that cached results depend on its name alone."""
        return Drawer, (self._name,)

    def _files(self) -> Files:
        if self._fetched is None:
            self._fetched = self._fetch()
        return self._fetched


@dataclass(frozen=True, slots=True)
class Toolkit:
    """Four drawers of files. Without an engine a site can be read, but nothing on it can be rolled."""

    fonts: Files = field(repr=False)
    scripts: Files = field(repr=False)
    icons: Files = field(repr=False)
    engine: Files = field(repr=False)
    remark: str = ""  # what is not as good as it could be, for whoever builds


# Platforms cut a maskable icon to a circle of four fifths of its side, at the least.
_SAFE = 0.66


@dataclass(frozen=True, slots=True)
class Icon:
    """A picture of the icon: its name and side, what a manifest calls its use, how much of it the drawing takes."""

    name: str
    side: int
    purpose: str
    share: float


# The last is for Apple's home screens, which know no manifest icons.
ICONS = (
    *(Icon(f"icon-{side}.png", side, "any", 1.0) for side in (192, 512)),
    *(Icon(f"icon-maskable-{side}.png", side, "maskable", _SAFE) for side in (192, 512)),
    Icon("icon-touch.png", 180, "", 0.8),
)
