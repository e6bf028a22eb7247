"""What data files hold apart from tables: readings of the source, words, stat blocks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field

from rollbook.engine.nodes import Value
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.source import Place
from rollbook.model.yaml_tree import Scalar

# Either the book decided, or it takes the source's words as they are though they could mean something else.
READINGS = ("ours", "literal")


@dataclass(frozen=True, slots=True)
class RuleName:
    """The id of a rule that a reading or a change is about."""

    id: str
    place: Place


@dataclass(frozen=True, slots=True)
class Reading:
    """One entry of a `readings:` document: how a book reads its source where that is silent, contradicts itself or can
    be read in two ways. Its texts are Markdown as written."""

    title: Scalar
    rules: tuple[RuleName, ...]
    reading: str  # one of READINGS
    source: Scalar  # the passage of the source
    why: Scalar
    other: Scalar
    place: Place


# Where the text means the term: in capitals and lowercase letters alike, only as it is written, or nowhere.
MATCHES = ("any case", "as written", "nowhere")

# `Armor Class (AC)`: a word, and in parentheses what it is called for short.
_SHORT = re.compile(r"(?P<name>[^()]*[^()\s])\s*\((?P<short>[^()]+)\)")


@dataclass(frozen=True, slots=True)
class Definition:
    """One entry of a glossary: a word of the book. `title` is what readers see: `Armor Class (AC)`."""

    title: str
    meaning: Scalar = field(compare=False)  # Markdown as written; the place alone tells entries apart
    place: Place
    also: tuple[str, ...] = ()  # other words for the same, which the list doesn't show
    match: str = MATCHES[0]

    @property
    def name(self) -> str:
        """The title without what is in parentheses."""
        short = _SHORT.fullmatch(self.title)
        return short["name"] if short else self.title

    @property
    def spellings(self) -> tuple[str, ...]:
        """Every way to write the term, the title's first."""
        short = _SHORT.fullmatch(self.title)
        own = (short["name"], *(text.strip() for text in short["short"].split(","))) if short else (self.title,)
        return tuple(dict.fromkeys((*own, *self.also)))


# A name as written, and what follows its colon.
Said = tuple[Scalar, Scalar]


@dataclass(frozen=True, slots=True)
class WrittenAction:
    """What a creature does: through a calculator of the book, with these inputs; those `asked` a reader may change."""

    name: Scalar
    calculator: Scalar
    given: tuple[Said, ...]
    asked: tuple[Scalar, ...]
    note: Scalar | None


@dataclass(frozen=True, slots=True)
class StatDocument:
    """`stat-block:` as written, a creature, vehicle or spirit. `copies` is how many of them there are at first."""

    id: str
    title: Scalar
    note: Scalar | None
    fields: tuple[Said, ...]
    derived: tuple[Said, ...]
    tracks: tuple[Said, ...]
    actions: tuple[WrittenAction, ...]
    copies: int
    text: Scalar | None
    place: Place


@dataclass(frozen=True, slots=True)
class StatTrack:
    """Hit points and the like: their maximum, or the dice that each copy throws for it."""

    name: str
    most: int
    dice: str = ""


@dataclass(frozen=True, slots=True)
class StatAction:
    """An action as it is played: the calculator's id, its inputs as a reader would give them, those to be changed."""

    name: str
    calculator: str
    inputs: Mapping[str, str]
    asked: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StatNumbers:
    """What a stat block comes to: its numbers by name, its tracks, and its actions in order.

    Of an action that could not be read, which has been reported, None is in its place.
    """

    values: Mapping[str, Value]
    tracks: tuple[StatTrack, ...]
    actions: tuple[StatAction | None, ...]
