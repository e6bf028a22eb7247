"""Where a field or a derived value stands on a printed form, as far as its author says so."""

from __future__ import annotations

from ..document import Cursor
from ..frozen import frozen
from ..scope import Scope, read_name
from ..vocabulary import Vocabulary

# How much of a form's width something takes.
WIDTHS = ("full", "half", "third", "quarter", "sixth")
# Only what is worked out stands beside something: a field stands where its author wrote it.
FIELD_KEYS = ("group", "width")
DERIVED_KEYS = (*FIELD_KEYS, "beside")


@frozen
class Placement:
    """Under which title, how wide, beside what; empty where nothing is said."""

    group: str = ""
    width: str = ""
    beside: str = ""


def read_placement(keys: dict[str, Cursor], vocabulary: Vocabulary, scope: Scope) -> Placement:
    """The keys of a field or of a derived value -> its place; beside something that came before it."""
    beside = read_name(keys["beside"], vocabulary) if "beside" in keys else ""
    if beside and beside not in scope.names:
        keys["beside"].unknown("unknown-name", f"nothing before this is called “{beside}”", beside, list(scope.names))
    return Placement(
        " ".join(keys["group"].text().split()) if "group" in keys else "",
        keys["width"].one_of(WIDTHS) if "width" in keys else "",
        beside,
    )
