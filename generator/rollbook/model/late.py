"""Values whose tree is worked out when somebody first looks at it.

Of most chapters nobody does: their pages were finished by an earlier build, and all that others need of them are a few
words and anchors. A value that comes from there has every field but its `blocks`, and knows how to get those.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rollbook.model.document.blocks import Block
from rollbook.model.document.walk import every_block

_TREE = "blocks"


class Late:
    """A frozen value with a tree of `blocks`.

    `kinds` are the kinds of blocks anywhere in it, so that who looks for one need not go through all of them. `origin`
    names all that it was made from, where that is known.
    """

    __slots__ = ("_fetch", "kinds", "origin")
    origin: str
    kinds: frozenset[type[Block]]

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            """What has no value yet -> its value."""
            if name == "origin":
                return ""
            if name == "kinds":
                _set(self, name, frozenset(map(type, every_block(self.blocks))))
            elif name == _TREE:
                self._fetch()
            else:
                raise AttributeError(f"{type(self).__name__} has no {name}")
            return object.__getattribute__(self, name)


def name_origin(value: Late, origin: str) -> None:
    """A value that was just made, a name for all that it was made from -> it, named."""
    _set(value, "origin", origin)


# All of a value but its tree: its class, its origin, its fields. A field that is the very same as that of a value which
# it was made from stands as the number of that value.
WithoutTree = tuple[type[Late], str, dict[str, Any], dict[str, int]]


def without_tree(value: Late, made_from: Sequence[Late]) -> WithoutTree:
    """A value, others that it was made from -> all of it but its tree."""
    known: dict[str, Any] = {}
    taken: dict[str, int] = {}
    for name in (*value.__match_args__, "kinds"):  # type: ignore[attr-defined]
        if name != _TREE:
            part = getattr(value, name)
            number = next((at for at, each in enumerate(made_from) if _has(each, name, part)), None)
            (known if number is None else taken)[name] = part if number is None else number
    return type(value), value.origin, known, taken


def _has(value: Late, name: str, part: object) -> bool:
    if name == "kinds":
        return value.kinds == part
    return name in value.__match_args__ and getattr(value, name) is part  # type: ignore[attr-defined]


def tree_to_come(bare: WithoutTree, made_from: Sequence[Late], origin: str, fetch: Callable[[], None]) -> Late:
    """All of a value but its tree, what it was made from, how that is fetched -> the value. `fetch` ends by `plant`."""
    kind, _, known, taken = bare
    value = kind.__new__(kind)
    for name, part in known.items():
        _set(value, name, part)
    for name, number in taken.items():
        _set(value, name, getattr(made_from[number], name))
    _set(value, "origin", origin)
    _set(value, "_fetch", fetch)
    return value


def plant(value: Late, made: Late) -> None:
    """A value without its tree, the same made anew -> the value with it."""
    _set(value, _TREE, made.blocks)  # type: ignore[attr-defined]


def _set(value: Late, name: str, part: object) -> None:
    object.__setattr__(value, name, part)
