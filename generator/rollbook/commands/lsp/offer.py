"""Something that an editor may put where the cursor stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Sort = Literal["directive", "file", "function", "key", "name", "reference", "term", "word"]


@dataclass(frozen=True, slots=True)
class Offer:
    """`text` takes the place of the line from column `start`, counted from 0, to the cursor; `detail` explains it."""

    text: str
    sort: Sort
    start: int
    detail: str = ""


def offers(sort: Sort, start: int, texts: Iterable[str | tuple[str, str]]) -> list[Offer]:
    """Texts, or texts with what explains each -> offers, each once."""
    told = dict((each, "") if isinstance(each, str) else each for each in texts)
    return [Offer(text, sort, start, detail) for text, detail in told.items()]
