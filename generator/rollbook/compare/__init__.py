"""Two books -> their Comparison: rules, tables and calculators by their ids, with the chances that changed.

And what a change does to those who play: chances at the examples, and words that a formula left behind. The chances at
the defaults of a calculator whose formulas differ are in its CalculatorChange; those of each worked example, and those
that differ because a table or the vocabulary does, come by themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import chain

from rollbook.cache import stored
from rollbook.compare.passages import find_passages
from rollbook.engine.calculator import Calculator
from rollbook.engine.calculator.odds import outcome_odds
from rollbook.engine.problem import ProblemError
from rollbook.engine.roll_table import RollTable, make_roll_table
from rollbook.engine.roll_table.roll_on import row_odds
from rollbook.model import comparison
from rollbook.model.book import Book
from rollbook.model.document.blocks import TableBlock
from rollbook.model.document.walk import every_block
from rollbook.model.ruleset import engine_table
from rollbook.model.table import Table

_Chances = Mapping[str, Fraction]
_NUMBER = re.compile(r"\d+(?:d\d+)?")


def compare_books(old: Book, new: Book) -> comparison.Comparison:
    """The older and the newer book -> what differs, in the order of the newer one."""
    return comparison.Comparison(
        _rules(old, new),
        _compare_tables(old, new),
        _compare_calculators(old.rules.calculators, new.rules.calculators),
        _formula_changes(old.rules.phrases, new.rules.phrases),
    )


def _rules(old: Book, new: Book) -> tuple[comparison.RuleChange, ...]:
    before, after = find_passages(old), find_passages(new)
    titles = {title.id: title.title for book in (old, new) for file in book.data for title in file.titles}
    changes = []
    for name in dict.fromkeys(chain(after, before)):
        was, now = before.get(name), after.get(name)
        if (was and was.text) != (now and now.text):
            changes.append(comparison.RuleChange(name, titles.get(name, name), was, now))
    return tuple(changes)


def _formula_changes(old: Mapping[str, str], new: Mapping[str, str]) -> tuple[comparison.FormulaChange, ...]:
    """Two sets of named formulas -> those that differ, in the order of the newer set."""
    names = dict.fromkeys(chain(new, old))
    pairs = ((name, old.get(name, ""), new.get(name, "")) for name in names)
    return tuple(comparison.FormulaChange(name, was, now) for name, was, now in pairs if was != now)


def _compare_calculators(
    old: Mapping[str, Calculator], new: Mapping[str, Calculator]
) -> tuple[comparison.CalculatorChange, ...]:
    """The older and the newer book's calculators by id -> those that differ."""
    changes = (_compare_calculator(old.get(name), new.get(name)) for name in dict.fromkeys(chain(new, old)))
    return tuple(change for change in changes if change is not None)


def _compare_calculator(old: Calculator | None, new: Calculator | None) -> comparison.CalculatorChange | None:
    calculator = new or old
    assert calculator is not None, "at least one of the books has it"
    if old is None or new is None:
        return comparison.CalculatorChange(calculator.id, calculator.title, "new" if old is None else "old", (), ())
    formulas = _formula_changes(_formulas(old), _formulas(new))
    if not formulas:
        return None
    return comparison.CalculatorChange(
        calculator.id, calculator.title, "", formulas, tuple(_odds_changes(_chances(old), _chances(new)))
    )


def _formulas(calculator: Calculator) -> dict[str, str]:
    """What a calculator works with, by the name that readers see: its steps, and the bounds of its inputs."""
    steps = {step.name: step.expression.text for step in calculator.steps}
    inputs = {given.label: _bounds(given.low, given.high) for given in calculator.inputs if given.kind == "number"}
    outcomes = {outcome.label: outcome.when.text for outcome in calculator.outcomes if outcome.when is not None}
    return {**steps, **inputs, **outcomes}


def _bounds(low: object, high: object) -> str:
    if low is None and high is None:
        return "any number"
    return f"{'' if low is None else low} to {'' if high is None else high}".strip()


def _odds_changes(before: _Chances, after: _Chances, label: str = "") -> Iterator[comparison.OddsChange]:
    """Chances by what they are of, before and after -> those that differ, each named after the label."""
    for what in dict.fromkeys(chain(after, before)):
        if before.get(what) != after.get(what):
            yield comparison.OddsChange(f"{label}{what}", before.get(what), after.get(what))


@stored
def _chances(calculator: Calculator, given: tuple[tuple[str, object], ...] = ()) -> _Chances:
    """A calculator, inputs -> the chance of each outcome, with defaults for the rest; nothing if they don't suffice."""
    try:
        outcomes = outcome_odds(calculator, dict(given))
    except ProblemError:
        return {}
    return {found.outcome.label if found.outcome else "nothing of these": found.chance for found in outcomes}


_EMPHASIS = "*_` "


def _compare_tables(old: Book, new: Book) -> tuple[comparison.TableChange, ...]:
    """The older and the newer book -> their tables that differ. Only tables that a page shows are compared."""
    before, after = _shown(old), _shown(new)
    changes = (_compare_table(before.get(name), after.get(name)) for name in dict.fromkeys(chain(after, before)))
    return tuple(change for change in changes if change is not None)


