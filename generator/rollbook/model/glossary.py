"""A book's own words as its data files have them: what each means, and how the text may spell it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rollbook.model.source import Place
from rollbook.model.yaml_tree import Scalar

# Where the text means the term: in capitals and lowercase letters alike, only as it is written, or nowhere.
MATCHES = ("any case", "as written", "nowhere")

# `Armor Class (AC)`: a word, and in parentheses what it is called for short.
_SHORT = re.compile(r"(?P<name>[^()]*[^()\s])\s*\((?P<short>[^()]+)\)")


@dataclass(frozen=True, slots=True)
class Definition:
    """One entry of a glossary. `title` is what readers see: `Armor Class (AC)`."""

    title: str
    meaning: Scalar = field(compare=False)  # Markdown as written; the place alone tells entries apart
    place: Place
    also: tuple[str, ...] = ()  # other words for the same, which the list doesn't show
    match: str = MATCHES[0]

    @property
    def name(self) -> str:
        """The title without what stands in parentheses."""
        short = _SHORT.fullmatch(self.title)
        return short["name"] if short else self.title

    @property
    def spellings(self) -> tuple[str, ...]:
        """Every way to write the term, the title's first."""
        short = _SHORT.fullmatch(self.title)
        own = (short["name"], *(text.strip() for text in short["short"].split(","))) if short else (self.title,)
        return tuple(dict.fromkeys((*own, *self.also)))
