"""Words -> letters on a picture, in the book's own faces, wrapped and reduced until they fit.

The faces come in one file for each script; a letter is set from the first that has it. What none has, such as an
emoji, is left out: an empty box tells nobody anything, and a font of this machine would differ from the next one's.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from itertools import groupby

from fontTools.ttLib import TTFont  # type: ignore[import-untyped]
from PIL import ImageDraw, ImageFont

from rollbook.model.quick_dataclass import dataclass
from rollbook.render.fonts import LATIN, font_file, scripts_of
from rollbook.theme_files import package_bytes

_ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Cut:
    """A cut of a family, by its package."""

    package: str
    weight: int
    style: str = "normal"


DISPLAY = Cut("alegreya-sc", 500)
TEXT = Cut("alegreya", 400, "italic")
INTERFACE = Cut("alegreya-sans", 400)


@dataclass(frozen=True, slots=True)
class Setting:
    """Words as they fit: their lines, and the size they are set in."""

    cut: Cut
    size: int
    lines: tuple[str, ...]
    leading: float

    @property
    def height(self) -> float:
        return len(self.lines) * self.size * self.leading

    def draw(self, draw: ImageDraw.ImageDraw, left: float, top: float, tone: int) -> None:
        """Letters from this corner down."""
        for number, line in enumerate(self.lines):
            baseline = top + self.size * (self.leading * number + 0.8)
            at = left
            for font, letters in _runs(line, self.cut, self.size):
                draw.text((at, baseline), letters, font=font, fill=tone, anchor="ls")
                at += font.getlength(letters)


def fitted(words: str, cut: Cut, sizes: Sequence[int], width: float, height: float, leading: float = 1.08) -> Setting:
    """Words, the sizes to try from the largest, the width and height there is room for -> as they fit.

    Words that are too many even in the smallest size end with an ellipsis.
    """
    words = " ".join(_settable(words, cut).split())
    for size in sizes:
        setting = Setting(cut, size, tuple(_wrapped(words, cut, size, width)), leading)
        if setting.height <= height and all(_length(line, cut, size) <= width for line in setting.lines):
            return setting
    smallest = sizes[-1]
    lines = tuple(_wrapped(" ".join(_broken(words, cut, smallest, width)), cut, smallest, width))
    most = int(height // (smallest * leading))
    if len(lines) > most:
        lines = (*lines[: most - 1], _shortened(lines[most - 1], cut, smallest, width))
    return Setting(cut, smallest, lines, leading)


def _wrapped(words: str, cut: Cut, size: int, width: float) -> Iterator[str]:
    line = ""
    for word in words.split():
        longer = f"{line} {word}" if line else word
        if line and _length(longer, cut, size) > width:
            yield line
            longer = word
        line = longer
    if line:
        yield line


def _broken(words: str, cut: Cut, size: int, width: float) -> Iterator[str]:
    """Words -> the same, those cut that are wider than a line."""
    for word in words.split():
        part = ""
        for letter in word:
            if part and _length(part + letter, cut, size) > width:
                yield part
                part = ""
            part += letter
        yield part


def _shortened(line: str, cut: Cut, size: int, width: float) -> str:
    while line and _length(line + _ELLIPSIS, cut, size) > width:
        line = line[:-1]
    return line.rstrip() + _ELLIPSIS


def _length(line: str, cut: Cut, size: int) -> float:
    return sum(font.getlength(letters) for font, letters in _runs(line, cut, size))


def _settable(words: str, cut: Cut) -> str:
    """Words -> the same without what the faces have no letter for."""
    composed = unicodedata.normalize("NFC", words)
    return "".join(letter if letter.isspace() or _script(letter, cut) else " " for letter in composed)


def _runs(line: str, cut: Cut, size: int) -> Iterator[tuple[ImageFont.FreeTypeFont, str]]:
    """A line -> stretches of letters that come from one file, with the font of each."""
    for script, letters in groupby(line, lambda letter: _script(letter, cut) or "latin"):
        yield _font(cut, script, size), "".join(letters)


@cache
def _script(letter: str, cut: Cut) -> str:
    """A letter -> the file of the cut that has it; empty where none has."""
    return next((script for script in _scripts(cut.package) if ord(letter) in _file(cut, script).letters), "")


@cache
def _scripts(package: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((LATIN, *scripts_of(package))))


@dataclass(frozen=True, slots=True)
class _File:
    """A font file: its bytes, and the letters that it really has; its package's list of ranges names more."""

    content: bytes
    letters: frozenset[int]


@cache
def _file(cut: Cut, script: str) -> _File:
    content = package_bytes(font_file(cut.package, script, cut.weight, cut.style))
    return _File(content, frozenset(TTFont(BytesIO(content), lazy=True).getBestCmap()))


@cache
def _font(cut: Cut, script: str, size: int) -> ImageFont.FreeTypeFont:
    # The basic layout: the other one depends on libraries of the machine, and with them the picture's bytes.
    return ImageFont.truetype(BytesIO(_file(cut, script).content), size, layout_engine=ImageFont.Layout.BASIC)
