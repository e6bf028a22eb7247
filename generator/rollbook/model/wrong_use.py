"""The program was asked for something that it can't do: a missing folder, an unknown book, a foreign output folder."""

from __future__ import annotations


class WrongUse(Exception):  # noqa: N818 - the caller's mistake, not the program's error
    """Its text is the whole message; the command line prints it and ends with exit code 2."""
