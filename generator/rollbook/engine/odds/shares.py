"""Steps and what names them -> which must be known as one number while they are used, and which are done with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..expression import Expression
from ..lean_typing import TypeAlias
from ..limits import MAX_DEPTH
from ..names import names_in, nodes_in
from ..nodes import Binary, Call, Name, Node, Unary
from ..parse import parse
from ..plan import plan
from ..readings import READINGS, is_reading, unlabelled
from ..state import Meaning

Steps: TypeAlias = Sequence[tuple[str, Expression]]

_CELL = "\0"  # stands for the names in the cells of a table, which nobody sees from here
_VERDICTS = frozenset(("and", "or", "not", "<", "<=", ">", ">=", "=", "!="))


class Shares:
    """Which steps must be known as one number while they are used, and of which the natural too.

    A step that is used in one place is simply a part of it: nothing is split for it.
    """

    def __init__(self, steps: Steps, results: Sequence[Expression], values: Mapping[str, Meaning]) -> None:
        trees = {name: expression.root for name, expression in steps}
        inner = {name: _tree(value) for name, value in values.items() if isinstance(value, (str, Expression))}
        roots = [*trees.values(), *(result.root for result in results)]
        self.shared = _used_together(list(trees), roots, list(inner.values())) | _out_of_order(steps)
        self._share_the_deep(steps)
        self._share_verdicts(steps)
        self.naturals = _asked_for(("natural",), [*roots, *inner.values()], inner | trees)
        self.items = _asked_for(READINGS, [*roots, *inner.values()], inner | trees)
        self.readings: dict[str, list[Call]] = {}
        self.totals: set[str] = set()
        if self.items:
            self._collect_readings([*roots, *inner.values()], inner | trees)

    def _collect_readings(self, roots: Sequence[Node], meanings: Mapping[str, Node]) -> None:
        """Trees, what names stand for -> for each name all calls that read its dice, and which names are used besides.

        A name that others stand for, or any where a cell may ask what nobody sees from here, has no such list.
        """
        calls = [node for root in roots for node in nodes_in(root) if isinstance(node, Call)]
        readings = [call for call in calls if is_reading(call)]
        pools = {id(unlabelled(call.arguments[0])) for call in readings}
        names = [name for root in roots for name in names_in(root)]
        self.totals = {name.name for name in names if id(name) not in pools}
        if any(call.function == "lookup" for call in calls):
            return
        for call in readings:
            if isinstance(pool := unlabelled(call.arguments[0]), Name):
                self.readings.setdefault(pool.name, []).append(call)
        for name in self.items & meanings.keys():
            for part in names_in(meanings[name]):
                self.readings.pop(part.name, None)

    def _share_the_deep(self, steps: Steps) -> None:
        """Parts inside parts inside parts: a roll, which knows each step as a number, is never that deep."""
        heights: dict[str, int] = {}
        for name, expression in steps:
            parts = [heights[part.name] for part in names_in(expression.root) if part.name in heights]
            height = plan(expression).height + max(parts, default=0)
            if height > MAX_DEPTH // 2:
                self.shared.add(name)
            elif name not in self.shared:
                heights[name] = height

    def _share_verdicts(self, steps: Steps) -> None:
        """A yes or no over shared steps: two cases, after which these steps can be forgotten."""
        for name, expression in steps:
            root = expression.root
            is_verdict = isinstance(root, (Binary, Unary)) and root.operator in _VERDICTS
            if is_verdict and any(part.name in self.shared for part in names_in(root)):
                self.shared.add(name)


class Uses:
    """Which of the steps that are known may still be asked for."""

    def __init__(self, steps: Steps, results: Sequence[Expression], values: Mapping[str, Meaning]) -> None:
        inner = {name: _tree(value) for name, value in values.items() if isinstance(value, (str, Expression))}
        trees = inner | {name: expression.root for name, expression in steps}
        self._parts = {name: _names_and_cells(tree) for name, tree in trees.items()}
        self._first = [name for result in results for name in _names_and_cells(result.root)]
        # A name that means one step here and another there is never done with.
        self._unclear = len(dict(steps)) < len(steps) or bool(_out_of_order(steps))
        self._found: dict[frozenset[str], frozenset[str]] = {}

    def left(self, known: frozenset[str]) -> frozenset[str]:
        """The names of the steps that are known -> those of them that some part not yet known, or a result, names."""
        if known not in self._found:
            self._found[known] = known if self._unclear else self._walk(known)
        return self._found[known]

    def done_with(self, name: str, known: frozenset[str]) -> bool:
        """A step, those that are known -> whether nothing asks for it any more."""
        return not self._unclear and name not in self._walk(known | {name})

    def below(self, name: str) -> frozenset[str] | None:
        """A step -> all that it may ask for, directly or by another; None where that cannot be told."""
        seen = self._reached(self._parts.get(name, ()), frozenset())
        return None if self._unclear or seen is None else seen

    def _walk(self, known: frozenset[str]) -> frozenset[str]:
        seen = self._reached(self._first, known)
        return known if seen is None else known & seen

    def _reached(self, names: Iterable[str], known: frozenset[str]) -> frozenset[str] | None:
        """Names -> these and what they ask for, as far as it isn't known; None: a cell may ask for anything."""
        seen: set[str] = set()
        waiting = list(names)
        while waiting:
            name = waiting.pop()
            if name == _CELL:
                return None
            if name not in seen:
                seen.add(name)
                waiting += self._parts.get(name, ()) if name not in known else ()
        return frozenset(seen)


def _names_and_cells(tree: Node) -> list[str]:
    """A tree -> the names in it, and _CELL if a table's cell, in which any name may stand, is looked up."""
    looks_up = any(isinstance(node, Call) and node.function == "lookup" for node in nodes_in(tree))
    return [*(name.name for name in names_in(tree)), *([_CELL] if looks_up else [])]


def _tree(value: str | Expression) -> Node:
    return (value if isinstance(value, Expression) else parse(value)).root


def _used_together(names: list[str], roots: list[Node], inner: list[Node]) -> set[str]:
    """Steps' names, trees that use them, trees of values -> names of steps whose one roll several uses share."""
    used = dict.fromkeys(names, 0)
    for root in roots:
        calls = [node for node in nodes_in(root) if isinstance(node, Call)]
        if any(call.function == "lookup" for call in calls):
            return set(names)  # a cell may hold an expression with names that nobody sees from here
        for name in names_in(root):
            used[name.name] = used.get(name.name, 0) + 1
        # What is rolled twice, or not at all, would not be the step's one roll.
        for call in calls:
            if call.function in ("adv", "dis", "maximum", "minimum", "mean"):
                used.update((name.name, 2) for name in names_in(call))
    for root in inner:
        used.update((name.name, 2) for name in names_in(root))
    return {name for name in names if used[name] > 1}


def _out_of_order(steps: Steps) -> set[str]:
    """Steps -> those that use their own name or a later one's, and so mean an earlier value by it."""
    names = [name for name, _ in steps]
    return {
        name
        for place, (name, expression) in enumerate(steps)
        if any(used.name in names[place:] for used in names_in(expression.root))
    }


def _asked_for(functions: Iterable[str], roots: Iterable[Node], meanings: Mapping[str, Node]) -> set[str]:
    """Functions, trees, what names stand for -> the names that such a function may look at, directly or by another."""
    calls = (node for root in roots for node in nodes_in(root) if isinstance(node, Call))
    waiting = [name.name for call in calls if call.function in functions for name in names_in(call.arguments[0])]
    asked: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in asked:
            asked.add(name)
            waiting += [part.name for part in names_in(meanings[name])] if name in meanings else []
    return asked
