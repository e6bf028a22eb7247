"""Where the finished site will lie -> whole addresses of its pages, for whatever is read outside of it."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from rollbook.model.settings import ShelfSettings


@dataclass(frozen=True, slots=True)
class Published:
    """The site's address, with a slash at its end."""

    root: str

    def at(self, path: str) -> str:
        """A path below the site's root, perhaps with an anchor -> its whole address; a folder stands for its index."""
        page, mark, anchor = path.partition("#")
        folder, _, name = page.rpartition("/")
        page = (f"{folder}/" if folder else "") if name == "index.html" else page
        return self.root + quote(page) + mark + quote(anchor)

    @property
    def path(self) -> str:
        """The part of the address behind the host's name, quoted: / or /games/."""
        return urlsplit(self.root).path


def published(settings: ShelfSettings) -> Published | None:
    """The shelf's settings -> where it is published, if that is known."""
    if not settings.address:
        return None
    parts = urlsplit(settings.address)
    return Published(f"{parts.scheme}://{parts.netloc}{quote(parts.path.rstrip('/'), safe='/%')}/")
