"""A book -> the drawing that is stamped into its cover."""

from __future__ import annotations

import zlib

from rollbook.model.book import Book

_DICE = ("d20", "d12", "d10", "d8", "d6", "d4")


def emblem(book: Book) -> str:
    """A book -> the drawing that is stamped into its cover, or nothing.

    The one that its settings name, or a die that stays the same as long as the book's id does.
    """
    chosen = book.settings.emblem or _DICE[zlib.crc32(book.id[::-1].encode()) % len(_DICE)]
    return "" if chosen == "none" else chosen
