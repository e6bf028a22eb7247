"""Our dataclasses do what the standard library's do: one class made by both, and every class of the program."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from inspect import get_annotations
from typing import Any

import pytest
from rollbook.model import quick_dataclass
from rollbook.model.source import Place, Source


class _Empty:
    """Nothing."""


class _One:
    """One field."""

    only: str


class _Some:
    """Fields with defaults of every kind, a method and a property."""

    first: int
    second: str = "two"
    third: tuple[int, ...] = ()
    listed: list[int] = dataclasses.field(default_factory=list)
    hidden: bytes = dataclasses.field(default=b"", repr=False)
    noted: int = dataclasses.field(default=1, compare=False)

    @property
    def twice(self) -> int:
        return 2 * self.first


class _OwnEquality:
    """It says itself what it equals."""

    name: str
    other: int = 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.name == other.name


def both(plain: type, **options: bool) -> tuple[type[Any], type[Any]]:
    """A class as written -> ours, and the standard library's."""
    ours, theirs = (type(plain.__name__, (), dict(plain.__dict__)) for _ in range(2))
    for name in get_annotations(plain):  # a field belongs to one class
        if isinstance(given := plain.__dict__.get(name), dataclasses.Field):
            setattr(ours, name, copy.copy(given))
            setattr(theirs, name, copy.copy(given))
    options = {"frozen": True, "slots": True, **options}
    return quick_dataclass.dataclass(ours, **options), dataclasses.dataclass(theirs, **options)


VALUES: list[tuple[type, tuple[object, ...], dict[str, object]]] = [
    (_Empty, (), {}),
    (_One, ("a",), {}),
    (_One, (), {"only": "b"}),
    (_Some, (1,), {}),
    (_Some, (1, "zwei"), {"listed": [1], "noted": 3}),
    (_Some, (2,), {"hidden": b"x", "third": (1, 2)}),
    (_OwnEquality, ("a", 1), {}),
]


@pytest.mark.parametrize(("plain", "given", "named"), VALUES)
def test_a_value_is_what_the_standard_library_makes(
    plain: type, given: tuple[object, ...], named: dict[str, object]
) -> None:
    ours, theirs = both(plain)
    value, model = ours(*given, **named), theirs(*given, **named)
    names = [field.name for field in dataclasses.fields(ours)]
    assert names == [field.name for field in dataclasses.fields(theirs)]
    assert ours.__match_args__ == theirs.__match_args__
    assert ours.__slots__ == theirs.__slots__
    assert [getattr(value, name) for name in names] == [getattr(model, name) for name in names]
    assert repr(value) == repr(model)
    assert dataclasses.asdict(value) == dataclasses.asdict(model)
    assert value == ours(*given, **named)
    assert value != model
    assert value != 1
    assert dataclasses.replace(value) == value
    assert copy.copy(value) == value == copy.deepcopy(value)
    for change in (lambda: setattr(value, "first", 1), lambda: delattr(value, "first")):
        with pytest.raises(dataclasses.FrozenInstanceError):
            change()


@pytest.mark.parametrize("given", [(), (1, 2, 3, 4, 5, 6, 7), ("a", "b", "c")])
def test_wrong_arguments_are_refused(given: tuple[object, ...]) -> None:
    for made in both(_One):
        with pytest.raises(TypeError):
            made(*given)
    for made in both(_Some):
        with pytest.raises(TypeError):
            made(1, unknown=2)


def test_each_value_has_a_list_of_its_own() -> None:
    ours, _ = both(_Some)
    assert ours(1).listed == []
    assert ours(1).listed is not ours(1).listed


def test_a_field_that_is_not_compared_makes_no_difference() -> None:
    for made in both(_Some, order=True):
        same, other = made(1, listed=None, noted=1), made(1, listed=None, noted=2)
        assert same == other
        assert hash(same) == hash(other)
        assert not same < other
        assert same <= other
        assert made(1, listed=None) < made(2, listed=None)
        assert made(2, listed=None) >= made(1, listed=None)
        with pytest.raises(TypeError):
            assert same < 1


def test_what_is_written_in_the_class_stays() -> None:
    for made in both(_OwnEquality):
        assert made("a", 1) == made("a", 2)
        assert hash(made("a", 1)) != hash(made("a", 2))


def test_more_than_we_do_is_left_to_the_standard_library() -> None:
    class Prepared:
        first: int
        second: int = dataclasses.field(init=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "second", self.first + 1)

    for made in (*both(Prepared), *both(_One, eq=False), *both(_One, frozen=False)):
        assert dataclasses.is_dataclass(made)
    assert [made(1).second for made in both(Prepared)] == [2, 2]


def test_values_travel() -> None:
    for value in (Place("a.md", 2, 3, 4), Source("a.md", "text")):
        there = pickle.loads(pickle.dumps(value))
        assert there == value
        assert repr(there) == repr(value)
    assert sorted([Place("b"), Place("a", 2), Place("a")]) == [Place("a"), Place("a", 2), Place("b")]
