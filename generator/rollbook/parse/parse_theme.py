"""The name of a theme -> the theme: its colours and faces from theme.yml, its style sheets as they are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from rollbook.model.settings import NO_COLOURS, Colours, Fonts
from rollbook.model.source import Source
from rollbook.model.theme import SHIPPED, STANDARD_FONTS, STANDARD_LOOK, Theme
from rollbook.parse.read_settings import Rules, read_settings
from rollbook.theme_files import theme_text


@dataclass(frozen=True, slots=True)
class ThemeSettings:
    """theme.yml; every key is optional."""

    colours: Colours = NO_COLOURS
    fonts: Fonts = STANDARD_FONTS


@cache
def shipped_theme(name: str) -> Theme:
    """The name of a theme, which may be empty -> one of those that come with Rollbook."""
    if name not in SHIPPED:
        return STANDARD_LOOK
    folder = f"themes/{name}"
    source = Source(f"{folder}/theme.yml", theme_text(f"{folder}/theme.yml"))
    values, problems = read_settings(source, ThemeSettings, Rules({}))
    assert not problems, problems
    settings = ThemeSettings(**values)
    screen, paper = (theme_text(f"{folder}/{medium}.css") for medium in ("screen", "print"))
    return Theme(name, settings.colours, settings.fonts, screen, paper)
