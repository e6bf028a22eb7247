"""`rollbook check --mutate`: which changes of a rule its examples notice; of the shelf, nearly all of them."""

from __future__ import annotations

import pytest
from rollbook.build.examine import Examined
from rollbook.check.mutate import mutate
from rollbook.check.mutate.change_rules import Use, change_expression, change_table
from rollbook.engine.table import GameTable, read_table
from rollbook.engine.vocabulary import Vocabulary


@pytest.mark.parametrize(
    ("written", "changed"),
    [
        ("10 + level", {"11 + level", "10 - level"}),
        ("2d6 + 1", {"3d6 + 1", "2d4 + 1", "2d6 + 2", "2d6 - 1"}),
        ("(a) > (b)", {"(a) >= (b)"}),
        ('kind = "light"', {'kind != "light"', 'kind = "?"'}),
        ("hold * 1½", {"hold * (5/2)"}),
        ("least damage", {"2"}),
        ("lookup(arms, weapon, damage)", set()),
    ],
)
def test_an_expression_is_changed_in_one_thing_at_a_time(written: str, changed: set[str]) -> None:
    words = Vocabulary({"least damage": "1"})
    assert {edit.of(written) for edit in change_expression(written, words)} == changed


def test_a_table_is_changed_only_where_rules_use_it() -> None:
    read = read_table(
        {
            "table": "arms",
            "columns": [{"name": "size", "kind": "range"}, {"name": "cost", "kind": "number"}, "shield"],
            "rows": [["2-5", "+1", "yes"], ["6+", "½", "no"]],
        }
    )
    assert isinstance(read, GameTable)
    uses = {Use("arms", "size"), Use("arms", "cost", "6+"), Use("arms", "shield"), Use("other", "cost")}
    assert {(each.row, each.column, each.became) for each in change_table(read, uses)} == {
        *((0, 0, "2-6"), (1, 0, "7+")),
        (1, 1, "3/2"),
        *((0, 2, "no"), (1, 2, "yes")),
    }


@pytest.mark.soak
def test_the_examples_of_the_shelf_notice_nearly_every_change(examined: Examined) -> None:
    """At least 95 of 100. What is left makes no difference, or only beyond the end of a table."""
    mutated = mutate(examined.shelf)
    assert mutated.changes > 2500
    assert mutated.unplayed == ()
    assert len(mutated.unnoticed) <= mutated.changes / 20
