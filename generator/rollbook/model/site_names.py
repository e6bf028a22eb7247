"""What the site itself puts into its root, beside the folders of the books: names that no book can have."""

from __future__ import annotations

# Names that begin with an underscore, as hosts want theirs, need no place here: such a folder is no book.
SITE_NAMES = (
    "404.html",
    "atom.xml",
    "engine",
    "index.html",
    "manifest.webmanifest",
    "robots.txt",
    "service-worker.js",
    "sitemap.xml",
    "static",
)


def is_site_name(name: str) -> bool:
    """A folder's name -> whether the site needs it; capitals make no difference to some hosts."""
    return name.casefold() in SITE_NAMES
