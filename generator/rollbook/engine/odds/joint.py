"""Steps that share dice, results that use them -> the odds of the results together.

A step is rolled once, however often it is used: a natural 20 and the total that it is part of belong together. The
results are worked out with every step unknown. Where one asks for a step, the question splits into one for each total,
natural and set of items that the step may come to, as far as they are asked for, as likely as it is; so a step that
nothing asks for costs nothing, as it is not rolled at the table either, and what is split are the sums of dice and,
unless someone looks at them one by one, never the dice. What has served its purpose is forgotten: once it is known
whether the blow hits, the attack that decided it no longer tells two cases apart, and they are worked out as one. What
only one step asks for is split for this step alone: two sides who both roll are worked out beside each other, and not
the one again for each roll of the other. So are the two blows of one turn, which only the damage asks for.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from ..distribution import Distribution
from ..expression import Expression
from ..lean import Any, frozen
from ..nodes import Call, Exact, Value
from ..plan import plan
from ..problem import ProblemError
from ..readings import bound_of, kept_items, read_items
from ..state import LookupTable, Meaning, State
from . import counted
from .budget import TooCostlyError
from .counting import Chances, combine, mapped, mix
from .items import Asked, Seen, with_items
from .natural import with_natural
from .question import Shared, SharedError
from .shares import Shares, Steps, Uses, asked_steps
from .simulate import Answered, sampled
from .values import Values

_MOST_SPLITS = 60  # steps inside each other's cases; beyond it a roll is simulated instead
_ONE_CASE = 40  # operations that asking once costs, beside those that are counted while it is answered


@frozen
class Known:
    """What a step came to, as far as later steps can ask: a roll's `total`, `natural` and `items`."""

    total: Value
    natural: Exact | None
    items: tuple[Exact, ...] | None


def joint_odds(
    steps: Steps,
    results: Sequence[Expression],
    values: Mapping[str, Meaning] | None = None,
    tables: Mapping[str, LookupTable] | None = None,
) -> Distribution:
    """Named steps in order, results that use them -> odds of the results: a tuple with one value for each.

    A step may use the values and the steps before it; each step is rolled at most once, and only if asked for.
    `marginal` and `given` of the distribution answer for one result, or for those of one case.
    """
    known, known_tables = values or {}, tables or {}
    for expression in (*(expression for _, expression in steps), *results):
        plan(expression)  # refuses what can be seen to be wrong before anything is rolled
    asked = asked_steps(steps, results, known)
    shares, uses = Shares(asked, results, known), Uses(asked, results, known)

    def count(question: Values) -> dict[tuple[Value, ...], int]:
        return _Joint(question, shares, uses, asked, results).solve({})

    found = counted(count, known, known_tables)
    return found if found is not None else _sampled(steps, results, known, known_tables)


