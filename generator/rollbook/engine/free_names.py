"""Expression, values -> the names that still need a value, in the order that a reader meets them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .nodes import Expression, Name
from .parse import parse
from .state import Meaning


def free_names(expression: Expression | str, values: Mapping[str, Meaning] | None = None) -> tuple[str, ...]:
    """Expression, what is known already -> names to ask for; those inside named expressions are among them."""
    known = values or {}
    free: dict[str, None] = {}
    seen: set[str] = set()
    waiting = [expression if isinstance(expression, Expression) else parse(expression)]
    while waiting:
        for name in _names(waiting.pop(0).root):
            if name in seen:
                continue
            seen.add(name)
            if name not in known:
                free[name] = None
                continue
            meaning = known[name]
            if isinstance(meaning, str):
                meaning = parse(meaning)
            if isinstance(meaning, Expression):
                waiting.append(meaning)
    return tuple(free)


def _names(root: object) -> Iterator[str]:
    """Tree -> the names in it, left to right."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Name):
            yield node.name
        elif isinstance(node, tuple):
            waiting.extend(reversed(node))
        elif hasattr(node, "start"):
            waiting.extend([getattr(node, field) for field in reversed(type(node).__slots__)])  # type: ignore[attr-defined]
