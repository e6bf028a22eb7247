"""Pictures as written -> those in a paragraph of their own as figures, and what the braces behind each one say.

`![A bridge](bridge.jpg "The bridge at dawn"){right width=40% credit="A. Painter"}`: the title is the caption, the words
in the braces say how it lies. Among other words a picture stays where it is, and may only have a width.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from rollbook.markdown import read_line
from rollbook.model.diagnostic import Diagnostic, closest
from rollbook.model.document.blocks import PICTURE_WIDTHS, PLACINGS, Block, Figure, Paragraph
from rollbook.model.document.inlines import Attribute, Inline, Line, LineBreak, Picture, Text, plain_text
from rollbook.model.document.walk import change_blocks, change_inlines, inlines_in, inlines_of, with_lines
from rollbook.model.source import verbatim

_WITH_VALUES: Mapping[str, str] = {"width": "width=40%", "credit": 'credit="A. Painter"'}
_KNOWN = (*PLACINGS, "decorative", *_WITH_VALUES)
# What others call the same.
_MIDDLE = "leave it out: pictures are centred anyway"
_ALSO = {
    **dict.fromkeys(("center", "centre", "middle"), _MIDDLE),
    **dict.fromkeys(("float", "align", "class"), "write just left or right"),
    **dict.fromkeys(("wide", "full-width"), "write full"),
    "full-page": "write page",
    "alt": "put these words in the square brackets",
    **dict.fromkeys(("caption", "title"), 'put it after the address: ![A bridge](bridge.jpg "The bridge at dawn")'),
}
_SHARE = re.compile(r"(\d{1,3})%")


def place_pictures(blocks: tuple[Block, ...], language: str) -> tuple[tuple[Block, ...], list[Diagnostic]]:
    """A chapter's blocks, its language -> the same with figures, and what is wrong in the braces behind pictures."""
    found: list[Diagnostic] = []
    if next(inlines_of(Picture, blocks), None) is None:  # as in most chapters
        return blocks, found

    def placed(block: Block) -> Iterable[Block]:
        if isinstance(block, Paragraph) and not block.tight and (alone := _alone(block.line)):
            return [_figure(picture, block.line, language, found) for picture in alone]
        return (with_lines(block, in_words),)

    def in_words(line: Line) -> Line:
        if line.only_words or not any(isinstance(inline, Picture) for inline in inlines_in(line.inlines)):
            return line
        return replace(line, inlines=change_inlines(line.inlines, lambda inline: (_among_words(inline, found),)))

    return change_blocks(blocks, placed), found


def _alone(line: Line) -> list[Picture]:
    """A line -> its pictures, if it has nothing else."""
    others = (each for each in line.inlines if not isinstance(each, Picture | LineBreak))
    if any(not isinstance(each, Text) or each.text.strip() for each in others):
        return []
    return [each for each in line.inlines if isinstance(each, Picture)]


def _figure(picture: Picture, line: Line, language: str, found: list[Diagnostic]) -> Figure:
    given = _read(picture, found)
    placings = [attribute for name, attribute in given.items() if name in PLACINGS]
    for more in placings[1:]:
        message = f"{more.name!r} and {placings[0].name!r} don't go together: a picture has one position"
        found.append(Diagnostic("bad-attribute", message, more.place, "remove one of them"))
    placing = placings[0].name if placings else ""
    if "width" in given and placing in ("full", "page", "bleed", "opener"):
        message = f"a picture with {placing!r} can't have another width"
        found.append(Diagnostic("bad-attribute", message, given["width"].place, "remove one of them"))
    credit = given.get("credit")
    return Figure(
        replace(line, inlines=(_plain(picture, given, found),)),
        _caption(picture, line, language),
        read_line(credit.value, credit.spelling, language) if credit else None,
        placing,
    )


def _caption(picture: Picture, line: Line, language: str) -> Line | None:
    """The title of a picture -> its words, placed where they stand; a title with escapes in it where the picture is."""
    if not picture.title:
        return None
    at = line.written.find(picture.title)
    spelling = line.spelling.part(at, at + len(picture.title)) if at >= 0 else verbatim(picture.place)
    return read_line(picture.title, spelling, language)


def _among_words(inline: Inline, found: list[Diagnostic]) -> Inline:
    """A picture among words -> the same with its width; it cannot are beside them, nor carry words below it."""
    if not isinstance(inline, Picture) or not inline.attributes:
        return inline
    given = _read(inline, found)
    for name in (name for name in given if name in (*PLACINGS, "credit")):
        message = f"{name!r} is for a picture in a paragraph of its own"
        found.append(Diagnostic("bad-attribute", message, given[name].place, "put empty lines around the picture"))
    return _plain(inline, given, found)


def _plain(picture: Picture, given: Mapping[str, Attribute], found: list[Diagnostic]) -> Picture:
    """A picture and what its braces say -> it with that read."""
    decorative = "decorative" in given
    if decorative and plain_text(picture.inlines):
        message = "this picture has a description, so it is not decorative"
        hint = "remove 'decorative', or the words in the square brackets"
        found.append(Diagnostic("bad-attribute", message, given["decorative"].place, hint))
        decorative = False
    width = int(given["width"].value.removesuffix("%")) if "width" in given else 0
    return replace(picture, attributes=(), width=width, decorative=decorative)


def _read(picture: Picture, found: list[Diagnostic]) -> dict[str, Attribute]:
    """A picture -> what its braces say that can be read, by name; each name once."""
    given: dict[str, Attribute] = {}
    for attribute in picture.attributes:
        problems = list(_wrong(attribute))
        if attribute.name in given:
            problems = [(f"{attribute.name!r} appears twice", "remove one of them")]
        found += (Diagnostic("bad-attribute", message, attribute.place, hint) for message, hint in problems)
        if not problems:
            given[attribute.name] = attribute
    return given


def _wrong(attribute: Attribute) -> Iterator[tuple[str, str]]:
    """A word in the braces -> what is wrong with it, and a way out."""
    name, value = attribute.name, attribute.value
    if name not in _KNOWN:
        hint = _ALSO.get(name) or closest(name, _KNOWN) or f"choose from {', '.join(_KNOWN)}"
        yield f"pictures have no attribute {name!r}", hint
    elif (name in _WITH_VALUES) is not bool(value):
        way_out = f"write {_WITH_VALUES[name]}" if name in _WITH_VALUES else f"write just {name}"
        yield f"{name!r} needs a value" if name in _WITH_VALUES else f"{name!r} takes no value", way_out
    elif name == "width" and not ((share := _SHARE.fullmatch(value)) and int(share[1]) in PICTURE_WIDTHS):
        near = f"write a percentage of the text's width in steps of 5, such as width={_nearest(value)}%"
        yield f"{value!r} is not a valid width", near


def _nearest(value: str) -> int:
    share = _SHARE.fullmatch(value)
    return min(PICTURE_WIDTHS, key=lambda width: abs(width - int(share[1]))) if share else 40
