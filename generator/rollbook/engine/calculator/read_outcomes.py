"""The `outcomes` of a calculator document -> Outcomes, tried from first to last."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from ..document import Cursor
from ..expression import Expression, named
from ..problem import Problem, ProblemError
from ..quantity import Range, read_range
from ..roll_table import RollTable, make_roll_table
from ..scope import Scope, read_name
from ..spans import Span, Spans
from ..table import GameTable, plain
from ..template import Template, read_inline, read_template, without_signs
from ..vocabulary import Vocabulary
from . import Outcome
from .check_outcomes import check_bands, preceded_by

# What an outcome must have and may have: when its condition holds, at last, or one for each row of a table.
WHEN = (("when", "text"), ("label",))
OTHERWISE = (("otherwise",), ("label",))
OF_TABLE = (("table", "roll"), ("column", "label"))
# A range that says more than its text.
OF_RANGE = (("text",), ("label",))


def read_outcomes(place: Cursor, vocabulary: Vocabulary, scope: Scope, steps: Set[str]) -> tuple[Outcome, ...]:
    """The place of a list of outcomes, the names of the steps -> the outcomes; `table` gives one for each row."""
    outcomes: list[Outcome] = []
    items = place.items()
    for item in items:
        if outcomes and outcomes[-1].when is None:
            item.report("never-reached", "nothing can come after “otherwise”", "put “otherwise” last")
        for outcome in _read_outcome(item, vocabulary, scope, len(items) == 1):
            before = preceded_by(outcome, outcomes, steps)
            # Two rows of a table that take the same results are told at the table.
            if before is not None and not (isinstance(item.data, dict) and "table" in item.data):
                message = f"“{outcome.label}” never happens: whenever it would, “{before.label}” comes first"
                item.report("never-reached", message, "put the narrower condition first, or remove it")
            outcomes.append(outcome)
    return tuple(outcomes)


def _read_outcome(place: Cursor, vocabulary: Vocabulary, scope: Scope, alone: bool) -> Iterator[Outcome]:
    entries = place.data if isinstance(place.data, dict) else {}
    if "table" in entries:
        yield from _read_table_outcomes(place, vocabulary, scope)
    elif "roll" in entries:
        yield from _read_ranges(place, vocabulary, scope, alone)
    elif "otherwise" in entries:
        keys = place.mapping(*OTHERWISE)
        yield _outcome(keys, "otherwise", None, vocabulary, scope)
    else:
        keys = place.mapping(*WHEN)
        if "when" in keys and "text" in keys:
            when = scope.read(keys["when"], vocabulary)
            if when is not None:
                yield _outcome(keys, "text", when, vocabulary, scope)


def _outcome(
    keys: dict[str, Cursor], key: str, when: Expression | None, vocabulary: Vocabulary, scope: Scope
) -> Outcome:
    text = read_template(keys[key], vocabulary)
    offset = 0
    for part in text.parts:
        if not isinstance(part, str):
            offset = keys[key].text().find(part.text, offset)
            scope.check(part, keys[key], offset)
    words = without_signs(text)
    if words is None:
        hint = "write the address out, and the value beside the link"
        keys[key].report("value-in-link", "a link's address cannot contain a value", hint)
        words = text
    label, rich_label = words.outline if words is text else _opening(words.outline.split(" • ")[0]), ""
    if "label" in keys:
        label, rich_label = read_inline(keys["label"])
    return Outcome(label, when, words, None if words is text else text, rich_label)


def _read_table_outcomes(place: Cursor, vocabulary: Vocabulary, scope: Scope) -> Iterator[Outcome]:
    """`{table, roll: a step, column}` -> an outcome for each row of the table that this step's total picks."""
    keys = place.mapping(*OF_TABLE)
    if len(keys) < 2 or "roll" not in keys:
        return
    step = read_name(keys["roll"], vocabulary)
    scope.check(named(step) if step else None, keys["roll"])
    table = _roll_table(keys["table"], scope)
    if table is None:
        return
    column = _column(keys, scope.tables[table.id])
    # A natural result wins over the total, so the rows that ask for one are tried first.
    for row in sorted(table.rows, key=lambda row: not row.natural):
        text = plain(row.cells[column])
        when = Cursor(_condition(step, row.results, row.takes), keys["table"].path, place.problems).expression()
        if when is not None:
            written = Template(text, (text,))
            words = without_signs(written) or written
            yield Outcome(_opening(words.text), when, words, None if words is written else written)


def _read_ranges(place: Cursor, vocabulary: Vocabulary, scope: Scope, alone: bool) -> Iterator[Outcome]:
    """`{roll: a step, 10+: …, 7–9: …, 6-: …}` -> an outcome for each range that this step's total may be in."""
    entries = place.entries()
    name = entries.pop("roll")
    step = read_name(name, vocabulary)
    scope.check(named(step) if step else None, name)
    if not entries:
        place.report("missing-key", "there are no result ranges here", "add lines such as “10+: You do it.”")
    bands = []
    for key, entry in entries.items():
        held = read_range(key)
        if isinstance(held, Problem):
            entry.report(held.code, held.message, held.suggestion)
        elif step:
            bands.append((key, entry, held))
            when = Cursor(_condition(step, held, held.spans), place.path, place.problems).expression()
            yield from _read_range(entry, when, vocabulary, scope)
    check_bands(place, bands, alone)


def _read_range(entry: Cursor, when: Expression | None, vocabulary: Vocabulary, scope: Scope) -> Iterator[Outcome]:
    """A range's text, or `{text, label}`; when it applies -> its outcome, called as it says or as it opens."""
    keys = entry.mapping(*OF_RANGE) if isinstance(entry.data, dict) else {"text": entry}
    if "text" in keys:
        outcome = _outcome(keys, "text", when, vocabulary, scope)
        label = outcome.label if "label" in keys else _opening(outcome.text.outline.split(" • ")[0])
        yield Outcome(label, when, outcome.text, outcome.markdown, outcome.rich_label)


def _opening(text: str) -> str:
    """`Serious injury: out cold, and …` -> `Serious injury`, by which people call it."""
    return re.split(r"[.:;!] ", text, maxsplit=1)[0].rstrip(".!:")


def _roll_table(place: Cursor, scope: Scope) -> RollTable | None:
    found = scope.tables.get(place.text().strip())
    if found is None:
        place.unknown("unknown-table", f"there is no table “{place.text()}”", place.text(), list(scope.tables))
        return None
    table = make_roll_table(found)
    if isinstance(table, RollTable):
        return table
    place.report("not-a-roll-table", f"no die picks a row of the table “{found.id}”", "give the table a “roll:”")
    return None


def _column(keys: dict[str, Cursor], table: GameTable) -> int:
    """The column that holds the outcomes: the one named, by its name or title, or else the second."""
    if "column" not in keys:
        return min(1, len(table.columns) - 1)
    try:
        return table.column(keys["column"].text())
    except ProblemError as error:
        keys["column"].report(error.problem.code, error.problem.message, error.problem.suggestion)
        return 0


def _condition(step: str, results: Range, takes: Spans) -> str:
    """What a row holds and takes -> when a step's result picks it, as an expression."""
    value = f"natural(`{step}`)" if results.natural else f"`{step}`"
    return " or ".join(_within(value, span) for span in takes)


def _within(value: str, span: Span) -> str:
    if span.low is not None and span.low == span.high:
        return f"{value} = {span.low}"
    low = [] if span.low is None else [f"{value} >= {span.low}"]
    high = [] if span.high is None else [f"{value} <= {span.high}"]
    return f"({' and '.join(low + high) or 'true'})"
