"""What the engine takes from `typing`, `fractions` and `dataclasses`, without loading them.

Each takes as long to load as the rest of the language. Type checkers see the real names; when the program runs,
annotations are never looked at, and these stand for them. What calculates with fractions imports them where it does.

`frozen` is `dataclass(frozen=True, slots=True)` without its start: a class with annotated fields -> an immutable
slotted value. Measured when readers already started from a snapshot, with the 72 classes of the engine as dataclasses:
importing what rolls and counts took 45 ms instead of 15 (`dataclasses` loads `inspect`, and each class costs half a
millisecond), and reading and rolling an expression took a tenth longer, as `object.__setattr__` is slower than a slot.
So this stays for the command line, for pages that start without a snapshot, and for every roll. It has what the engine
uses and no more: positional and keyword construction, defaults, equality by class and fields, hash, repr,
`__match_args__`, pickling.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction as Fraction
    from typing import Any as Any
    from typing import Generic as Generic
    from typing import Literal as Literal
    from typing import NoReturn, dataclass_transform
    from typing import Protocol as Protocol
    from typing import TypeAlias as TypeAlias
    from typing import TypeVar as TypeVar
    from typing import assert_never as assert_never

    Class = TypeVar("Class")

    @dataclass_transform(frozen_default=True)
    def frozen(cls: type[Class]) -> type[Class]: ...

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

    def frozen(cls):
        """Class with annotations -> the same class, slotted and frozen."""
        fields = tuple(cls.__annotations__)
        body = {key: value for key, value in cls.__dict__.items() if key not in ("__dict__", "__weakref__")}
        defaults = {field: body.pop(field) for field in fields if field in body}
        slotted = type(cls)(cls.__name__, cls.__bases__, body | _METHODS | {"__slots__": fields})
        slotted.__match_args__ = fields
        slotted.__init__ = _initialiser(slotted, fields, defaults)
        return slotted


class Memo:
    """Room in a frozen value for what follows from it alone, so that it is worked out once.

    It is no part of the value: it is neither compared nor pickled.
    """

    __slots__ = ("_memo",)
    _memo: dict[Any, Any]

    @property
    def memo(self) -> dict[Any, Any]:
        """What is known so far, by what it is about."""
        try:
            return self._memo
        except AttributeError:
            _set_memo(self, {})
            return self._memo


_set_memo = Memo.__dict__["_memo"].__set__


def _initialiser(cls: type, fields: tuple[str, ...], defaults: dict[str, Any]) -> Any:
    """Fields and defaults -> an `__init__` that writes into the slots, past the frozen `__setattr__`."""
    parameters = ", ".join(f"{field}=default_{field}" if field in defaults else field for field in fields)
    body = "\n".join(f"    set_{field}(self, {field})" for field in fields) or "    pass"
    names: dict[str, Any] = {f"set_{field}": cls.__dict__[field].__set__ for field in fields}
    names.update({f"default_{field}": value for field, value in defaults.items()})
    exec(f"def __init__(self{', ' * bool(fields)}{parameters}):\n{body}", names)
    return names["__init__"]


def _values(self: Any) -> tuple[Any, ...]:
    return tuple([getattr(self, field) for field in type(self).__slots__])


def _eq(self: Any, other: object) -> Any:
    return _values(self) == _values(other) if type(self) is type(other) else NotImplemented


def _hash(self: Any) -> int:
    return hash((type(self), _values(self)))


def _repr(self: Any) -> str:
    shown = ", ".join(f"{field}={getattr(self, field)!r}" for field in type(self).__slots__)
    return f"{type(self).__name__}({shown})"


def _refuse(self: Any, name: str, value: object = None) -> NoReturn:
    raise AttributeError(f"{type(self).__name__}.{name} cannot change: it is immutable")


def _reduce(self: Any) -> Any:
    return type(self), _values(self)


_METHODS = {
    "__eq__": _eq,
    "__hash__": _hash,
    "__repr__": _repr,
    "__setattr__": _refuse,
    "__delattr__": _refuse,
    "__reduce__": _reduce,  # copying and pickling go through the constructor, since slots cannot be set
}
