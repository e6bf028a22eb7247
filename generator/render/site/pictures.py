"""A book's pictures -> where they lie on the site."""

from __future__ import annotations

from collections.abc import Mapping

from generator.book import Book
from generator.render.site.hashed import hashed_name


def picture_paths(book: Book) -> Mapping[str, str]:
    """A book -> the path below the site's root of each of its pictures, by its path in the book."""
    return {asset.path: hashed_name(f"{book.id}/media/{asset.path}", asset.content) for asset in book.assets}
