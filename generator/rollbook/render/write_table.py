"""Tables -> HTML: with their titles, with what readers may sort and pick by; records also as entries or cards.

a table      <div class="table-scroll" tabindex="0" role="group" aria-label="…"><table>…</table></div>
its copies   <table class="copies" data-copies="2">, and class="copy-2" on the cells of the second copy
alignment    class="align-left|center|right" on th and td
records      <div class="records entries" data-records="spells">…<div class="record" id="record-spells.salt-lance">…
             or as the rows of a table, <tr id="record-spells.salt-lance">
to be sorted data-sift='{"fields": [["level", "Level", "number", true], …], "sort": true}' on the region of a table or
             on the records: names, titles and kinds of the columns, and whether readers pick by it; in a record a
             field is known by its data-field
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape

from rollbook.engine.quantity import read_quantity
from rollbook.model.document.blocks import TableBlock, TableCell
from rollbook.model.document.inlines import Text
from rollbook.model.table import Column, Table
from rollbook.render.medium import Live, Medium, Widgets
from rollbook.render.roll_notes import short_json
from rollbook.render.write_html import HtmlWriter, escaped


class TableWriter(HtmlWriter):
    """Writes tables and records with the medium's addresses."""

    breaks = True

    def __init__(self, medium: Medium, live: Live | None, widgets: Widgets | None) -> None:
        self._medium = medium
        self._live = live
        self._widgets = widgets
        self._below = ""  # the words of the heading or page's title that is above

    def table(self, table: TableBlock) -> str:
        return self._records(table, table.data) if table.data and table.form != "table" else self._table(table)

    def _table(self, table: TableBlock) -> str:
        label = table.label or self._label("index_table")
        bar = self._live.table_bar(table, table.roll) if self._live and table.roll else ""
        named = self._named(table)
        if table.data and table.data.title and not self._live:  # paper and e-books place the title themselves
            named += f' data-title="{escape(table.data.title)}"'
        named += f'{self._sift(table)} tabindex="0" role="group" aria-label="{escape(label)}"'
        region = f'<div class="table-scroll"{named}>'
        copies = f' class="copies" data-copies="{table.copies}"' if table.copies > 1 else ""
        die = f' data-roll-table="{escape(table.roll.die.text)}"' if table.roll else ""
        head = self._row([table.head] * table.copies, self._title)
        rows = "".join(self._rows(table))
        body = f"<tbody>\n{rows}</tbody>\n" if rows else ""
        foot = self._live.table_foot(table) if self._live else ""
        whole = f"<table{copies}{die}>\n{self._caption(table)}<thead>\n{head}</thead>\n{body}</table>\n"
        return f"{bar}{region}\n{whole}</div>\n{foot}"

    def _caption(self, table: TableBlock) -> str:
        """A table's title, unless the heading above it says the same."""
        title = table.data.title if table.data and self._live else ""
        return f"<caption>{escaped(title)}</caption>\n" if title.casefold() not in ("", self._below.casefold()) else ""

    def _rows(self, table: TableBlock) -> Iterator[str]:
        data = table.data
        if data is None or table.copies > 1:
            yield from (self._row(row, self._cell) for row in table.side_by_side())
            return
        anchors = table.row_anchors or ("",) * len(table.rows)
        for row, anchor, name in zip(table.rows, anchors, table.names, strict=True):
            own, _ = self._address(anchor, name)
            # A pin in every row would crowd the table; the screen's own list has them.
            tools = self._live.heading_link(self._medium.anchor(anchor), name) if self._live and anchor else ""
            cells = zip(row, data.columns, (tools, *[""] * len(row)), strict=False)
            written = "".join(self._cell(cell, 1, column, tool) for cell, column, tool in cells)
            yield f"<tr{own}>\n{written}</tr>\n"

    def _row(self, copies: list[tuple[TableCell, ...]], write: Callable[[TableCell, int], str]) -> str:
        cells = (write(cell, number) for number, copy in enumerate(copies, 1) for cell in copy)
        return f"<tr>\n{''.join(cells)}</tr>\n"

    def _title(self, cell: TableCell, copy: int) -> str:
        # A header cell without words heads nothing, and a screen reader should not say that it does.
        tag, scope = ("th", ' scope="col"') if cell.line.written else ("td", "")
        return f"<{tag}{scope}{_cell_class(cell, copy)}>{self.inlines(cell.line.inlines)}</{tag}>\n"

    def _cell(self, cell: TableCell, copy: int, column: Column | None = None, tools: str = "") -> str:
        value = _value(column, cell) if column else ""
        return f"<td{_cell_class(cell, copy)}{value}>{self._content(cell)}{tools}</td>\n"

    def _content(self, cell: TableCell) -> str:
        if cell.blocks:
            return self.blocks(cell.blocks)
        match cell.line.inlines:
            case (Text(words),):  # most cells are nothing else
                return escaped(words)
            case inlines:
                return self.inlines(inlines)

    def _records(self, table: TableBlock, data: Table) -> str:
        """Records as entries or cards, one below or beside the other, each a passage with a title of its own."""
        items = zip(table.rows, table.row_anchors, table.names, strict=True)
        written = "".join(self._record(table, data, row, self._address(anchor, name)) for row, anchor, name in items)
        foot = self._live.table_foot(table) if self._live else ""
        about = f'data-records="{escape(data.id)}"{self._named(table)}{self._sift(table)}'
        title = f' aria-label="{escape(table.label)}"' if table.label else ""
        return f'<div class="records {table.form}" {about} role="group"{title}>\n{written}</div>\n{foot}'

    def _record(self, table: TableBlock, data: Table, row: tuple[TableCell, ...], address: tuple[str, str]) -> str:
        own, tools = address
        level = min(table.level or 3, 6)
        name = self.inlines(row[0].line.inlines)
        facts, texts = [], []
        for column, title, cell in zip(data.columns[1:], table.head[1:], row[1:], strict=True):
            content = self._content(cell)
            field = f' data-field="{escape(column.name)}"'
            if content and column.kind == "markdown":
                tag = "p" if all(getattr(block, "tight", False) for block in cell.blocks) else "div"
                texts.append(f'<{tag} class="record-text"{field}>{content}</{tag}>\n')
            elif content:
                term = self.inlines(title.line.inlines)
                facts.append(
                    f"<div><dt>{term}</dt> <dd{field}{_value(column, cell)}>{content}{_unit(column)}</dd></div>\n"
                )
        listed = f'<dl class="record-facts">\n{"".join(facts)}</dl>\n' if facts else ""
        head = f'<h{level} class="record-title">{name}</h{level}>{tools}\n'
        return f'<div class="record"{own}>\n{head}{listed}{"".join(texts)}</div>\n'

    def _sift(self, table: TableBlock) -> str:
        """A table whose author lets readers sort or pick -> what the page needs; a die needs the rows in order."""
        data = table.data
        if not self._live or data is None or table.roll or table.copies > 1 or not (data.sortable or data.filters):
            return ""
        titles = [cell.line.plain for cell in table.head]
        fields = [
            [column.name, title, column.kind, column.name in data.filters]
            for column, title in zip(data.columns, titles, strict=True)
        ]
        return f' data-sift="{escape(short_json({"fields": fields, "sort": data.sortable}))}"'

    def _named(self, table: TableBlock) -> str:
        return f' id="{escape(self._medium.anchor(table.anchor))}"' if table.anchor else ""

    def _address(self, anchor: str, name: str) -> tuple[str, str]:
        """A record's anchor and name -> its id as an attribute, and its tools."""
        if not anchor:
            return "", ""
        own = self._medium.anchor(anchor)
        return f' id="{escape(own)}"', self._live.record_tools(own, anchor, name) if self._live else ""

    def _label(self, name: str) -> str:
        return escaped(self._widgets.label(name)) if self._widgets else ""


def _value(column: Column, cell: TableCell) -> str:
    """A number that readers' own scripts would read otherwise, such as ½ -> its value as an attribute."""
    number = read_quantity(cell.line.plain) if column.kind == "number" else None
    return f' data-value="{float(number):g}"' if number is not None and str(number) != cell.line.plain else ""


def _unit(column: Column) -> str:
    return f" {escaped(column.unit)}" if column.unit else ""


def _cell_class(cell: TableCell, copy: int) -> str:
    """The page's policy allows no styles, so alignment is a class."""
    if copy == 1:  # as in most tables
        return f' class="align-{cell.align}"' if cell.align else ""
    names = [f"copy-{copy}"]
    names += [f"align-{cell.align}"] if cell.align else []
    return f' class="{" ".join(names)}"'
