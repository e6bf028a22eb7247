"""What each modifier does to the dice of a pool, in place; `plan_modifier` prepares one from the tree."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .exact import any_of, number, refuse, whole
from .lean import Any, TypeAlias, assert_never
from .limits import MAX_EXPLOSIONS
from .nodes import Bound, Condition, Count, Exact, Explode, Keep, Modifier, Node, Reroll, Sort
from .state import Item, Pool, Run

Prepare: TypeAlias = Callable[[Node], Run]
Apply: TypeAlias = Callable[[Pool], None]
Ask: TypeAlias = Callable[[Pool], list[tuple[str, Exact]]]


def plan_modifier(modifier: Modifier, prepare: Prepare) -> Apply:
    """Modifier as written, how to prepare the expressions in it -> what it does to a pool."""
    match modifier:
        case Keep():
            return _keep(modifier, prepare)
        case Reroll():
            return _reroll(modifier, prepare)
        case Explode():
            return _explode(modifier, prepare)
        case Bound():
            return _bound(modifier, prepare)
        case Count():
            return _count(modifier, prepare)
        case Sort():
            return _sort(modifier)
        case _:
            assert_never(modifier)


def _ask(conditions: tuple[Condition, ...], prepare: Prepare) -> Ask:
    """Conditions -> their operators and numbers, worked out once each time the modifier applies."""
    prepared = [(condition.operator, condition.value, prepare(condition.value)) for condition in conditions]

    def ask(pool: Pool) -> list[tuple[str, Exact]]:
        return [(operator, number(_part(pool, run), node)) for operator, node, run in prepared]

    return ask


def _part(pool: Pool, run: Run) -> Any:
    part = run(pool.state)
    if part.parts or part.dice:
        pool.parts.append(part)
    return part.value


def _keep(modifier: Keep, prepare: Prepare) -> Apply:
    """`kh`, `kl`, `dh`, `dl`: among equals the earlier thrown is kept, the later dropped."""
    node = modifier.number
    run = None if node is None else prepare(node)
    highest_first = modifier.kind in ("kh", "dl")
    dropping = modifier.kind[0] == "d"

    def apply(pool: Pool) -> None:
        amount = 1 if run is None or node is None else whole(_part(pool, run), node, "how many to keep or drop")
        if amount < 0:
            raise refuse(modifier, "negative-amount", f"{amount} dice cannot be kept or dropped")
        ranked = sorted(pool.kept(), key=_value, reverse=highest_first)
        staying = max(len(ranked) - amount, 0) if dropping else amount
        for item in ranked[staying:]:
            item.kept = False

    return apply


def _value(item: Item) -> Exact:
    return item.value


def _reroll(modifier: Reroll, prepare: Prepare) -> Apply:
    """`r` until no kept die meets the condition, `ro` once for each, `ra` one more die for the first that does."""
    ask = _ask(modifier.conditions, prepare)

    def apply(pool: Pool) -> None:
        conditions = ask(pool) or [("=", pool.low)]
        meets = any_of(conditions)
        hits = [item for item in pool.kept() if meets(item.value)]
        if modifier.kind == "ra":
            for item in hits[:1]:
                item.mark("exploded")
                place = pool.items.index(item) + 1
                pool.items[place:place] = pool.throw(1, "added")
            return
        if modifier.kind == "r" and hits and _always(conditions, pool.sides, pool.faces):
            raise refuse(modifier, "endless-reroll", "every face would be rerolled forever")
        for item in hits:
            _throw_again(pool, item)
            while modifier.kind == "r" and meets(item.value):
                _throw_again(pool, item)

    return apply


def _throw_again(pool: Pool, item: Item) -> None:
    item.earlier.append((item.face, item.order))
    (fresh,) = pool.throw(1)
    item.face = item.value = fresh.face
    item.order = fresh.order


def _explode(modifier: Explode, prepare: Prepare) -> Apply:
    """Each kept die that meets the condition throws another, which may explode too, up to the limit for a die."""
    ask = _ask(modifier.conditions, prepare)
    compounding = modifier.kind.startswith("!!")
    penalty = 1 if modifier.kind.endswith("p") else 0

    def apply(pool: Pool) -> None:
        conditions = ask(pool) or [("=", pool.high)]
        meets = any_of(conditions)
        items: list[Item] = []
        for item in pool.items:
            items.append(item)
            if not (item.kept and meets(item.value)):
                continue
            if _always(conditions, pool.sides, pool.faces):
                raise refuse(modifier, "endless-explosion", "every face would explode forever")
            item.mark("exploded")
            extra = _extra_throws(pool, meets)
            for more in extra:
                more.value -= penalty
            if compounding:
                item.value += sum([more.value for more in extra])
                item.later += [(more.face, more.order) for more in extra]
            else:
                items += extra
        pool.items = items

    return apply


def _extra_throws(pool: Pool, meets: Callable[[Exact], bool]) -> list[Item]:
    """A die has exploded -> the dice thrown for it, until one does not meet the condition or the limit is reached."""
    extra: list[Item] = []
    while len(extra) < MAX_EXPLOSIONS:
        extra += pool.throw(1, "added")
        # The face decides, also where a penetrating die counts for one less.
        if not meets(extra[-1].face):
            break
        extra[-1].mark("exploded")
    return extra


def _bound(modifier: Bound, prepare: Prepare) -> Apply:
    run = prepare(modifier.value)
    better = max if modifier.kind == "mi" else min

    def apply(pool: Pool) -> None:
        bound = number(_part(pool, run), modifier.value)
        for item in pool.kept():
            item.value = better(item.value, bound)

    return apply


def _count(modifier: Count, prepare: Prepare) -> Apply:
    success = _ask((modifier.success,), prepare)
    failure = _ask((modifier.failure,), prepare) if modifier.failure else None

    def apply(pool: Pool) -> None:
        kept = pool.kept()
        pool.score = _marked(kept, any_of(success(pool)), "success")
        if failure:
            pool.score -= _marked(kept, any_of(failure(pool)), "failure")

    return apply


def _marked(items: list[Item], meets: Callable[[Exact], bool], mark: str) -> int:
    """Items, a condition -> how many meet it, each marked."""
    hits = [item for item in items if meets(item.value)]
    for item in hits:
        item.mark(mark)
    return len(hits)


def _sort(modifier: Sort) -> Apply:
    def apply(pool: Pool) -> None:
        pool.items.sort(key=_value, reverse=modifier.descending)

    return apply


def _always(conditions: Sequence[tuple[str, Exact]], sides: int, faces: tuple[Exact, ...]) -> bool:
    """Conditions, a die (`faces` empty: 1 to `sides`) -> whether every face meets one of them."""
    test = any_of(conditions)
    if faces:
        return all(map(test, faces))
    # A gap between conditions begins or ends beside one of their numbers, or at an end of the die: looking there
    # is enough, and a die may have a million sides.
    near = {1, sides}.union(*[range(int(bound // 1) - 1, int(bound // 1) + 3) for _, bound in conditions])
    return all(test(face) for face in near if 1 <= face <= sides)
