"""A plate of one tone to draw on, finer than it is shown, so that edges come out smooth."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from PIL import Image, ImageDraw

from rollbook.render.art.outlines import Point, Shape

FINER = 3


class Plate:
    """Draws in the units of the finished picture; a tone is 0 to 255."""

    def __init__(self, width: int, height: int, tone: int) -> None:
        self._size = (width, height)
        self._fine = Image.new("L", (width * FINER, height * FINER), tone)
        self._draw = ImageDraw.Draw(self._fine)

    def finished(self) -> Image.Image:
        """-> the picture in its own size."""
        return self._fine.resize(self._size, Image.Resampling.BOX)

    def area(self, points: Iterable[Point], tone: int) -> None:
        self._draw.polygon(_finer(points), fill=tone)

    def line(self, points: Iterable[Point], width: float, tone: int) -> None:
        """A line of some width with round ends and corners."""
        thick = max(1, round(width * FINER))
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
        box = [value * FINER for at in (-radius, radius) for value in (centre[0] + at, centre[1] + at)]
        self._draw.ellipse(box, outline=tone, width=max(1, round(width * FINER)))


def moved(shape: Shape, origin: Point, scale: float) -> tuple[tuple[Point, ...], ...]:
    """A shape of a drawing -> its lines at another place and size."""
    return tuple(tuple((origin[0] + x * scale, origin[1] + y * scale) for x, y in line) for line in shape.lines)


def _finer(points: Iterable[Point]) -> list[Point]:
    return [(x * FINER, y * FINER) for x, y in points]
