"""Lines of YAML, however half-typed -> where in the document a cursor is, judged by indentation and brackets alone.

A parser couldn't: while a key is being typed, the document isn't YAML yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field

from rollbook.model.quick_dataclass import dataclass
from rollbook.model.source import Source
from rollbook.model.yaml_tree import Entry, Mapping, Node, Scalar, Sequence
from rollbook.parse.read_yaml import read_yaml

_KEY = re.compile(r"""(?P<key>"[^"]*"|'[^']*'|[^\s#'"\[\]{},&*!|>%@`-][^#{}\[\],]*?|`[^`]*`)\s*:(?=\s|$)""")
_DASHES = re.compile(r"\s*(?:-(?:\s+|$))*")
_COMMENT = re.compile(r"(?:^|\s)#")
_QUOTED = re.compile(r"""["'][^"']*$""")


@dataclass(frozen=True, slots=True)
class YamlCursor:
    """`path` are the keys that lead to the mapping or value, entries of lists as ""; `keys` those of the document.

    `typed` is what is between `start` and the cursor: part of a key, or with `in_value` part of the value of the
    last key of the path. `beside` are the keys and texts that are in the same mapping.
    """

    path: tuple[str, ...]
    in_value: bool
    typed: str
    start: int
    keys: tuple[str, ...]
    beside: dict[str, str]
    line: int  # counted from 0, as the first and the last one of the document
    first: int
    last: int


def yaml_cursor(lines: list[str], line: int, column: int) -> YamlCursor | None:
    """Lines, a cursor counted from 0 -> where it is; None in a comment."""
    before = lines[line][:column]
    if _COMMENT.search(before) and not _QUOTED.search(before):
        return None
    first, last = _document(lines, line)
    indent = _depth(before)
    brackets = _open_brackets(before)
    path = (*_climb(lines, first, line, indent, before[:indent]), *brackets.steps)
    keys = tuple(name for name, _ in _entries(lines[first : last + 1], 0))
    if brackets.inmost:
        beside = _beside_in_braces(lines[line], brackets.start)
    else:
        beside = _beside(lines, first, last, line, indent)
    start = brackets.start if brackets.inmost else indent
    key = _KEY.match(before, start) if brackets.inmost != "[" else None
    typed = before[key.end() if key else start :].lstrip()
    in_value = key is not None or brackets.inmost == "["
    path = (*path, _plain(key["key"])) if key else path
    return YamlCursor(path, in_value, typed, column - len(typed), keys, beside, line, first, last)


def _depth(text: str) -> int:
    """A line -> the column where its content begins, after the dashes of lists."""
    dashes = _DASHES.match(text)
    return dashes.end() if dashes else 0


def _plain(key: str) -> str:
    return key[1:-1] if key[:1] in ("'", '"') else key


def _document(lines: list[str], line: int) -> tuple[int, int]:
    first = next((at + 1 for at in range(line - 1, -1, -1) if lines[at].startswith("---")), 0)
    last = next((at - 1 for at in range(line + 1, len(lines)) if lines[at].startswith("---")), len(lines) - 1)
    return first, max(first, last)


def _climb(lines: list[str], first: int, line: int, indent: int, margin: str) -> tuple[str, ...]:
    """From a line upwards -> the keys and entries of lists that it is below."""
    path: list[str] = []
    limit, dashed = indent, False
    for at in reversed([at for at, sign in enumerate(margin) if sign == "-"]):
        path.insert(0, "")
        limit, dashed = at, True
    for text in reversed(lines[first:line]):
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        start = _depth(text)
        key = _KEY.match(text, start)
        if key and (start < limit or (dashed and start == limit)):
            path.insert(0, _plain(key["key"]))
            limit, dashed = start, False
        for column in reversed([at for at, sign in enumerate(text[:start]) if sign == "-"]):
            if column < limit:
                path.insert(0, "")
                limit, dashed = column, True
    return tuple(path)


@dataclass(frozen=True, slots=True)
class _Brackets:
    """Those that are open before the cursor: the keys that lead into them, the last one, and where its entry begins."""

    steps: tuple[str, ...]
    inmost: str
    start: int


def _open_brackets(before: str) -> _Brackets:
    """The text before the cursor on its line -> the brackets still open."""
    stack: list[tuple[str, str]] = []  # each, and the key before it
    start, quote = _depth(before), ""
    for at, sign in enumerate(before):
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'" and before[:at].rstrip()[-1:] in ("", "{", "[", ",", ":", "-"):
            quote = sign
        elif sign in "{[" and (stack or _opens(before[:at])):
            key = _KEY.match(before, start + len(before[start:at]) - len(before[start:at].lstrip()))
            stack.append((sign, _plain(key["key"]) if key else ""))
            start = at + 1
        elif sign in "}]" and stack:
            stack.pop()
        elif sign == "," and stack:
            start = at + 1
    steps: list[str] = []
    for sign, above in stack:
        steps += [above] if above else []
        steps += [""] if sign == "[" else []
    start += len(before[start:]) - len(before[start:].lstrip())
    return _Brackets(tuple(steps), stack[-1][0] if stack else "", start)


def _opens(before: str) -> bool:
    """Whether a bracket here begins a value, and is not part of a text such as `4d6[fire]`."""
    return before.rstrip().endswith((":", "-")) or not before.strip()


def _entries(lines: list[str], indent: int) -> list[tuple[str, str]]:
    """Lines -> the keys at this column, each with the rest of its line."""
    found = []
    for text in lines:
        start = _depth(text)
        if start == indent and (key := _KEY.match(text, start)):
            found.append((_plain(key["key"]), text[key.end() :].strip()))
    return found


def _beside(lines: list[str], first: int, last: int, line: int, indent: int) -> dict[str, str]:
    """The other entries of a block mapping: lines around this one, equally indented, with deeper ones between."""

    def belongs(text: str) -> bool:
        return not text.strip() or _depth(text) >= indent

    top, bottom = line, line
    # A dash begins the mapping; what is indented less is above it.
    while top > first and "-" not in lines[top][:indent] and belongs(lines[top - 1]):
        top -= 1
    while bottom < last and belongs(lines[bottom + 1]) and "-" not in lines[bottom + 1][:indent]:
        bottom += 1
    return dict(_entries([*lines[top:line], *lines[line + 1 : bottom + 1]], indent))


def _beside_in_braces(text: str, start: int) -> dict[str, str]:
    """The other entries between the same braces, as far as they are in this line and hold plain texts."""
    opening = text.rfind("{", 0, start)
    closing = text.find("}", start)
    inner = text[opening + 1 : closing if closing >= 0 else len(text)]
    found = {}
    for piece in inner.split(","):
        if key := _KEY.match(piece.lstrip()):
            found[_plain(key["key"])] = piece.lstrip()[key.end() :].strip()
    return found


@dataclass(frozen=True, slots=True)
class LocalNames:
    """As written. `tables` are the tables whose rows an input or field picks, by its name."""

    inputs: dict[str, Scalar] = field(default_factory=dict)
    steps: dict[str, Scalar] = field(default_factory=dict)
    fields: dict[str, Scalar] = field(default_factory=dict)
    columns: dict[str, Scalar] = field(default_factory=dict)
    tables: dict[str, str] = field(default_factory=dict)

    @property
    def everything(self) -> dict[str, Scalar]:
        return {**self.columns, **self.fields, **self.steps, **self.inputs}


def local_names(lines: list[str], cursor: YamlCursor, path: str = "") -> LocalNames:
    """The lines of a file, a cursor -> the names of the document around it."""
    typed = lines[cursor.line]
    indented = typed[: len(typed) - len(typed.lstrip())]
    # First as it is; then without what is being typed; at last without its whole line.
    for instead in (typed, typed[: cursor.start] + '""', indented):
        shown = [*lines[cursor.first : cursor.line], instead, *lines[cursor.line + 1 : cursor.last + 1]]
        documents, problems = read_yaml(Source(path, "\n" * cursor.first + "\n".join(shown)))
        if documents and isinstance(documents[0], Mapping) and not problems:
            return _names(documents[0])
    return LocalNames()


def _names(document: Mapping) -> LocalNames:
    found = LocalNames()
    for entry, into in ((document.get("inputs"), found.inputs), (document.get("fields"), found.fields)):
        for item in _items(entry):
            name, table = (item.get("name"), item.get("table")) if isinstance(item, Mapping) else (None, None)
            if isinstance(name, Scalar):
                into[name.text] = name
                if isinstance(table, Scalar):
                    found.tables[name.text] = table.text
    for key in ("steps", "derived"):
        found.steps.update((entry.key.text, entry.key) for entry in _entries_of(document.get(key)))
    columns = document.get("columns")
    found.columns.update((entry.key.text, entry.key) for entry in _entries_of(columns) if entry.key.text != "name")
    for item in _items(columns):
        name = item.get("name") if isinstance(item, Mapping) else item
        if isinstance(name, Scalar):
            found.columns[name.text] = name
    return found


def _items(node: Node | None) -> tuple[Node, ...]:
    return node.items if isinstance(node, Sequence) else ()


def _entries_of(node: Node | None) -> Iterator[Entry]:
    """`a: 1` on lines of their own, or in a list with one after each dash."""
    for each in (node, *_items(node)):
        if isinstance(each, Mapping):
            yield from each.entries
