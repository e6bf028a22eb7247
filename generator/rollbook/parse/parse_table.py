"""A document that describes a table -> Table. Two forms are read, and either may use what stands in both lists.

handbook form   id, columns (a number: copies side by side), header (titles, alignments), data (texts with bars)
typed form      table (or id), columns (names and kinds), rows (mappings, lists or texts with bars), copies
both            title, roll, outside, modifiers, rule, sortable, filter
"""

from __future__ import annotations

import re

from rollbook.engine.expression import has_dice
from rollbook.engine.parse import parse
from rollbook.engine.problem import ProblemError
from rollbook.engine.roll_table import NO_DIE, RollTable, make_roll_table
from rollbook.model.diagnostic import Diagnostic, closest
from rollbook.model.ruleset import engine_table
from rollbook.model.table import Column, Table
from rollbook.model.yaml_tree import Mapping, Node, Scalar, Sequence, one_or_more, with_apostrophes
from rollbook.parse.parse_columns import parse_columns, parse_header
from rollbook.parse.parse_rows import Row, parse_rows, parse_texts, told, whole_cell

KEYS = (
    *("table", "id", "title", "columns", "header", "data", "rows", "copies", "roll", "outside", "modifiers", "rule"),
    *("sortable", "filter"),
)
OUTSIDE = ("report", "clamp")
_ID = re.compile(r"[\w.-]+")
# More copies than fit on a page, and few enough that a slip of the finger builds no monster.
_MOST_COPIES = 12


def parse_table(document: Mapping, found: list[Diagnostic]) -> Table | None:
    """A document, the problems so far -> its table; None where a problem leaves nothing to show."""
    for entry in document.entries:
        if entry.key.text not in KEYS:
            hint = closest(entry.key.text, KEYS) or f"a table may have {', '.join(KEYS)}"
            found.append(Diagnostic("bad-table", f"a table has no key {entry.key.text!r}", entry.key.place, hint))
    identity = read_id(document.get("table") or document.get("id"), document, found)
    columns, rows = _body(document, found)
    table = Table(
        identity.text.strip() if identity else "",
        with_apostrophes(read_text(document, "title", found)),
        columns,
        rows,
        _copies(document, found),
        _roll(document, found),
        _outside(document, found),
        identity.place if identity else document.place,
        read_text(document, "modifiers", found),
        read_rules(document, found),
        read_sortable(document, found),
        read_filters(document, columns, found),
    )
    # Read to its end all the same, so that its author hears of every problem at once.
    if not identity or not columns:
        return None
    _check_order(table, document, found)
    return table


def _check_order(table: Table, document: Mapping, found: list[Diagnostic]) -> None:
    """A table that readers may sort or pick from -> a problem if its order is not theirs to change."""
    keys = [key for key, said in (("sortable", table.sortable), ("filter", bool(table.filters))) if said]
    for key in keys:
        node = document.get(key)
        assert node is not None, "it was read from there"
        if table.copies > 1:
            hint = f"remove “{key}”, or put the rows one below another"
            found.append(
                Diagnostic("bad-table", "readers cannot sort rows that are set side by side", node.place, hint)
            )
        elif isinstance(make_roll_table(engine_table(table)), RollTable):
            hint = f"remove “{key}”, or write “roll: no” if no die picks a row"
            found.append(Diagnostic("bad-table", "a table that is rolled on keeps its order", node.place, hint))


def read_id(node: Node | None, document: Mapping, found: list[Diagnostic]) -> Scalar | None:
    """What stands behind `table:`, its document -> the id, or None and a problem."""
    if node is None:
        message = "this table has no id"
        found.append(
            Diagnostic("bad-table", message, document.place, "add “id:” with a short name, such as “id: races”")
        )
        return None
    if isinstance(node, Scalar) and _ID.fullmatch(node.text.strip()):
        return node
    hint = "use letters, digits, hyphens and dots, without spaces: it is what $data calls the table"
    found.append(Diagnostic("bad-table", "this is not an id for a table", node.place, hint))
    return None


def _is_handbook(document: Mapping) -> bool:
    return "rows" not in document.keys and not isinstance(document.get("columns"), Sequence | Mapping)


