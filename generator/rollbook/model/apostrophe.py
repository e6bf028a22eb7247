"""Texts of data files as readers see them: between two letters the typewriter's apostrophe -> the printed one.

Names in formulas and the choices that they are compared with are changed alike, letter for letter, so both still agree
and every column stays where it is.
"""

from __future__ import annotations

import re

from rollbook.model.yaml_tree import Data

_APOSTROPHE = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_])")


def with_apostrophes(text: str) -> str:
    """A text -> the same with printed apostrophes."""
    return _APOSTROPHE.sub("’", text)


def data_with_apostrophes(data: Data) -> Data:
    """What the engine reads of a document -> the same, in its keys and texts."""
    match data:
        case str():
            return with_apostrophes(data)
        case list():
            return [data_with_apostrophes(item) for item in data]
        case dict():
            return {with_apostrophes(key): data_with_apostrophes(value) for key, value in data.items()}
        case None:
            return None
