"""Step 2, parse: Sources -> a WrittenShelf: chapters and tables as written; every piece knows file, line and column."""

from rollbook.parse.parse import parse

__all__ = ["parse"]
