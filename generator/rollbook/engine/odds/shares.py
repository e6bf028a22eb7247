"""Steps and what names them -> which must be known as one number while they are used, and which are done with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..expression import Expression, names_in, nodes_in
from ..lean import TypeAlias, frozen
from ..limits import MAX_DEPTH
from ..nodes import Binary, Call, Name, Unary
from ..parse import parse
from ..plan import plan
from ..readings import READINGS, is_reading, unlabelled
from ..state import Meaning

Steps: TypeAlias = Sequence[tuple[str, Expression]]

_CELL = "\0"  # stands for the names in the cells of a table, which nobody sees from here
_VERDICTS = frozenset(("and", "or", "not", "<", "<=", ">", ">=", "=", "!="))


@frozen
class _Walked:
    """What a tree names and calls, from the root down."""

    names: tuple[Name, ...]
    calls: tuple[Call, ...]

    @property
    def looks_up(self) -> bool:
        return any(call.function == "lookup" for call in self.calls)


def _walked(expression: Expression | str) -> _Walked:
    """Expression -> what stands in it, gathered at the first use: one number changes, and all else is asked again."""
    known = expression if isinstance(expression, Expression) else parse(expression)
    ready = known.memo.get("walked")
    if ready is None:
        nodes = list(nodes_in(known.root))
        names = tuple([node for node in nodes if isinstance(node, Name)])
        ready = known.memo["walked"] = _Walked(names, tuple([node for node in nodes if isinstance(node, Call)]))
    assert isinstance(ready, _Walked)
    return ready


def asked_steps(steps: Steps, results: Sequence[Expression], values: Mapping[str, Meaning]) -> Steps:
    """Steps, results, what names stand for -> the steps that a result may ask for, directly or by another.

    What only other results use together is here used once, and nothing is split for it.
    """
    trees = [*_inner(values).items(), *((name, _walked(expression)) for name, expression in steps)]
    seen: set[str] = set()
    waiting = [*map(_walked, results)]
    while waiting:
        tree = waiting.pop()
        if tree.looks_up:
            return steps  # a cell may name any of them
        names = {name.name for name in tree.names} - seen
        seen |= names
        waiting += [each for name, each in trees if name in names]
    return [(name, expression) for name, expression in steps if name in seen]


class Shares:
    """Which steps must be known as one number while they are used, and of which the natural too.

    A step that is used in one place is simply a part of it: nothing is split for it.
    """

    def __init__(self, steps: Steps, results: Sequence[Expression], values: Mapping[str, Meaning]) -> None:
        inner = _inner(values)
        trees = {name: _walked(expression) for name, expression in steps}
        outer = [*(_walked(expression) for _, expression in steps), *map(_walked, results)]
        self.shared = _used_together(list(trees), outer, inner.values()) | _out_of_order(steps)
        self._share_the_deep(steps)
        self._share_verdicts(steps)
        everything = [*outer, *inner.values()]
        self.naturals = _asked_for(("natural",), everything, inner | trees)
        self.items = _asked_for(READINGS, everything, inner | trees)
        self.readings: dict[str, list[Call]] = {}
        self.totals: set[str] = set()
        if self.items:
            self._collect_readings(everything, inner | trees)

    def splits(self, name: str) -> bool:
        """Whether someone must know more of a step than the chances of what it comes to."""
        return name in self.shared or name in self.naturals or name in self.items

    def _collect_readings(self, trees: Sequence[_Walked], meanings: Mapping[str, _Walked]) -> None:
        """Trees, what names stand for -> for each name all calls that read its dice, and which names are used besides.

        A name that others stand for, or any where a cell may ask what nobody sees from here, has no such list.
        """
        calls = [call for tree in trees for call in tree.calls]
        readings = [call for call in calls if is_reading(call)]
        pools = {id(unlabelled(call.arguments[0])) for call in readings}
        self.totals = {name.name for tree in trees for name in tree.names if id(name) not in pools}
        if any(tree.looks_up for tree in trees):
            return
        for call in readings:
            if isinstance(pool := unlabelled(call.arguments[0]), Name):
                self.readings.setdefault(pool.name, []).append(call)
        for name in self.items & meanings.keys():
            for part in meanings[name].names:
                self.readings.pop(part.name, None)

    def _share_the_deep(self, steps: Steps) -> None:
        """Parts inside parts inside parts: a roll, which knows each step as a number, is never that deep."""
        heights: dict[str, int] = {}
        for name, expression in steps:
            parts = [heights[part.name] for part in _walked(expression).names if part.name in heights]
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
            if is_verdict and any(part.name in self.shared for part in _walked(expression).names):
                self.shared.add(name)


class Uses:
    """Which of the steps that are known may still be asked for."""

    def __init__(self, steps: Steps, results: Sequence[Expression], values: Mapping[str, Meaning]) -> None:
        trees = _inner(values) | {name: _walked(expression) for name, expression in steps}
        self._parts = {name: _names_and_cells(tree) for name, tree in trees.items()}
        self._first = [name for result in results for name in _names_and_cells(_walked(result))]
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


def _inner(values: Mapping[str, Meaning]) -> dict[str, _Walked]:
    """What names stand for -> those that stand for expressions."""
    return {name: _walked(value) for name, value in values.items() if isinstance(value, (str, Expression))}


def _names_and_cells(tree: _Walked) -> list[str]:
    """A tree -> the names in it, and _CELL if a table's cell, in which any name may stand, is looked up."""
    return [*(name.name for name in tree.names), *([_CELL] if tree.looks_up else [])]


def _used_together(names: list[str], trees: Iterable[_Walked], inner: Iterable[_Walked]) -> set[str]:
    """Steps' names, trees that use them, trees of values -> names of steps whose one roll several uses share."""
    used = dict.fromkeys(names, 0)
    for tree in trees:
        if tree.looks_up:
            return set(names)  # a cell may hold an expression with names that nobody sees from here
        for name in tree.names:
            used[name.name] = used.get(name.name, 0) + 1
        # What is rolled twice, or not at all, would not be the step's one roll.
        for call in tree.calls:
            if call.function in ("adv", "dis", "maximum", "minimum", "mean"):
                used.update((name.name, 2) for name in names_in(call))
    for tree in inner:
        used.update((name.name, 2) for name in tree.names)
    return {name for name in names if used[name] > 1}


def _out_of_order(steps: Steps) -> set[str]:
    """Steps -> those that use their own name or a later one's, and so mean an earlier value by it."""
    names = [name for name, _ in steps]
    return {
        name
        for place, (name, expression) in enumerate(steps)
        if any(used.name in names[place:] for used in _walked(expression).names)
    }


def _asked_for(functions: Iterable[str], trees: Iterable[_Walked], meanings: Mapping[str, _Walked]) -> set[str]:
    """Functions, trees, what names stand for -> the names that such a function may look at, directly or by another."""
    calls = (call for tree in trees for call in tree.calls)
    waiting = [name.name for call in calls if call.function in functions for name in names_in(call.arguments[0])]
    asked: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in asked:
            asked.add(name)
            waiting += [part.name for part in meanings[name].names] if name in meanings else []
    return asked
