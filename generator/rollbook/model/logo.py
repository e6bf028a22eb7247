"""The sign of a shelf or a book: its pictures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rollbook.model.settings import LogoSettings
from rollbook.model.source import Asset, find_picture


@dataclass(frozen=True, slots=True)
class Logo:
    """A logo: for bright grounds and for dark ones, often the same; what it says, if it carries the name itself."""

    light: Asset
    dark: Asset
    words: str


def logo_of(settings: LogoSettings, pictures: Iterable[Asset]) -> Logo | None:
    """`logo` in book.yml or shelf.yml, the pictures there are -> the logo, if there is one."""
    named = {asset.path: asset for asset in pictures}
    light, dark = (find_picture(written, named) if written else "" for written in (settings.picture, settings.dark))
    return Logo(named[light], named[dark or light], settings.words) if light else None
