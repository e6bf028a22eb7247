"""Fonts for tests, made here: every letter is a box, so that nobody owns them and any difference shows."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables.TupleVariation import TupleVariation

LATIN = [*range(0x20, 0x7F), 0xAD]
OPEN = "SIL Open Font License 1.1"


def made_font(
    family: str = "Boxwood",
    *,
    weight: int = 400,
    italic: bool = False,
    characters: Iterable[int] = LATIN,
    licence: str = OPEN,
    use: int = 0,
    flavor: str = "",
    width: int = 600,
    variable: bool = False,
) -> bytes:
    """-> a font file; `use` is its fsType; a variable one can have any weight from 100 to 900."""
    names = {code: f"u{code:04X}" for code in characters}
    pen = TTGlyphPen(None)
    for step, point in enumerate(((60, 0), (60, 600), (width - 60, 600), (width - 60, 0))):
        (pen.lineTo if step else pen.moveTo)(point)
    pen.closePath()
    box, empty = pen.glyph(), TTGlyphPen(None).glyph()
    order = [".notdef", *names.values()]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(names)
    builder.setupGlyf({name: empty if name == names.get(0x20) else box for name in order})
    builder.setupHorizontalMetrics(dict.fromkeys(order, (width, 60)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    told = {"copyright": "Made by a test", "familyName": family, "styleName": "Bold" if weight > 500 else "Regular"}
    builder.setupNameTable(told | ({"licenseDescription": licence} if licence else {}))
    builder.setupOS2(usWeightClass=weight, fsSelection=0x01 if italic else 0x40, fsType=use, sTypoAscender=800)
    builder.setupPost()
    if variable:
        builder.setupFvar([("wght", 100, 400, 900, "Weight")], [])
        wider = TupleVariation({"wght": (0, 1, 1)}, [(0, 0), (0, 0), (90, 0), (90, 0), *[(0, 0)] * 4])
        builder.setupGvar({name: [wider] for name in order if name != names.get(0x20)})
    builder.font.flavor = flavor or None
    builder.font["head"].created = builder.font["head"].modified = 0
    file = BytesIO()
    builder.font.save(file)
    return file.getvalue()
