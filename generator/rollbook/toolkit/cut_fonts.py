"""The fonts' packages -> small woff2 files for the site, each with the characters of one subset."""

from __future__ import annotations

from io import BytesIO

from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from rollbook.model.toolkit import Files
from rollbook.render.fonts.own_fonts import slim
from rollbook.render.fonts.site_fonts import FACES, SUBSETS, characters_in, cut_name
from rollbook.theme_files import package_bytes


def whole_fonts() -> Files:
    """-> the packages' own files that the site's are cut from."""
    names = {f"{face.package}-{subset.file}-{face.cut}": face.package for face in FACES for subset in SUBSETS}
    return {name: package_bytes(f"@fontsource/{package}/files/{name}") for name, package in names.items()}


def cut_fonts(whole: Files) -> Files:
    """The packages' files -> the site's."""
    return {
        cut_name(face, subset): _slim(
            whole[f"{face.package}-{subset.file}-{face.cut}"], characters_in(subset.characters)
        )
        for face in FACES
        for subset in SUBSETS
    }


def _slim(content: bytes, characters: set[int]) -> bytes:
    """A woff2 file -> these characters of it."""
    font = TTFont(BytesIO(content), recalcTimestamp=False)
    _forget_surprises(font)
    return slim(font, characters)


def _forget_surprises(font: TTFont) -> None:
    """Take out what nobody asked for: `~E` becomes a letter of Guarani, a numeral after "Siglo" gets another shape.

    The first is wrong in a rulebook, the second rare; without both, each of the first faces fits into what a host sends
    at once (14 KB).
    """
    for lookup in font["GSUB"].table.LookupList.Lookup if "GSUB" in font else ():
        for table in lookup.SubTable:
            substitution = getattr(table, "ExtSubTable", table)
            if hasattr(substitution, "ligatures"):
                substitution.ligatures.pop("asciitilde", None)
            if hasattr(substitution, "mapping"):
                # Some letters become several others; those are not variants.
                kept = {old: new for old, new in substitution.mapping.items() if not str(new).endswith(".ss01")}
                substitution.mapping = kept
