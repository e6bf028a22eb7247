"""A class with annotated fields -> an immutable slotted value: a light `dataclass(frozen=True, slots=True)`.

The standard `dataclasses` module pulls in `inspect`, and each frozen class costs about a millisecond: more
than the whole engine may take to start in a reader's browser. A record has what the engine uses and no more:
positional and keyword construction, defaults, equality by class and fields, hash, repr, `__match_args__`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn, TypeVar, dataclass_transform

    Class = TypeVar("Class")

    @dataclass_transform(frozen_default=True)
    def record(cls: type[Class]) -> type[Class]: ...

else:

    def record(cls):
        """Class with annotations -> the same class, slotted and frozen."""
        fields = tuple(cls.__annotations__)
        body = {key: value for key, value in cls.__dict__.items() if key not in ("__dict__", "__weakref__")}
        defaults = {field: body.pop(field) for field in fields if field in body}
        made = type(cls)(cls.__name__, cls.__bases__, body | _METHODS | {"__slots__": fields})
        made.__match_args__ = fields
        made.__init__ = _initialiser(made, fields, defaults)
        return made


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
    raise AttributeError(f"{type(self).__name__}.{name} cannot change: records are immutable")


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