def _body(document: Mapping, found: list[Diagnostic]) -> tuple[tuple[Column, ...], tuple[Row, ...]]:
    """Columns and rows in the form that the document's keys show; no columns where there is nothing to show."""
    handbook = _is_handbook(document)
    above, below = ("header", "data") if handbook else ("columns", "rows")
    head, body = document.get(above), document.get(below)
    mistyped = any(key not in KEYS for key in document.keys)
    for key, node in ((above, head), (below, body)):
        if node is None and not mistyped:
            message = f"this table has no {key!r}"
            found.append(Diagnostic("bad-table", message, document.place, f"add “{key}:” with a list below it"))
    if head is None or body is None:
        return (), ()
    columns = parse_header(head, found) if handbook else parse_columns(head, found)
    if not columns:
        return (), ()
    rows = parse_texts(body, columns, found) if handbook else parse_rows(body, columns, found)
    return columns, rows


def _copies(document: Mapping, found: list[Diagnostic]) -> int:
    """How many copies of the header are side by side; the handbooks say it as `columns: 2`."""
    key = "columns" if _is_handbook(document) and "copies" not in document.keys else "copies"
    node = document.get(key)
    if node is None:
        return 1
    number = int(node.text) if isinstance(node, Scalar) and re.fullmatch(r"\d{1,9}", node.text) else 0
    if 1 <= number <= _MOST_COPIES:
        return number
    hint = "it says how many copies of the header go side by side"
    message = f"{key!r} is not a whole number from 1 to {_MOST_COPIES}"
    found.append(Diagnostic("bad-table", message, node.place, hint))
    return 1


def _roll(document: Mapping, found: list[Diagnostic]) -> str:
    """The die that picks a row. What a reader adds to it stands in `modifiers`, so the book's phrases aren't needed."""
    node = document.get("roll")
    text = read_text(document, "roll", found)
    if not text or not isinstance(node, Scalar):
        return ""
    if text.lower() in NO_DIE:
        return text
    cell = whole_cell(node)
    try:
        if has_dice(parse(text).root):
            return text
        found.append(
            Diagnostic("bad-table", f"there are no dice in {text!r}", cell.place, "write a die such as d20, or no")
        )
    except ProblemError as error:
        found.append(Diagnostic("bad-table", *told(error.problem, cell)))
    return ""


def _outside(document: Mapping, found: list[Diagnostic]) -> str:
    text = read_text(document, "outside", found)
    node = document.get("outside")
    if text and node and text not in OUTSIDE:
        hint = closest(text, OUTSIDE) or "write clamp (take the nearest row) or report (say that no row fits)"
        found.append(Diagnostic("bad-table", f"'outside' cannot be {text!r}", node.place, hint))
    return text if text in OUTSIDE else OUTSIDE[0]


def read_rules(document: Mapping, found: list[Diagnostic]) -> tuple[str, ...]:
    """`rule: one.id`, or a list of ids."""
    node = document.get("rule")
    if isinstance(node, Sequence):
        return tuple(_checked(item, "rule", found) for item in node.items)
    text = read_text(document, "rule", found)
    return (text,) if text else ()


def read_sortable(document: Mapping, found: list[Diagnostic]) -> bool:
    """`sortable: yes` -> whether readers may put the rows into another order."""
    text, node = read_text(document, "sortable", found), document.get("sortable")
    if text not in ("", "yes", "no") and node:
        found.append(Diagnostic("bad-table", f"'sortable' cannot be {text!r}", node.place, "write yes or no"))
    return text == "yes"


def read_filters(document: Mapping, columns: tuple[Column, ...], found: list[Diagnostic]) -> tuple[str, ...]:
    """`filter: level`, or a list of names -> the columns by which readers may pick rows."""
    names = [column.name for column in columns]
    filters = []
    for item in one_or_more(document.get("filter")):
        name = _checked(item, "filter", found)
        if name in names:
            filters.append(name)
        elif name:
            hint = closest(name, names) or f"choose from {', '.join(names)}"
            found.append(Diagnostic("bad-table", f"there is no {name!r} to filter by", item.place, hint))
    return tuple(filters)


def read_text(document: Mapping, key: str, found: list[Diagnostic]) -> str:
    """A document and one of its keys -> the text behind it; nothing where the key isn't there."""
    node = document.get(key)
    return _checked(node, key, found) if node else ""


def _checked(node: Node, key: str, found: list[Diagnostic]) -> str:
    if isinstance(node, Scalar):
        return node.text.strip()
    found.append(Diagnostic("bad-table", f"{key!r} is not text", node.place, "write some text after the colon"))
    return ""
