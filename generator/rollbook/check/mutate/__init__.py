"""`rollbook check --mutate`: Shelf -> its rules changed one constant at a time, and which changes no example notices.

An example that comes out the same whatever the rule says plays nothing. So each constant of a calculator, and each cell
of a table that calculators use, is changed by one; the examples should then disagree with the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rollbook.check.mutate.change_rules import Use, change_document, change_table, used_columns
from rollbook.engine.calculator import Calculator
from rollbook.engine.calculator.read import read_calculator
from rollbook.engine.find_faults import check_examples
from rollbook.engine.problem import ProblemError
from rollbook.engine.table import GameTable
from rollbook.engine.vocabulary import Vocabulary
from rollbook.engine.words import Words
from rollbook.model.book import Shelf
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.ruleset import Ruleset, engine_table, rule_of
from rollbook.model.source import Place
from rollbook.model.yaml_tree import Data, place_in
from rollbook.words import speech

_HINT = "add an example where it matters"


@dataclass(frozen=True, slots=True)
class Mutated:
    """How many changes there were, and a problem for each that nothing noticed and for each rule that nothing plays."""

    changes: int
    unnoticed: tuple[Diagnostic, ...]
    unplayed: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class _Change:
    """What was changed, where it stands, and the numbers of the examples that noticed, from 0."""

    place: Place
    message: str
    noticed: frozenset[int]


def mutate(shelf: Shelf) -> Mutated:
    """All books -> what becomes of their examples. What several books share counts once: if one notices, it is seen."""
    seen: dict[tuple[Place, str], _Change] = {}
    unplayed: dict[Place, Diagnostic] = {}
    for book in shelf.books:
        bench = _Bench(book.rules, speech(book.settings.language))
        for change in bench.changes(unplayed):
            before = seen.get((change.place, change.message))
            seen[change.place, change.message] = before if before and before.noticed else change
    missed = [each for each in seen.values() if not each.noticed]
    unnoticed = tuple(Diagnostic("unnoticed-change", each.message, each.place, _HINT) for each in missed)
    return Mutated(len(seen), unnoticed, tuple(unplayed.values()))


class _Bench:
    """The rules of one book, to be tried with a change in them."""

    def __init__(self, rules: Ruleset, words: Words) -> None:
        self._rules = rules
        self._words = words
        self._vocabulary = Vocabulary(rules.phrases)
        self._tables = {name: engine_table(table) for name, table in rules.tables.items()}

    def changes(self, unplayed: dict[Place, Diagnostic]) -> Iterator[_Change]:
        """-> every change, and in `unplayed` the rules that a calculator names and whose examples notice none."""
        by_table: dict[str, dict[str, set[Use]]] = {}
        noticing: dict[str, set[int]] = {}
        for name, calculator in self._rules.calculators.items():
            for change in self._in_document(name):
                noticing.setdefault(name, set()).update(change.noticed)
                yield change
            for use in used_columns(calculator, self._document(name)):
                by_table.setdefault(use.table, {}).setdefault(name, set()).add(use)
        for table, users in by_table.items():
            yield from self._in_table(table, users, noticing)
        for name, calculator in self._rules.calculators.items():
            for problem in self._unplayed(name, calculator, noticing.get(name, set())):
                unplayed.setdefault(problem.place, problem)

    def _in_document(self, name: str) -> Iterator[_Change]:
        node = self._rules.written[f"calculator/{name}"].node
        for changed in change_document(self._document(name), self._vocabulary):
            noticed = self._noticed(changed.document, self._tables)
            if noticed is not None:
                edit = changed.edit
                place = place_in(node, changed.path, edit.start, edit.end)
                was = changed.text[edit.start : edit.end]
                yield _Change(place, f"no example of {name} notices if {was!r} becomes {edit.became!r}", noticed)

    def _in_table(self, table: str, users: Mapping[str, set[Use]], noticing: dict[str, set[int]]) -> Iterator[_Change]:
        written = self._rules.tables[table]
        for changed in change_table(self._tables[table], set[Use]().union(*users.values())):
            cell = written.rows[changed.row][changed.column]
            tables = {**self._tables, table: changed.table}
            tried = {name: self._noticed(self._document(name), tables) for name in users}
            for name, noticed in tried.items():
                noticing.setdefault(name, set()).update(noticed or ())
            message = f"no example notices if {cell.text!r} in {table} becomes {changed.became!r}"
            yield _Change(cell.place, message, frozenset().union(*(noticed or () for noticed in tried.values())))

    def _noticed(self, document: Data, tables: Mapping[str, GameTable]) -> frozenset[int] | None:
        """A changed calculator -> the examples that come out differently; None: it is no rule any more."""
        try:
            read = read_calculator(document, self._vocabulary, tables)
        except ProblemError:
            return None
        if not isinstance(read, Calculator):
            return None
        return frozenset(int(problem.path[1]) for problem in check_examples(read, self._words))

    def _unplayed(self, name: str, calculator: Calculator, noticing: set[int]) -> Iterator[Diagnostic]:
        for at, rule in enumerate(calculator.rules):
            own = {number for number, each in enumerate(calculator.examples) if rule_of(each, calculator) == rule}
            if not own & noticing:
                path = ("rule", at) if len(calculator.rules) > 1 else ("rule",)
                place = place_in(self._rules.written[f"calculator/{name}"].node, path)
                message = f"the calculator {name} names the rule {rule!r}, but no example plays that rule"
                hint = f"add an example with “rule: {rule}”, or don't name it"
                yield Diagnostic("unplayed-rule", message, place, hint)

    def _document(self, name: str) -> Data:
        return self._rules.documents[f"calculator/{name}"]
