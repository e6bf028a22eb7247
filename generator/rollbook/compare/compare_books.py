"""Two books -> their Comparison: rules by their ids, tables and calculators by theirs."""

from __future__ import annotations

from itertools import chain

from rollbook.compare.compare_calculators import compare_calculators
from rollbook.compare.compare_tables import compare_tables
from rollbook.compare.differing import differing
from rollbook.compare.find_passages import find_passages
from rollbook.model.book import Book
from rollbook.model.comparison import Comparison, RuleChange


def compare_books(old: Book, new: Book) -> Comparison:
    """The older and the newer book -> what differs, in the order of the newer one."""
    return Comparison(
        _rules(old, new),
        compare_tables(old, new),
        compare_calculators(old.rules.calculators, new.rules.calculators),
        differing(old.rules.phrases, new.rules.phrases),
    )


def _rules(old: Book, new: Book) -> tuple[RuleChange, ...]:
    before, after = find_passages(old), find_passages(new)
    titles = {title.id: title.title for book in (old, new) for file in book.data for title in file.titles}
    changes = []
    for name in dict.fromkeys(chain(after, before)):
        was, now = before.get(name), after.get(name)
        if (was and was.text) != (now and now.text):
            changes.append(RuleChange(name, titles.get(name, name), was, now))
    return tuple(changes)
