"""A book or chapter -> the picture that others show beside a link to it, in the look of the book's cover.

It is drawn in tones and coloured last: night, cloth and lettering of the book's cover are one ramp, so that the palette
of the file is that ramp and the drawing under the words is the same for all books with one emblem.
"""

from __future__ import annotations

import math
from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw

from rollbook.model.colour import mixed
from rollbook.model.quick_dataclass import dataclass
from rollbook.render.accent import Accent
from rollbook.render.drawings import Plate, moved, outlines
from rollbook.render.fonts.letters import DISPLAY, INTERFACE, TEXT, fitted

WIDTH, HEIGHT = 1200, 630

# Tones of the ramp. Fewer than 256 make the file smaller and nobody sees it.
_NIGHT, _CLOTH, _GLOW, _LETTERING = 0, 16, 40, 63
_BURST = (905, 315)
_LEFT, _ROOM = 92, 580
_RAYS = 96


@dataclass(frozen=True, slots=True)
class ShareWords:
    """What is on the picture: a small line above the large one, one below it, and one at the foot."""

    over: str
    title: str
    under: str
    foot: str


def share_picture(words: ShareWords, emblem: str, shades: Accent) -> bytes:
    """Words, the drawing beside them or none, the book's colours -> a PNG; the same words give the same bytes."""
    picture = _ground(emblem).copy()
    _letter(ImageDraw.Draw(picture), words)
    picture.putpalette([channel for tone in range(_LETTERING + 1) for channel in _colour(tone, shades)])
    written = BytesIO()
    picture.save(written, "PNG", compress_level=6)  # 9 saves a tenth and takes seven times as long
    return written.getvalue()


def _letter(draw: ImageDraw.ImageDraw, words: ShareWords) -> None:
    over = fitted(words.over, INTERFACE, (34, 30, 26), _ROOM, 40)
    title = fitted(words.title, DISPLAY, (104, 92, 82, 72, 62, 52), _ROOM, 290, leading=1.0)
    under = fitted(words.under, TEXT, (40, 36, 32), _ROOM, 90)
    foot = fitted(words.foot, INTERFACE, (30, 26), _ROOM, 40)
    top = (HEIGHT - 60 - over.height - title.height - under.height) / 2
    over.draw(draw, _LEFT, top, _GLOW + 10)
    title.draw(draw, _LEFT, top + over.height + 14, _LETTERING)
    under.draw(draw, _LEFT, top + over.height + title.height + 34, _LETTERING - 6)
    foot.draw(draw, _LEFT, HEIGHT - 104, _GLOW + 10)


@cache
def _ground(emblem: str) -> Image.Image:
    """An emblem's name -> the cover without words: frame, burst of rays, engraved emblem."""
    plate = Plate(WIDTH, HEIGHT, _CLOTH)
    plate.frame(26, 5, _GLOW)
    plate.frame(40, 1.4, _GLOW)
    for turn in range(_RAYS):
        angle = 2 * math.pi * turn / _RAYS
        # Long, short, middle, short, as on the printed cover.
        end = (262, 226, 243, 226)[turn % 4]
        ray = [(_BURST[0] + r * math.sin(angle), _BURST[1] - r * math.cos(angle)) for r in (204, end)]
        plate.line(ray, 1, (_CLOTH + _GLOW) // 2)
    plate.ring(_BURST, 192, 1.4, _GLOW)
    plate.ring(_BURST, 200, 3, _GLOW)
    if emblem:
        _engrave(plate, emblem)
    ground = plate.finished()
    return Image.frombytes("P", ground.size, ground.tobytes())


def _engrave(plate: Plate, emblem: str) -> None:
    """A die or symbol in the middle of the burst: faces in night, hatching in glow, edges and figures in lettering."""
    scale = 2.9
    origin = (_BURST[0] - 50 * scale, _BURST[1] - 50 * scale)
    for shape in outlines(f"ornaments/{emblem}.svg"):
        for line in moved(shape, origin, scale):
            if "solid" in shape.classes:
                plate.area(line, _LETTERING)
            elif "hatch" in shape.classes:
                plate.line(line, 0.9, _GLOW - 4)
            elif "edge" in shape.classes:
                plate.area(line, _NIGHT + 4)
    for shape in outlines(f"ornaments/{emblem}.svg"):
        for line in moved(shape, origin, scale) if shape.classes & {"edge", "figure"} - {"solid"} else ():
            plate.line(line, 3 if "figure" in shape.classes else 2, _LETTERING)


def _colour(tone: int, shades: Accent) -> tuple[int, int, int]:
    """A tone of the ramp -> its colour: night up to the cloth, and from there to the lettering."""
    if tone <= _CLOTH:
        colour = mixed(shades.night, shades.cover, tone / _CLOTH)
    else:
        colour = mixed(shades.cover, shades.lettering, (tone - _CLOTH) / (_LETTERING - _CLOTH))
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
