"""What a search can find; calculators, examples, sheets, tables -> their entries, by the words that a reader sees."""

from __future__ import annotations

from collections.abc import Iterator

from rollbook.model.document.blocks import CalculatorBlock, ExampleBlock, SheetBlock, StatBlock, TableBlock, TableCell
from rollbook.model.document.walk import every_line
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.ruleset import Ruleset
from rollbook.model.table import Column, Table

# The kinds that every book may have; the interface has a word for each. A row of a table goes by its column instead.
KINDS = ("book", "section", "rule", "table", "calculator", "example", "sheet", "stat_block", "term")


@dataclass(frozen=True, slots=True)
class Kind:
    """One of KINDS, or what a table calls the things in its rows: `spell`, with the column's title as its label."""

    name: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class SectionTitle:
    """The heading that something stands under. No anchor: the page's own title."""

    title: str
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A passage or a thing with an address. `names` are what else it is called: the id of a rule, a short form."""

    kind: Kind
    title: str
    page: str  # empty: the book's cover
    anchor: str
    under: SectionTitle
    text: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """Where something is on a page: the heading above it, and the nearest anchor, which may be its own."""

    rules: Ruleset
    page: str
    under: SectionTitle
    anchor: str


# Longer texts in a first column are sentences, not names.
_LONGEST_NAME = 40
_FEWEST_ROWS = 3


def calculator_entry(block: CalculatorBlock, here: Standing) -> Iterator[Entry]:
    """A calculator where it stands -> its entry; nothing for one that could not be read."""
    calculator = here.rules.calculators.get(block.id)
    if calculator is None:
        return
    words = [calculator.note]
    for each in calculator.inputs:
        words += [each.label, each.note, *(choice.name for choice in each.choices)]
    words += [result.label for result in calculator.results]
    words += [outcome.text.outline for outcome in calculator.outcomes]
    yield _entry(here, "calculator", calculator.title or calculator.id, words, calculator.id)


def example_entry(block: ExampleBlock, here: Standing) -> Iterator[Entry]:
    """A worked example -> its entry, found at the nearest anchor above it; nothing for one without a name."""
    calculator = here.rules.calculators.get(block.calculator)
    if calculator is None:
        return
    example = calculator.examples[block.number - 1]
    labels = {each.name: each.label for each in calculator.inputs}
    given = [f"{labels.get(name, name)} {value}" for name, value in example.given.items()]
    if example.title:
        yield _entry(here, "example", example.title, [calculator.title, *given, example.outcome or ""])


def sheet_entry(block: SheetBlock, here: Standing) -> Iterator[Entry]:
    """A character sheet where it stands -> its entry."""
    sheet = here.rules.sheets.get(block.id)
    if sheet is None:
        return
    words = [field.label for field in sheet.fields] + [derived.label for derived in sheet.derived]
    yield _entry(here, "sheet", sheet.title or here.under.title, words, sheet.id)


def stat_block_entry(block: StatBlock, here: Standing) -> Iterator[Entry]:
    """A creature where it stands -> its entry; the passages in it are found with what stands around it."""
    words = [each.label.plain for each in block.fields] + [each.name.plain for each in block.deeds]
    yield _entry(here, "stat_block", block.title.plain, words, block.data.id)


def _entry(here: Standing, kind: str, title: str, words: list[str], *names: str) -> Entry:
    text = " · ".join(" ".join(each.split()) for each in words if each)
    return Entry(Kind(kind), title, here.page, here.anchor, here.under, text, names)


def table_entries(block: TableBlock, table: Table, here: Standing) -> Iterator[Entry]:
    """A table where it stands, its data -> its entries. Shown a second time it has no anchor, and was found already."""
    if not block.anchor:
        return
    titles = [cell.line.plain for cell in block.head]
    rows = [[_plain(cell) for cell in row] for row in block.rows]
    naming = 0 if table.keys else _naming_column(table, rows)
    title = table.title or table.id.replace("-", " ").capitalize()
    named = [[row[naming]] for row in rows] if naming is not None else rows
    text = " · ".join([*titles, *(cell for row in named for cell in row if cell)])
    yield Entry(Kind("table"), title, here.page, here.anchor, here.under, text, (table.id,))
    if naming is None:
        return
    column = table.columns[naming]
    # A column may be called as one of the book's own parts; its rows are none of them.
    name = column.name if column.name not in KINDS else f"{column.name}-row"
    # A record is a spell, say; its first field is only called "name".
    label = title if table.keys else titles[naming] or column.name.capitalize()
    kind = Kind(table.id if table.keys else name, label)
    for row, anchor in zip(rows, block.row_anchors or [here.anchor] * len(rows), strict=True):
        cells = zip(table.columns, titles, row, strict=True)
        text = " · ".join(_said(*cell) for cell in cells if cell[0] is not column and cell[2])
        yield Entry(kind, row[naming], here.page, anchor or here.anchor, here.under, text)


def _plain(cell: TableCell) -> str:
    """A cell -> its words; of a cell with whole passages all of them."""
    return " ".join((cell.line.plain, *(line.plain for line in every_line(cell.blocks)))).strip()


def _naming_column(table: Table, rows: list[list[str]]) -> int | None:
    """The first column of words, if each of its cells is the name of one thing."""
    first = next((number for number, column in enumerate(table.columns) if column.kind in ("text", "link")), None)
    if first is None or len(rows) < _FEWEST_ROWS or len(table.columns) < 2:
        return None
    names = [row[first] for row in rows]
    fit = all(0 < len(name) <= _LONGEST_NAME and any(map(str.isalpha, name)) for name in names)
    return first if fit and len(set(names)) == len(names) else None


def _said(column: Column, title: str, cell: str) -> str:
    return " ".join(part for part in (title, cell, column.unit) if part)
