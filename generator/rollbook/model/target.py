"""A spot on the shelf that a link can lead to, as links in chapters and lines of moved.yml name it."""

from __future__ import annotations

from dataclasses import dataclass

from rollbook.model.source import Place


@dataclass(frozen=True, slots=True)
class Target:
    """No anchor: the top of the page; no page: the book's cover."""

    book: str
    page: str = ""
    anchor: str = ""


def written_link(target: Target, file: str, book: str) -> str:
    """A target, the chapter file that it stands in, and a book -> the link that a chapter of that book would write."""
    kind, dash, name = target.anchor.partition("-")
    if dash and kind in ("calc", "rule", "table", "term"):
        return f"{kind}:{name}" if target.book == book else f"{kind}:{target.book}/{name}"
    path = file if target.book == book else f"../{target.book}/{file}".removesuffix("/")
    return f"{path}#{target.anchor}" if target.anchor else path or "../" + book


@dataclass(frozen=True, slots=True)
class WrittenMove:
    """One line of moved.yml: an old address as it stood in the browser, and a link as chapters write it."""

    old: str
    old_place: Place
    new: str
    new_place: Place
