"""What a line of words is made of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from rollbook.model.quick_dataclass import dataclass
from rollbook.model.source import Place, Spelling
from rollbook.model.spot import Target


@dataclass(frozen=True, slots=True)
class Text:
    """Plain words."""

    text: str


@dataclass(frozen=True, slots=True)
class LineBreak:
    """A new line: one that the author forced, or just the end of a line in the file."""

    forced: bool


@dataclass(frozen=True, slots=True)
class CodeSpan:
    """Words between back quotes."""

    text: str


@dataclass(frozen=True, slots=True)
class Emphasis:
    """Words that stand out: `em`, `strong`, or struck out, `s`."""

    tag: str
    inlines: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """Words that lead elsewhere. Without a target the address leads out of the shelf."""

    address: str
    title: str
    inlines: tuple[Inline, ...]
    place: Place
    target: Target | None = None
    to_term: bool = False  # written as a link to a term of the glossary
    given: tuple[tuple[str, str], ...] = ()  # of a link to a calculator: inputs and what they should be there


@dataclass(frozen=True, slots=True)
class Attribute:
    """What is in the braces after a picture: a word alone, or one with a value and where that is written."""

    name: str
    value: str
    place: Place
    spelling: Spelling


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture and its alternative text; `asset` is its path in the book. Expand reads its attributes."""

    address: str
    title: str
    inlines: tuple[Inline, ...]
    place: Place
    asset: str = ""
    attributes: tuple[Attribute, ...] = ()
    width: int = 0  # of the text's, in percent; 0: as wide as it is saved
    decorative: bool = False  # it tells nothing that needs words


@dataclass(frozen=True, slots=True)
class RawTag:
    """HTML in a line, as its author wrote it; expand cleans it. `ids` are those that the author gave."""

    html: str
    spelling: Spelling
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckBox:
    """A box to tick at the beginning of an item."""

    ticked: bool


@dataclass(frozen=True, slots=True)
class FootnoteMark:
    """The number of a note; `first`: no mark before it on its page refers to the same note."""

    label: str
    place: Place
    number: int = 0
    first: bool = False


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice in a sentence. `text` is the author's; `names` are those that the book's vocabulary doesn't explain."""

    text: str
    expression: str
    names: tuple[str, ...]
    as_code: bool = False


@dataclass(frozen=True, slots=True)
class TermMark:
    """A word of the text that the book's glossary explains, and its entry there."""

    text: str
    target: Target


Inline = Text | LineBreak | CodeSpan | Emphasis | Link | Picture | RawTag | CheckBox | FootnoteMark | Roll | TermMark


@dataclass(frozen=True, slots=True)
class Line:
    """The words of one block: as written, the place of each letter, and as inlines."""

    written: str
    spelling: Spelling
    inlines: tuple[Inline, ...]

    @property
    def place(self) -> Place:
        """Where it begins."""
        return self.spelling.at(0)

    @property
    def only_words(self) -> bool:
        """Whether there is nothing but plain words in it, as in most cells and many paragraphs."""
        return len(self.inlines) == 1 and isinstance(self.inlines[0], Text)

    @property
    def plain(self) -> str:
        """Its words as a reader sees them."""
        if len(self.inlines) == 1 and isinstance(words := self.inlines[0], Text):
            return " ".join(words.text.split())
        return plain_text(self.inlines)


def plain_text(inlines: Iterable[Inline]) -> str:
    """Inlines -> the words that a reader sees; a line break is a space."""
    return " ".join("".join(map(_words, inlines)).split())


def _words(inline: Inline) -> str:
    match inline:
        case Text() | CodeSpan() | Roll() | TermMark():
            return inline.text
        case LineBreak():
            return " "
        case Emphasis() | Link():
            return "".join(map(_words, inline.inlines))
        case Picture():
            return plain_text(inline.inlines)
        case RawTag() | CheckBox() | FootnoteMark():
            return ""
    assert_never(inline)
