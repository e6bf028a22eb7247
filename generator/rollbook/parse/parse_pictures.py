"""A book's pictures as they were saved -> the pictures that can be published, and what is wrong with the others."""

from __future__ import annotations

from dataclasses import replace

from rollbook.cache import stored
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.source import Asset, Place
from rollbook.parse.read_painting import FORMATS, MAX_PIXELS, is_whole, read_painting
from rollbook.parse.svg import clean_svg


def parse_pictures(pictures: tuple[Asset, ...], folder: str) -> tuple[tuple[Asset, ...], tuple[Diagnostic, ...]]:
    """A book's pictures, its folder -> drawings cleaned, paintings as they are.

    One that cannot be used stays, so that whoever names it is not told that it is missing; its problem is an error.
    """
    usable = []
    found: list[Diagnostic] = []
    for picture in pictures:
        path = f"{folder}/{picture.path}"
        if picture.path.lower().endswith(".svg"):
            content, problems = _cleaned(picture.content, path)
            usable.append(replace(picture, content=content))
            found += problems
        else:
            usable.append(picture)
            found += _look_at(picture.content, path)
    return tuple(usable), tuple(found)


@stored
def _cleaned(content: bytes, path: str) -> tuple[bytes, tuple[Diagnostic, ...]]:
    drawing, problems = clean_svg(content, path)
    return drawing, tuple(problems)


def _look_at(content: bytes, path: str) -> list[Diagnostic]:
    """A painted picture -> what is wrong with it."""
    painting = read_painting(content)
    if not painting.is_readable:
        message = f"the picture is damaged, or not one of {', '.join(FORMATS)} and SVG"
        return [Diagnostic("bad-picture", message, Place(path), "save it again from the program that made it")]
    if painting.is_too_large:
        message = f"the picture has more than {MAX_PIXELS:,} pixels"
        return [Diagnostic("picture-limit", message, Place(path), "make it smaller: nobody can see that many")]
    if not is_whole(content):
        message = "the picture is cut short or damaged: some of it can't be read"
        return [Diagnostic("bad-picture", message, Place(path), "copy or save it again, and check that it opens")]
    return []
