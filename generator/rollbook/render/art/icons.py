"""The site's icon -> the pictures that a phone or a desktop shows for the installed site."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO

from PIL import Image, ImageChops

from rollbook.model.toolkit import Icon
from rollbook.render.art.plate import Plate, Point, moved, outlines

_DRAWING = "icon.svg"
_UNITS = 100  # the side of its view box


def draw_icon(icon: Icon) -> bytes:
    """Which icon -> its PNG."""
    return _drawn(icon.side, icon.share, "" if icon.purpose == "any" else _ground())


def _ground() -> str:
    """The colour of the die's edges, on which the die itself stands out."""
    return next(shape.stroke for shape in outlines(_DRAWING) if shape.stroke)


def _drawn(side: int, share: float, ground: str) -> bytes:
    """The side in pixels, how much of it the drawing takes, the colour around it if any -> a PNG."""
    picture = Image.new("RGBA", (side, side), ground or (0, 0, 0, 0))
    scale = side * share / _UNITS
    origin = ((side - _UNITS * scale) / 2,) * 2
    filled = [shape for shape in outlines(_DRAWING) if shape.fill != "none"]
    body = _mask(side, [line for shape in filled for line in moved(shape, origin, scale)])
    for shape in outlines(_DRAWING):
        mask = body
        if shape.stroke:
            # Edges end where the die ends, not in round knobs beyond it.
            mask = ImageChops.multiply(body, _mask(side, moved(shape, origin, scale), shape.width * scale))
        # Layer over layer: pasting would make the smooth edges of the first see-through.
        layer = Image.new("RGBA", (side, side), shape.stroke or shape.fill)
        layer.putalpha(mask)
        picture.alpha_composite(layer)
    written = BytesIO()
    picture.save(written, "PNG", compress_level=6)
    return written.getvalue()


def _mask(side: int, lines: Iterable[tuple[Point, ...]], width: float = 0) -> Image.Image:
    """Lines -> what they cover: their areas, or with a width the lines themselves."""
    plate = Plate(side, side, 0)
    for line in lines:
        if width:
            plate.line(line, width, 255)
        else:
            plate.area(line, 255)
    return plate.finished()
