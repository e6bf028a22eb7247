"""The fonts that a shelf brings along: what their files say of themselves."""

from __future__ import annotations

from dataclasses import dataclass, field

from rollbook.model.source import Place


@dataclass(frozen=True, slots=True)
class FontFile:
    """One of them, unpacked: its weight and style, and the characters that it has.

    `divisible`: its maker allows to publish some of its characters without the others.
    """

    weight: int
    style: str  # normal or italic
    characters: frozenset[int] = field(repr=False)
    divisible: bool
    content: bytes = field(repr=False)

    @property
    def cut(self) -> str:
        """What tells it from the others of its family, as the end of a file's name."""
        return f"{self.weight}-{self.style}"


@dataclass(frozen=True, slots=True)
class OwnFamily:
    """A family of them: its name, its files, how they may be used, and the setting that names it."""

    name: str
    files: tuple[FontFile, ...]
    licence: str
    place: Place

    @property
    def first(self) -> FontFile:
        """The one that most of a text is set in."""
        return min(self.files, key=lambda file: (file.style != "normal", abs(file.weight - 400)))


@dataclass(frozen=True, slots=True)
class OwnFonts:
    """What parts of a page are set in; None: the theme's face."""

    text: OwnFamily | None = None
    headings: OwnFamily | None = None
    tables: OwnFamily | None = None

    @property
    def families(self) -> tuple[OwnFamily, ...]:
        """Each once."""
        uses = (self.text, self.headings, self.tables)
        return tuple({family.name: family for family in uses if family}.values())


NO_OWN_FONTS = OwnFonts()