class _Joint:
    """The splitting of one question into cases."""

    def __init__(
        self, question: Values, shares: Shares, uses: Uses, steps: Steps, results: Sequence[Expression]
    ) -> None:
        self.question = question
        self.shares = shares
        self.uses = uses
        # Those that nobody splits, though something is split for them.
        self.apart = frozenset([name for name, _ in steps if not shares.splits(name) and self._splits_below(name)])
        self.solved: dict[frozenset[tuple[object, ...]], dict[tuple[Value, ...], int]] = {}
        self.alone: dict[Hashable, Seen | None] = {}
        self.scopes: dict[int, tuple[dict[str, Any], frozenset[str]]] = {}  # names by how many steps come before
        self.steps = steps
        self.results = results

    def solve(self, known: dict[str, Known]) -> dict[tuple[Value, ...], int]:
        """Steps known in this case -> the chances of the results; cases that differ in nothing to come are one."""
        left = self.uses.left(frozenset(known))
        known = {name: step for name, step in known.items() if name in left}
        # Yes and 1 are equal, and still not the same answer.
        case = frozenset([(name, type(step.total), step) for name, step in known.items()])
        if case not in self.solved:
            self.solved[case] = self._split(known)
        return self.solved[case]

    def _split(self, known: dict[str, Known]) -> dict[tuple[Value, ...], int]:
        if len(known) > _MOST_SPLITS:
            raise TooCostlyError
        try:
            return self._results(known)
        except SharedError as asked:
            name = asked.name
        while True:
            try:
                seen = self._step(name, known)
                break
            except SharedError as asked:  # the step itself asks for an earlier one
                found = self._alone(name, known)
                if found is not None:
                    seen = found
                    break
                name = asked.name
        return mix((ways, self.solve({**known, name: Known(*outcome)})) for outcome, ways in seen.items())

    def _alone(self, name: str, known: dict[str, Known]) -> Seen | None:
        """A step -> its chances, over all that it alone asks for; None where others ask for that, too."""
        below = self.uses.below(name)
        if below is None:
            return None
        # Which others are known decides who else may ask for the same dice.
        others = frozenset(known)
        inner = frozenset([(each, type(step.total), step) for each, step in known.items() if each in below])
        case = name, others, inner
        if case not in self.alone:
            self.alone[case] = self._over_own(name, known, others | {name})
        return self.alone[case]

    def _splits_below(self, name: str) -> bool:
        below = self.uses.below(name)
        return below is not None and not below.isdisjoint(self.shares.shared)

    def _value_alone(self, name: str, known: dict[str, Known]) -> Chances | None:
        """A name -> the chances of the step's total, if it is one that nobody splits; None where the tree must tell."""
        seen = self._alone(name, known) if name in self.apart else None
        return None if seen is None else mapped(lambda outcome: outcome[0], seen)

    def _over_own(self, name: str, known: dict[str, Known], later: frozenset[str]) -> Seen | None:
        """The same for a step or for one that it asks for; `later` are the steps known when all of this is done."""
        try:
            return self._step(name, known)
        except SharedError as asked:
            inner = asked.name
        # While the inner one is worked out this step is still to come, and may ask for the same dice.
        own = frozenset((*known, inner))
        cases = self._over_own(inner, known, own) if self.uses.done_with(inner, later) else None
        if cases is None:
            return None
        branches = [
            (ways, self._over_own(name, {**known, inner: Known(*outcome)}, later)) for outcome, ways in cases.items()
        ]
        whole = [(ways, branch) for ways, branch in branches if branch is not None]
        return mix(whole) if len(whole) == len(branches) else None

    def _results(self, known: dict[str, Known]) -> dict[tuple[Value, ...], int]:
        question = self._asking(len(self.steps), known)
        together: dict[tuple[Value, ...], int] = {(): 1}
        for result in self.results:
            chances = question.chances(result.root)
            together = combine(lambda before, value: (*before, value), together, chances, question.budget)
        return together

    def _step(self, name: str, known: dict[str, Known]) -> Seen:
        """Step -> the chances of its total and, where they are asked for, its natural and its items."""
        place = max(place for place, (step, _) in enumerate(self.steps) if step == name)
        question, root = self._asking(place, known), self.steps[place][1].root
        natural = name in self.shares.naturals
        if name in self.shares.items:
            return with_items(question, root, self._asked(name, known), natural=natural)
        if natural:
            return {(*pair, None): ways for pair, ways in with_natural(question, root).items()}
        return {(value, None, None): ways for value, ways in question.chances(root).items()}

    def _asked(self, name: str, known: dict[str, Known]) -> Asked | None:
        """Step -> all that is asked of its dice; None where that cannot be told before."""
        if name not in self.shares.readings:
            return None
        question = self._asking(len(self.steps), known)
        readings: dict[Hashable, tuple[Call, Value]] = {}
        for call in self.shares.readings[name]:
            bound = bound_of(call)
            try:
                values = {0: 1} if bound is None else question.chances(bound)
                if len(values) > 1:
                    return None
                (value,) = values
                read_items(call, (), value)
            except (SharedError, ProblemError):  # a problem is the roll's that gets there, if one does
                return None
            kind = tuple([getattr(argument, "value", None) for argument in call.arguments[1:-1]])
            readings[call.function, kind, value] = call, value
        return Asked(tuple(readings.values()), name in self.shares.totals)

    def _asking(self, place: int, known: dict[str, Known]) -> Values:
        """How many steps come before, those known -> a question with the names in scope there."""
        self.question.budget.spend(_ONE_CASE + len(self.steps))
        if place not in self.scopes:
            steps = {name: Shared(name) if name in self.shares.shared else each for name, each in self.steps[:place]}
            self.scopes[place] = {**self.question.state.values, **steps}, frozenset(steps)
        scope, steps_before = self.scopes[place]
        values = {**scope, **{name: step for name, step in known.items() if name in steps_before}}
        question = self.question.with_values(values)
        if self.apart:
            question.alone = lambda name: self._value_alone(name, known)
        return question


def _sampled(
    steps: Steps, results: Sequence[Expression], values: Mapping[str, Meaning], tables: Mapping[str, LookupTable]
) -> Distribution:
    """The same question by simulation; here too a step is rolled when it is first asked for."""
    answers: dict[int, Distribution] = {}

    def once(state: State) -> tuple[Value, ...]:
        rolling = _Rolling(steps, state, answers)
        return tuple([plan(result).run(rolling.state).value for result in results])

    return sampled(once, [*(expression for _, expression in steps), *results], values, tables)


class _Rolling(Answered):
    """Values of one roll, in which a step appears once it is asked for."""

    def __init__(self, steps: Steps, state: State, answers: dict[int, Distribution]) -> None:
        self.waiting = dict(steps)
        before = {name: value for name, value in state.values.items() if name not in self.waiting}
        super().__init__(before, answers, frozenset(self.waiting))
        self.outer = state
        self.state = State(state.source, self, state.tables)

    def __missing__(self, name: str) -> Any:
        expression = self.waiting.pop(name)  # a step that asks for itself finds nothing of its name
        state = State(self.outer.source, self, self.outer.tables)
        rolled = plan(expression).run(state)
        self.outer.thrown += state.thrown
        known: Any = Known(rolled.value, rolled.natural, kept_items(rolled))
        self[name] = known
        return known
