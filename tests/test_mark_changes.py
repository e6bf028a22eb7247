"""What differs between two texts is marked, and nothing is lost."""

from __future__ import annotations

import pytest
from rollbook.model.comparison import mark_changes


def shown(old: str, new: str) -> list[str]:
    sides = mark_changes(old, new)
    return ["".join(f"[{each.words}]" if each.changed else each.words for each in side) for side in sides]


def test_changed_words_are_marked_in_both() -> None:
    assert shown("You add 2 to the roll, once a day.", "You add 4 to the roll, once a day.") == [
        "You add [2] to the roll, once a day.",
        "You add [4] to the roll, once a day.",
    ]
    assert shown("Roll a die.", "Roll a die. Then wait.") == ["Roll a die.", "Roll a die. [Then wait.]"]


def test_texts_that_share_almost_nothing_are_not_marked() -> None:
    assert shown("Old words entirely.", "Nothing of them is left here.") == [
        "Old words entirely.",
        "Nothing of them is left here.",
    ]


@pytest.mark.parametrize(("old", "new"), [("", "a"), ("a  b\nc", "a b d"), ("a b c d", "d c b a"), ("—", "there")])
def test_each_side_is_its_text(old: str, new: str) -> None:
    sides = mark_changes(old, new)
    assert ["".join(each.words for each in side) for side in sides] == [old, new]
