"""Addresses that readers may still have, after something was renamed: moved.yml as written."""

from __future__ import annotations

from dataclasses import dataclass

from rollbook.model.source import Place


@dataclass(frozen=True, slots=True)
class WrittenMove:
    """One line of moved.yml: an old address as it stood in the browser, and a link as chapters write it."""

    old: str
    old_place: Place
    new: str
    new_place: Place
