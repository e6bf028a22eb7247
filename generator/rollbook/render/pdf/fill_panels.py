"""Blocks with their heights -> the panels of a game master's screen that they stand on, all about as full.

Each block goes to the first column that has room for it, so that what is named first stands first; what is wide stands
above the columns of its panel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from itertools import combinations_with_replacement

from rollbook.model.quick_dataclass import dataclass

COLUMNS = 3
# More would be no screen any more but a book.
_MOST_PANELS = 12
# So many halvings bring the panels within a hundredth of the least that they can be filled to.
_HALVINGS = 7


@dataclass(frozen=True, slots=True)
class Block:
    """What stands on a screen in one piece, as wide as a column or as the panel; in millimetres."""

    html: str
    wide: bool
    height: float


@dataclass(slots=True)
class Panel:
    """One side of the screen: what stands above its columns, and in each of them."""

    wide: list[Block] = field(default_factory=list)
    columns: list[list[Block]] = field(default_factory=lambda: [[] for _ in range(COLUMNS)])

    def takes(self, block: Block, room: float) -> bool:
        """Whether a block fits into this room; then it stands there."""
        above, heights = _height(self.wide), [_height(column) for column in self.columns]
        if block.wide and above + max(heights) + block.height <= room:
            self.wide.append(block)
            return True
        free = [number for number, height in enumerate(heights) if above + height + block.height <= room]
        if not block.wide and free:
            self.columns[free[0]].append(block)
            return True
        return False


def fewest_panels(blocks: Sequence[Block], room: float) -> int:
    """Blocks, the height of a panel -> how many panels hold them; 0 if none do."""
    return next((count for count in range(1, _MOST_PANELS + 1) if _filled(blocks, room, count)), 0)


def fill_panels(blocks: Sequence[Block], room: float, count: int) -> list[Panel]:
    """Blocks, the height of a panel, how many -> panels filled to about the same height; none if there is no way."""
    best, low, high = _filled(blocks, room, count), 0.0, room
    for _ in range(_HALVINGS if best else 0):
        middle = (low + high) / 2
        if tried := _filled(blocks, middle, count):
            best, high = tried, middle
        else:
            low = middle
    for panel in best:
        _level(panel)
    return best


def _level(panel: Panel) -> None:
    """A panel -> with its columns as level as they can be while what follows each other stays in order."""
    blocks = [block for column in panel.columns for block in column]
    ways = [
        [blocks[:first], blocks[first:second], blocks[second:]]
        for first, second in combinations_with_replacement(range(len(blocks) + 1), COLUMNS - 1)
    ]
    # Of those that are alike, the one with the most on the left.
    panel.columns = min(reversed(ways), key=lambda columns: max(map(_height, columns)))


def share_used(blocks: Sequence[Block], room: float, count: int) -> float:
    """Blocks, the height of a panel, how many -> how much of the panels they take, from 0 to 1."""
    return sum(block.height * (COLUMNS if block.wide else 1) for block in blocks) / (room * count * COLUMNS)


def _filled(blocks: Sequence[Block], room: float, count: int) -> list[Panel]:
    panels = [Panel() for _ in range(count)]
    for block in blocks:
        if not any(panel.takes(block, room) for panel in panels):
            return []
    return panels


def _height(blocks: Sequence[Block]) -> float:
    return sum(block.height for block in blocks)
