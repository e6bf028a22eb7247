"""How far explosions are followed: to the limit of a roll, or until more is next to impossible."""

from __future__ import annotations

from ..limits import MAX_EXPLOSIONS

CUT = 2.0**-80  # the chance of one die to explode further than is counted where explosions are cut short


class Explosions:
    """How many extra throws of a die are counted; remembers whether anything explodes at all."""

    __slots__ = ("cut", "met")

    def __init__(self, *, cut: bool) -> None:
        self.cut = cut
        self.met = False

    def followed(self, ways: int, total: int) -> int:
        """Ways of all in which an explosion goes on -> how many throws are followed."""
        self.met = self.met or ways > 0
        if not self.cut or not 0 < ways < total:
            return MAX_EXPLOSIONS
        throws, left = 1, ways / total
        while left > CUT and throws < MAX_EXPLOSIONS:
            left *= ways / total
            throws += 1
        return throws
