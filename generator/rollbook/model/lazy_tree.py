"""Values whose tree of blocks is worked out only when something first looks at it.

For most chapters nothing does: an earlier build finished their pages, and the others need only a few of their words and
anchors. A value that comes from the cache has every field except its `blocks`, and knows how to get those.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rollbook.model.document.blocks import Block

_TREE = "blocks"


class LazyTree:
    """A frozen value with a tree of `blocks`.

    `kinds` are the kinds of blocks anywhere in it, which saves walking the tree to look for one. `origin` identifies
    everything it was made from, if that is known.
    """

    __slots__ = ("_fetch", "kinds", "origin")
    origin: str
    kinds: frozenset[type[Block]]

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            """A field that has no value yet -> its value."""
            if name == "origin":
                return ""
            if name == "kinds":
                # Here and not above: a run that finds nothing changed starts faster without it.
                from rollbook.model.document.walk import every_block

                _set(self, name, frozenset(map(type, every_block(self.blocks))))
            elif name == _TREE:
                self._fetch()
            else:
                raise AttributeError(f"{type(self).__name__} has no {name}")
            return object.__getattribute__(self, name)


def name_origin(value: LazyTree, origin: str) -> None:
    """A value just made, a name for everything it was made from -> the value, named."""
    _set(value, "origin", origin)


# A value without its tree: its class, its origin, its fields. A field that is identical to that of a value it was made
# from is stored as the number of that value.
WithoutTree = tuple[type[LazyTree], str, dict[str, Any], dict[str, int]]


def without_tree(value: LazyTree, made_from: Sequence[LazyTree]) -> WithoutTree:
    """A value, others that it was made from -> everything but its tree."""
    known: dict[str, Any] = {}
    taken: dict[str, int] = {}
    for name in (*value.__match_args__, "kinds"):  # type: ignore[attr-defined]
        if name != _TREE:
            part = getattr(value, name)
            number = next((at for at, each in enumerate(made_from) if _has(each, name, part)), None)
            (known if number is None else taken)[name] = part if number is None else number
    return type(value), value.origin, known, taken


def _has(value: LazyTree, name: str, part: object) -> bool:
    if name == "kinds":
        return value.kinds == part
    return name in value.__match_args__ and getattr(value, name) is part  # type: ignore[attr-defined]


def make_lazy(bare: WithoutTree, made_from: Sequence[LazyTree], origin: str, fetch: Callable[[], None]) -> LazyTree:
    """A value without its tree, what it was made from, how to get it -> the value. `fetch` calls `fill_in_tree`."""
    kind, _, known, taken = bare
    value = kind.__new__(kind)
    for name, part in known.items():
        _set(value, name, part)
    for name, number in taken.items():
        _set(value, name, getattr(made_from[number], name))
    _set(value, "origin", origin)
    _set(value, "_fetch", fetch)
    return value


def fill_in_tree(value: LazyTree, made: LazyTree) -> None:
    """A value without its tree, the same value made again -> the first, with its tree."""
    _set(value, _TREE, made.blocks)  # type: ignore[attr-defined]


def let_go_of_tree(value: LazyTree, fetch: Callable[[], None]) -> None:
    """A value, how to get its tree again -> the value without its tree, whoever else has it; its kinds are known."""
    object.__delattr__(value, _TREE)
    _set(value, "_fetch", fetch)


def _set(value: LazyTree, name: str, part: object) -> None:
    object.__setattr__(value, name, part)