def _shown(book: Book) -> dict[str, Table]:
    blocks = (block for page in book.pages for block in every_block(page.blocks))
    shown = (block.data for block in blocks if isinstance(block, TableBlock) and block.data)
    return {table.id: table for table in shown}


def _compare_table(old: Table | None, new: Table | None) -> comparison.TableChange | None:
    table = new or old
    assert table is not None, "at least one of the books has it"
    title = table.title or table.id
    if old is None or new is None:
        return comparison.TableChange(table.id, title, "new" if old is None else "old", (), ())
    cells = tuple(_cells(old, new))
    odds = tuple(_odds_changes(_row_chances(old), _row_chances(new)))
    return comparison.TableChange(table.id, title, "", cells, odds) if cells or odds else None


def _cells(old: Table, new: Table) -> Iterator[comparison.CellChange]:
    """Rows are identified by their first cell, so moving one doesn't count as a change."""
    before, after = _by_label(old), _by_label(new)
    columns = dict.fromkeys(column.title for table in (new, old) for column in table.columns[1:])
    for label in dict.fromkeys(chain(after, before)):
        was, now = before.get(label, {}), after.get(label, {})
        if not was or not now:
            whole = " | ".join(cell for cell in (was or now).values() if cell)
            yield comparison.CellChange(label, "", whole if was else "", whole if now else "")
            continue
        for column in columns:
            if was.get(column, "") != now.get(column, ""):
                yield comparison.CellChange(label, column, was.get(column, ""), now.get(column, ""))


def _by_label(table: Table) -> dict[str, dict[str, str]]:
    titles = [column.title for column in table.columns[1:]]
    return {
        row[0].text.strip(_EMPHASIS): dict(zip(titles, (cell.text.strip() for cell in row[1:]), strict=True))
        for row in table.rows
    }


def _row_chances(table: Table) -> _Chances:
    """A table that a die picks from -> the chance of what each row says, without modifiers; else nothing."""
    rollable = make_roll_table(engine_table(table))
    if not isinstance(rollable, RollTable):
        return {}
    found: dict[str, Fraction] = {}
    for row, chance in zip(rollable.rows, row_odds(rollable).rows, strict=True):
        what = next((cell.strip(_EMPHASIS) for cell in row.cells[1:] if cell.strip()), row.label)
        found[what] = found.get(what, Fraction(0)) + chance
    return found


def compare_odds_at_examples(old: Book, new: Book, changes: comparison.Comparison) -> tuple[comparison.OddsChange, ...]:
    """The older and the newer book, what differs -> chances that differ with the inputs of the newer one's examples."""
    told = {change.id for change in changes.calculators}
    before = old.rules.calculators
    pairs = [(before[name], after) for name, after in new.rules.calculators.items() if name in before]
    return tuple(
        change
        for was, now in pairs
        if was != now
        for label, given in _cases(now, at_defaults=now.id not in told)
        for change in _differing(f"{now.title or now.id}, {label}", was, now, given)
    )


def _cases(calculator: Calculator, *, at_defaults: bool) -> Iterator[tuple[str, Mapping[str, object]]]:
    """A calculator -> the inputs to try it with, each named: its examples', every set of them once."""
    seen: list[Mapping[str, object]] = [{}]
    if at_defaults:
        yield "at its defaults", {}
    for number, example in enumerate(calculator.examples, 1):
        if example.given not in seen:
            seen.append(example.given)
            yield example.title or f"example {number}", example.given


def _differing(
    label: str, old: Calculator, new: Calculator, given: Mapping[str, object]
) -> Iterator[comparison.OddsChange]:
    inputs = tuple(given.items())
    before, after = _chances(old, inputs), _chances(new, inputs)
    if before and after:
        yield from _odds_changes(before, after, f"{label}: ")


def compare_sheets(old: Book, new: Book) -> tuple[comparison.FormulaChange, ...]:
    """The older and the newer book -> values of their character sheets that are worked out differently."""
    return _formula_changes(_derived(old), _derived(new))


def _derived(book: Book) -> dict[str, str]:
    sheets = book.rules.sheets.values()
    return {f"{sheet.title or sheet.id}, {each.label}": each.value.text for sheet in sheets for each in sheet.derived}


def find_out_of_step(new: Book, changes: comparison.Comparison) -> tuple[comparison.OutOfStep, ...]:
    """The newer book, what differs -> rules of which only the formula, or only a number in the words, changed."""
    reworded = {change.id for change in changes.rules}
    numbers = {change.id for change in changes.rules if _is_renumbered(change)}
    rewritten = {change.id for change in changes.calculators if not change.only}
    found = []
    for calculator in new.rules.calculators.values():
        for rule in calculator.rules:
            if calculator.id in rewritten and rule not in reworded:
                found.append(comparison.OutOfStep(rule, calculator.id, "formula"))
            elif calculator.id not in rewritten and rule in numbers:
                found.append(comparison.OutOfStep(rule, calculator.id, "words"))
    return tuple(found)


def _is_renumbered(change: comparison.RuleChange) -> bool:
    """Whether both books have a rule, with different numbers or dice."""
    return bool(change.old and change.new) and _numbers(change.old) != _numbers(change.new)


def _numbers(passage: comparison.Passage | None) -> list[str]:
    return _NUMBER.findall(passage.text) if passage else []
