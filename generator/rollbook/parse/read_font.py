"""The bytes of a font file -> what it says of itself, or why it cannot be used."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from fontTools.ttLib import TTFont  # type: ignore[import-untyped]
from fontTools.varLib.instancer import instantiateVariableFont  # type: ignore[import-untyped]

from rollbook.cache import stored
from rollbook.model.own_font import FontFile

# What it says of odd tables is nothing that an author could mend.
logging.getLogger("fontTools").addHandler(logging.NullHandler())

# Bits of OS/2.fsType: nobody may embed it; only pictures of its letters may be; never without the others.
_RESTRICTED, _PICTURES_ONLY, _WHOLE = 0x0002, 0x0200, 0x0100
_MAY_BE_EMBEDDED = 0x000C
_ITALIC = 0x0001
# Of a font that can have any weight, these are taken.
_REGULAR, _BOLD = 400, 700
# Ids of the name table.
_FAMILIES, _LICENCE, _LICENCE_ADDRESS, _COPYRIGHT = (16, 1), 13, 14, 0


@dataclass(frozen=True, slots=True)
class ReadFont:
    """A font file: its family, its faces (several if its weight can be chosen), and how it may be used."""

    family: str
    files: tuple[FontFile, ...]
    licence: str
    embeddable: bool


@stored
def read_font(content: bytes) -> ReadFont | None:
    """The bytes of a file -> the font; None where they are none that can be read."""
    try:
        font = TTFont(BytesIO(content), recalcTimestamp=False, recalcBBoxes=False)
        family = next((name for each in _FAMILIES if (name := _name(font, each))), "")
        if not family or not font.getBestCmap() or not ({"glyf", "CFF ", "CFF2"} & set(font.keys())):
            return None
        use = int(font["OS/2"].fsType)
        refused = bool(use & _RESTRICTED and not use & _MAY_BE_EMBEDDED) or bool(use & _PICTURES_ONLY)
        files = tuple(_faces(content, font, divisible=not use & _WHOLE))
        return ReadFont(family, files, _licence(font), not refused)
    # fontTools meets damage with errors of any kind, as far as an assertion.
    except Exception:
        return None


def _faces(content: bytes, font: Any, divisible: bool) -> list[FontFile]:
    axes = {axis.axisTag: axis for axis in font["fvar"].axes} if "fvar" in font else {}
    if not axes:
        return [_face(font, int(font["OS/2"].usWeightClass), divisible)]
    weight = axes.get("wght")
    chosen = [each for each in (_REGULAR, _BOLD) if weight and weight.minValue <= each <= weight.maxValue]
    faces = []
    for each in chosen or [int(font["OS/2"].usWeightClass)]:
        fixed = {tag: axis.defaultValue for tag, axis in axes.items()} | ({"wght": each} if weight and chosen else {})
        whole = TTFont(BytesIO(content), recalcTimestamp=False)
        faces.append(_face(instantiateVariableFont(whole, fixed), each, divisible))
    return faces


def _face(font: Any, weight: int, divisible: bool) -> FontFile:
    """A font with one weight -> its file, unpacked: what print reads fastest, and what the site's is cut from."""
    slanted = bool(font["OS/2"].fsSelection & _ITALIC)
    characters = frozenset(font.getBestCmap())
    font.flavor = None
    unpacked = BytesIO()
    font.save(unpacked)
    weight = min(max(weight, 1), 1000)
    return FontFile(weight, "italic" if slanted else "normal", characters, divisible, unpacked.getvalue())


def _licence(font: Any) -> str:
    told = (_name(font, _LICENCE), _name(font, _LICENCE_ADDRESS))
    licence = " ".join(dict.fromkeys(filter(None, told)))
    return " ".join(filter(None, (_name(font, _COPYRIGHT), licence))) if licence else ""


def _name(font: Any, number: int) -> str:
    found = font["name"].getDebugName(number)
    return " ".join(found.split()) if found else ""
