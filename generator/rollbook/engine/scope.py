"""The names of a document: what may be one, and which of them an expression may use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .document import Cursor, meant
from .expression import Expression, lookups_in, names_in
from .nodes import Name
from .parse import parse
from .problem import Problem, ProblemError
from .table import GameTable
from .vocabulary import Vocabulary


class Scope:
    """The names known so far in a document, the tables that can be looked up, and what to say of names to come."""

    __slots__ = ("later", "names", "tables")

    def __init__(self, tables: Mapping[str, GameTable], names: Iterable[str] = ()) -> None:
        self.names = dict.fromkeys(names)
        self.tables = tables
        self.later: dict[str, str] = {}

    def add(self, name: str, place: Cursor) -> None:
        """A new name; one that is taken is reported at its place."""
        if name in self.names:
            place.report("duplicate-name", f"“{name}” already has a meaning here", "give it a different name")
        self.names[name] = None

    def read(self, place: Cursor | None, vocabulary: Vocabulary) -> Expression | None:
        """The place of an expression, if there is one -> the expression, with what it lacks reported."""
        return None if place is None else self.check(place.expression(vocabulary), place)

    def check(self, expression: Expression | None, place: Cursor, offset: int = 0) -> Expression | None:
        """An expression that starts at a column of the place's text -> itself, with what it lacks reported."""
        if expression is None:
            return None
        for name in names_in(expression.root):
            if name.name not in self.names:
                hint = self.later.get(name.name) or self._with_hyphen(name.name) or meant(name.name, self.names)
                message = f"nothing here is called “{name.name}”"
                self._report(place, "unknown-name", message, hint, offset + name.start, offset + name.end)
        for table, column in lookups_in(expression.root):
            self._check_lookup(table.value, column.value, place, (offset + table.start, offset + column.end))
        return expression

    def _with_hyphen(self, part: str) -> str:
        """What should be a name -> how to write the name that it is a part of; a hyphen is a minus sign otherwise."""
        whole = next((name for name in self.names if part in name.split("-") and name != part), "")
        return f"a name with a hyphen goes in back quotes: `{whole}`" if whole else ""

    def _check_lookup(self, table: str, column: str, place: Cursor, columns: tuple[int, int]) -> None:
        found = self.tables.get(table)
        if found is None:
            self._report(place, "unknown-table", f"there is no table “{table}”", meant(table, self.tables), *columns)
            return
        try:
            found.column(column)
        except ProblemError as error:
            problem = error.problem
            self._report(place, problem.code, problem.message, problem.suggestion, *columns)

    def _report(self, place: Cursor, code: str, message: str, hint: str, start: int, end: int) -> None:
        place.adopt(Problem(code, message, start, end, hint))


def read_name(place: Cursor, vocabulary: Vocabulary) -> str:
    """Here stands the name of an input, step or field -> as expressions say it: a phrase becomes its name."""
    written = place.text().strip()
    if not written:
        place.report("missing-name", "a name is missing here")
        return ""
    quoted = written if written.startswith("`") else f"`{written}`"
    for text in (written, quoted):
        try:
            root = parse(text, vocabulary).root
        except ProblemError:
            continue
        if isinstance(root, Name):
            return root.name
    place.report("bad-name", f"“{written}” cannot be a name", "use letters, digits and spaces, and start with a letter")
    return ""
