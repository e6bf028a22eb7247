"""Where chance comes from: a seeded generator, or faces that someone gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from .lean import Protocol
from .nodes import Exact
from .problem import Problem, ProblemError


class DiceSource(Protocol):
    """Throws dice. The engine asks it in the order that the dice are thrown, and nothing else of the world."""

    def throw(self, count: int, sides: int) -> list[int]:
        """-> that many faces from 1 to `sides`."""

    def pick(self, count: int, faces: tuple[Exact, ...]) -> list[Exact]:
        """-> that many of the listed faces, each place in the list equally likely."""


class Seeded:
    """Dice from a stream of random bits, such as that of `random.Random(seed)`.

    Only `getrandbits` is used, and bits that make no face are thrown away: so every face is exactly equally likely,
    and one seed gives the same dice on every Python, whose other random methods have changed between versions.
    """

    __slots__ = ("_bits",)

    def __init__(self, getrandbits: Callable[[int], int]) -> None:
        self._bits = getrandbits

    def throw(self, count: int, sides: int) -> list[int]:
        bits = self._bits
        size = (sides - 1).bit_length()
        faces = []
        while count:
            face = bits(size)
            if face < sides:
                faces.append(face + 1)
                count -= 1
        return faces

    def pick(self, count: int, faces: tuple[Exact, ...]) -> list[Exact]:
        return [faces[place - 1] for place in self.throw(count, len(faces))]


def seeded(seed: int) -> Seeded:
    """Seed -> dice that fall the same way for the same seed, everywhere."""
    from random import Random

    return Seeded(Random(seed).getrandbits)


class Given:
    """Faces used one after the other as dice are thrown; a face that the die doesn't have is a problem."""

    __slots__ = ("_faces", "_used")

    def __init__(self, faces: Iterable[Exact]) -> None:
        self._faces = tuple(faces)
        self._used = 0

    def throw(self, count: int, sides: int) -> list[int]:
        taken: list[int] = []
        for face in self._take(count):
            if not isinstance(face, int) or not 1 <= face <= sides:
                raise _bad_faces("impossible-face", f"a d{sides} has no face {face}")
            taken.append(face)
        return taken

    def pick(self, count: int, faces: tuple[Exact, ...]) -> list[Exact]:
        taken = self._take(count)
        for face in taken:
            if face not in faces:
                listed = ", ".join(map(str, faces[:12]))
                raise _bad_faces("impossible-face", f"a die with the faces {listed} has no face {face}")
        return list(taken)

    def _take(self, count: int) -> Sequence[Exact]:
        start, self._used = self._used, self._used + count
        if self._used > len(self._faces):
            message = f"more dice are thrown than the {len(self._faces)} faces given"
            raise _bad_faces("too-few-faces", message)
        return self._faces[start : self._used]

    def finish(self) -> None:
        """Called when everything is rolled: a problem if faces are left over."""
        left = len(self._faces) - self._used
        if left:
            message = f"{left} of the {len(self._faces)} faces given were not used"
            raise _bad_faces("left-over-faces", message)


def given(faces: Iterable[Exact]) -> Given:
    """Faces in the order thrown -> dice that show them."""
    return Given(faces)


def _bad_faces(code: str, message: str) -> ProblemError:
    return ProblemError(Problem(code, message, 0, 0))
