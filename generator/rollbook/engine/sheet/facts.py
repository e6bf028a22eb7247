"""What follows from a sheet alone, found once: characters are worked out again and again."""

from __future__ import annotations

from ..expression import Expression
from ..names import names_in
from .model import Field, Sheet


class Track:
    """A track or clock: its field, the name of its greatest, and the names that this follows from."""

    __slots__ = ("field", "greatest", "most", "needs")

    def __init__(self, field: Field, most: Expression) -> None:
        self.field = field
        self.most = most
        self.greatest = f"{field.name}.max"
        self.needs = frozenset([name.name for name in names_in(most.root)])


class Facts:
    """`reached`: by field, each part that formulas reach in it and the name they use; `added_to`: the names that a
    bonus may be added to."""

    __slots__ = ("added_to", "reached", "tracks")

    def __init__(self, sheet: Sheet) -> None:
        self.reached = {field.name: [(part, f"{field.name}.{part}") for part in field.parts] for field in sheet.fields}
        self.tracks = tuple([Track(field, field.most) for field in sheet.fields if field.most is not None])
        numbers = [field.name for field in sheet.fields if field.kind in ("number", "points")]
        self.added_to = frozenset((*numbers, *[derived.name for derived in sheet.derived]))


def facts_of(sheet: Sheet) -> Facts:
    """Sheet -> what follows from it, worked out when first asked for."""
    facts = sheet.memo.get("facts")
    if facts is None:
        facts = sheet.memo["facts"] = Facts(sheet)
    assert isinstance(facts, Facts)
    return facts
