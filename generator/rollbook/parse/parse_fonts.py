"""`fonts` in book.yml or shelf.yml -> the families that they name, read from the files of the shelf.

A setting names one file; the others of its family are those beside it that say so themselves.
"""

from __future__ import annotations

import logging
from dataclasses import fields, replace
from io import BytesIO
from typing import Any

from rollbook.cache import stored
from rollbook.model.diagnostic import Diagnostic, closest
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.settings import Fonts, FontSettings, filled_fonts
from rollbook.model.source import Asset, Place, Source, find_picture
from rollbook.model.theme import FAMILY_NAMES, FontFile, OwnFamily, OwnFonts, Theme
from rollbook.model.yaml_tree import Mapping, Scalar
from rollbook.parse.read_yaml import read_yaml

_ENDINGS = (".otf", ".ttf", ".woff", ".woff2")
_USES = tuple(field.name for field in fields(Fonts))
_HINT = (
    "put the file in the book's folder, or in content/_media to share it between books, and write its path from there"
)


def dressed(
    theme: Theme, settings: FontSettings, source: Source | None, files: tuple[Asset, ...], name: str
) -> tuple[Theme, tuple[Diagnostic, ...]]:
    """A theme, `fonts` and the file that has it, the font files there are, a name -> the theme in these faces.

    It gets the name, since it looks like no other theme any more.
    """
    chosen = {use: getattr(settings, use) for use in _USES if getattr(settings, use)}
    shipped = Fonts(**{use: value for use, value in chosen.items() if value in FAMILY_NAMES})
    own, found = _own(chosen, settings.licence, source, files)
    if not chosen:
        return theme, tuple(found)
    kept = {use: getattr(theme.own_fonts, use) for use in _USES if use not in chosen}
    faces = OwnFonts(**(kept | own))
    return replace(theme, name=name, fonts=filled_fonts(shipped, theme.fonts), own_fonts=faces), tuple(found)


def _own(
    chosen: dict[str, str], licence: str, source: Source | None, files: tuple[Asset, ...]
) -> tuple[dict[str, OwnFamily], list[Diagnostic]]:
    """What is to be set in what -> the families of the shelf's own, and what is wrong with them, each told once."""
    families: dict[str, OwnFamily] = {}
    told: dict[str, OwnFamily | None] = {}
    found: list[Diagnostic] = []
    for use, written in chosen.items():
        if written in FAMILY_NAMES:
            continue
        if written not in told:
            told[written], problems = _family(written, _place(source, use), files, licence)
            found += problems
        if family := told[written]:
            families[use] = family
    return families, found


def _family(
    written: str, place: Place, files: tuple[Asset, ...], licence: str
) -> tuple[OwnFamily | None, list[Diagnostic]]:
    """The path of a font file -> its family, and what is wrong with it."""
    paths = {file.path: file for file in files}
    path = find_picture(written, paths)
    if not path:
        hint = closest(written, (*paths, *FAMILY_NAMES)) or _HINT
        what = "file" if written.lower().endswith(_ENDINGS) else "font"
        return None, [Diagnostic("missing-font", f"there is no {what} {written!r}", place, hint)]
    font = read_font(paths[path].content)
    if font is None:
        message = f"{written!r} is damaged, or not a TTF, OTF, WOFF or WOFF2 font"
        return None, [Diagnostic("bad-font", message, place, "download it again")]
    if not font.embeddable:
        message = f"the maker of {font.family!r} forbids embedding it in files for others, so it is not used"
        return None, [
            Diagnostic(
                "restricted-font", message, place, "choose another font, or ask its maker for a licence that allows it"
            )
        ]
    licence = licence or font.licence
    problems = []
    if not licence:
        message = f"nothing says how {font.family!r} may be used: its files don't name a licence"
        hint = "write it below `fonts`: `licence: SIL Open Font License 1.1`, or whatever applies"
        problems = [Diagnostic("unlicensed-font", message, place, hint)]
    return OwnFamily(font.family, _faces(path, font, files), licence, place), problems


def _faces(path: str, font: ReadFont, files: tuple[Asset, ...]) -> tuple[FontFile, ...]:
    """The path of a font file, the font -> its family's faces in the same folder, one for each weight and style."""
    folder = path.rpartition("/")[0]
    faces = {file.cut: file for file in font.files}
    for each in files:
        beside = read_font(each.content) if each.path.rpartition("/")[0] == folder else None
        if beside and beside.family == font.family and beside.embeddable:
            faces = {file.cut: file for file in beside.files} | faces
    return tuple(faces[cut] for cut in sorted(faces))


def _place(source: Source | None, use: str) -> Place:
    """The file of settings, what the font is for -> where it is named."""
    if source is None:
        return Place("")
    for document in read_yaml(source)[0]:
        node = document.get("fonts") if isinstance(document, Mapping) else None
        value = node.get(use) if isinstance(node, Mapping) else node
        if isinstance(value, Scalar):
            return value.place
    return Place(source.path)


# What it says of odd tables is nothing that an author could fix.
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
    # Here and not above: it takes long to load, and few shelves have fonts of their own.
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

    try:
        font = TTFont(BytesIO(content), recalcTimestamp=False, recalcBBoxes=False)
        family = next((name for each in _FAMILIES if (name := _name(font, each))), "")
        if not family or not font.getBestCmap() or not ({"glyf", "CFF ", "CFF2"} & set(font.keys())):
            return None
        use = int(font["OS/2"].fsType)
        refused = bool(use & _RESTRICTED and not use & _MAY_BE_EMBEDDED) or bool(use & _PICTURES_ONLY)
        files = tuple(_faces_in(content, font, divisible=not use & _WHOLE))
        return ReadFont(family, files, _licence(font), not refused)
    # fontTools meets damage with errors of any kind, as far as an assertion.
    except Exception:
        return None


def _faces_in(content: bytes, font: Any, divisible: bool) -> list[FontFile]:
    axes = {axis.axisTag: axis for axis in font["fvar"].axes} if "fvar" in font else {}
    if not axes:
        return [_face(font, int(font["OS/2"].usWeightClass), divisible)]
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont  # type: ignore[import-untyped]

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
