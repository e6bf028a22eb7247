"""What the engine takes from `typing`, and `Fraction` to annotate with, without loading either.

Each takes as long to load as the rest of the language. What calculates with fractions imports them where it does.

Type checkers see the real names. When the program runs, annotations are never looked at, and these stand for them.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction as Fraction
    from typing import Any as Any
    from typing import Generic as Generic
    from typing import Literal as Literal
    from typing import Protocol as Protocol
    from typing import TypeAlias as TypeAlias
    from typing import TypeVar as TypeVar
    from typing import assert_never as assert_never
else:

    class Any:
        """Only annotated with."""

    class Fraction:
        """Only annotated with."""

    class TypeAlias:
        """Only annotated with."""

    class Literal:
        """Only annotated with: some words, and no others."""

        def __class_getitem__(cls, words):
            return cls

    class Protocol:
        """A base class that says what others must be able to do."""

    class Generic:
        """A base class with parameters, which make no difference when the program runs."""

        __slots__ = ()

        def __class_getitem__(cls, parameters):
            return cls

    class TypeVar:
        """Only a parameter of Generic."""

        def __init__(self, name, bound=None):
            self.name = name

    def assert_never(value):
        raise AssertionError(f"{type(value).__name__} is missing here")
