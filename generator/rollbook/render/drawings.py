"""The theme's drawings -> their shapes, a plate to draw them on, and the icons of the installed site, drawn so.

A drawing's shapes are lines of points, for a program that fills pixels. The drawings are our own and simple: paths and
ellipses in groups, moved, scaled and turned. A plate has one tone and is finer than it is shown.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from functools import cache
from io import BytesIO
from itertools import pairwise
from xml.etree import ElementTree

from fontTools.misc.transform import Identity, Transform  # type: ignore[import-untyped]
from fontTools.pens.recordingPen import RecordingPen  # type: ignore[import-untyped]
from fontTools.pens.transformPen import TransformPen  # type: ignore[import-untyped]
from fontTools.svgLib.path import parse_path  # type: ignore[import-untyped]
from PIL import Image, ImageChops, ImageDraw

from rollbook.model.quick_dataclass import dataclass
from rollbook.model.toolkit import Icon
from rollbook.theme_files import theme_text

Point = tuple[float, float]

_CALL = re.compile(r"(translate|scale|rotate)\(([^)]*)\)")
# Points on a curve: enough for the largest size that anything is drawn in.
_STEPS = 12
_ROUND = 32
_FINER = 3
# The site's icon.
_ICON = "icon.svg"
_UNITS = 100  # the side of its view box


@dataclass(frozen=True, slots=True)
class Shape:
    """A path: its lines of points, and the classes and colours of its element."""

    lines: tuple[tuple[Point, ...], ...]
    classes: frozenset[str]
    fill: str
    stroke: str
    width: float


@cache
def outlines(name: str) -> tuple[Shape, ...]:
    """A drawing's path below site_templates -> its shapes in the order they are painted, in the drawing's own units."""
    return tuple(_shapes(ElementTree.fromstring(theme_text(name)), Identity, frozenset()))


def _shapes(element: ElementTree.Element, placed: Transform, classes: frozenset[str]) -> Iterator[Shape]:
    placed = placed.transform(_transform(element.get("transform", "")))
    classes = classes | frozenset(element.get("class", "").split())
    kind = element.tag.rpartition("}")[2]
    if kind in ("path", "ellipse"):
        lines = _path(element.get("d", ""), placed) if kind == "path" else (_ellipse(element, placed),)
        width = float(element.get("stroke-width", 1))
        yield Shape(lines, classes, element.get("fill", ""), element.get("stroke", ""), width)
    for inner in element:
        yield from _shapes(inner, placed, classes)


def _transform(written: str) -> Transform:
    """`translate(40 44) scale(0.78)` -> the transform."""
    made = Identity
    for name, numbers in _CALL.findall(written):
        values = [float(number) for number in numbers.replace(",", " ").split()]
        if name == "rotate":
            angle, *centre = values
            x, y = centre or (0.0, 0.0)
            made = made.translate(x, y).rotate(math.radians(angle)).translate(-x, -y)
        else:
            made = made.translate(*values) if name == "translate" else made.scale(*values)
    return made


def _path(written: str, placed: Transform) -> tuple[tuple[Point, ...], ...]:
    pen = RecordingPen()
    parse_path(written, TransformPen(pen, placed))
    # A single point, such as a path's mere end, shows nothing.
    return tuple(line for line in _flattened(pen.value) if len(line) > 1)


def _ellipse(element: ElementTree.Element, placed: Transform) -> tuple[Point, ...]:
    x, y, wide, high = (float(element.get(name, 0)) for name in ("cx", "cy", "rx", "ry"))
    turns = [2 * math.pi * step / _ROUND for step in range(_ROUND + 1)]
    points: list[Point] = placed.transformPoints([(x + wide * math.cos(a), y + high * math.sin(a)) for a in turns])
    return tuple(points)


def _flattened(commands: Iterable[tuple[str, tuple[Point, ...]]]) -> Iterator[tuple[Point, ...]]:
    """A pen's commands -> straight lines; a curve becomes a few of them, and a closed line ends where it began."""
    line: list[Point] = []
    for command, points in commands:
        if command == "moveTo":
            yield tuple(line)
            line = [*points]
        elif command == "curveTo":
            line += _curve(line[-1], *points)
        else:
            line += [line[0]] if command == "closePath" else points
    yield tuple(line)


def _curve(start: Point, first: Point, second: Point, end: Point) -> Iterator[Point]:
    """A cubic curve -> points on it, without the one that it starts from."""
    for step in range(1, _STEPS + 1):
        at = step / _STEPS
        weights = ((1 - at) ** 3, 3 * at * (1 - at) ** 2, 3 * at**2 * (1 - at), at**3)
        parts = list(zip(weights, (start, first, second, end), strict=True))
        yield sum(w * p[0] for w, p in parts), sum(w * p[1] for w, p in parts)


class Plate:
    """Draws in the units of the finished picture; a tone is 0 to 255."""

    def __init__(self, width: int, height: int, tone: int) -> None:
        self._size = (width, height)
        self._fine = Image.new("L", (width * _FINER, height * _FINER), tone)
        self._draw = ImageDraw.Draw(self._fine)

    def finished(self) -> Image.Image:
        """-> the picture in its own size."""
        return self._fine.resize(self._size, Image.Resampling.BOX)

    def area(self, points: Iterable[Point], tone: int) -> None:
        self._draw.polygon(_finer(points), fill=tone)

    def line(self, points: Iterable[Point], width: float, tone: int) -> None:
        """A line of some width with round ends and corners."""
        thick = max(1, round(width * _FINER))
        fine = _finer(points)
        for start, end in pairwise(fine):
            self._draw.line((start, end), fill=tone, width=thick)
        radius = thick / 2
        for x, y in fine if thick > 2 else ():
            self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=tone)

    def frame(self, inset: float, width: float, tone: int) -> None:
        """A line around the picture, so far from its edge."""
        wide, high = self._size
        corners = ((inset, inset), (wide - inset, inset), (wide - inset, high - inset), (inset, high - inset))
        self.line((*corners, corners[0]), width, tone)

    def ring(self, centre: Point, radius: float, width: float, tone: int) -> None:
        box = [value * _FINER for at in (-radius, radius) for value in (centre[0] + at, centre[1] + at)]
        self._draw.ellipse(box, outline=tone, width=max(1, round(width * _FINER)))


def moved(shape: Shape, origin: Point, scale: float) -> tuple[tuple[Point, ...], ...]:
    """A shape of a drawing -> its lines at another place and size."""
    return tuple(tuple((origin[0] + x * scale, origin[1] + y * scale) for x, y in line) for line in shape.lines)


def _finer(points: Iterable[Point]) -> list[Point]:
    return [(x * _FINER, y * _FINER) for x, y in points]


def draw_icon(icon: Icon) -> bytes:
    """Which icon -> its PNG."""
    return _drawn(icon.side, icon.share, "" if icon.purpose == "any" else _ground())


def _ground() -> str:
    """The colour of the die's edges, on which the die itself stands out."""
    return next(shape.stroke for shape in outlines(_ICON) if shape.stroke)


def _drawn(side: int, share: float, ground: str) -> bytes:
    """The side in pixels, how much of it the drawing takes, the colour around it if any -> a PNG."""
    picture = Image.new("RGBA", (side, side), ground or (0, 0, 0, 0))
    scale = side * share / _UNITS
    origin = ((side - _UNITS * scale) / 2,) * 2
    filled = [shape for shape in outlines(_ICON) if shape.fill != "none"]
    body = _mask(side, [line for shape in filled for line in moved(shape, origin, scale)])
    for shape in outlines(_ICON):
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
