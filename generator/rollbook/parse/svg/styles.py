"""Style sheets and style="…" of a drawing -> attributes of its elements, by the rules of the cascade.

As attributes, all references and colours of a drawing are in one place, where they can be checked.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

import tinycss2  # type: ignore[import-untyped]

from rollbook.model.allowed_markup import PROPERTIES, Kind
from rollbook.model.quick_dataclass import dataclass
from rollbook.parse.svg.read_svg import Node, Remark, shortened
from rollbook.parse.svg.values import checked

_MOST_BYTES = 200_000
_MOST_BRACKETS = 8  # one in another; the parser calls itself for each
_COMPOUND = re.compile(r"([A-Za-z][\w-]*|\*)?((?:[.#][\w-]+)*)")
_FONT = re.compile(
    r"(?P<before>(?:[\w-]+\s+)*?)(?P<size>[\d.]+(?:px|pt|pc|mm|cm|in|em|ex|rem|%)?)(?:\s*/\s*\S+)?\s+(?P<family>\S.*)"
)

# In style sheets, unlike in attributes, browsers take no bare numbers for these.
_WITH_UNITS = frozenset(name for name, kind in PROPERTIES.items() if kind is Kind.LENGTHS and "stroke" not in name)
_LACKS_UNIT = re.compile(r"[+-]?[\d.]*[1-9][\d.]*")


@dataclass(frozen=True, slots=True)
class _Declaration:
    """A property's value, and what decides between two: later wins where the rest is equal."""

    name: str
    value: str
    important: bool


@dataclass(frozen=True, slots=True)
class _Compound:
    """`rect.wall#north`: what an element must be."""

    tag: str
    id: str
    classes: frozenset[str]

    def fits(self, node: Node) -> bool:
        return (
            self.tag in ("", "*", node.tag)
            and self.id in ("", node.attributes.get("id", ""))
            and self.classes <= _classes(node)
        )

    @property
    def key(self) -> str:
        """Under which its rule is looked up: an element is asked for few rules, however many there are."""
        return next((f".{name}" for name in sorted(self.classes)), f"#{self.id}" if self.id else self.tag)


@dataclass(frozen=True, slots=True)
class _Rule:
    """Elements inside elements, the outermost first, and what is declared for the last."""

    path: tuple[_Compound, ...]
    declarations: tuple[_Declaration, ...]
    number: int

    def fits(self, node: Node, around: tuple[Node, ...]) -> bool:
        if not self.path[-1].fits(node):
            return False
        outer = list(around)
        for compound in reversed(self.path[:-1]):
            while outer and not compound.fits(outer[-1]):
                outer.pop()
            if not outer:
                return False
            outer.pop()
        return True

    @property
    def weight(self) -> tuple[int, int, int, int]:
        ids = sum(bool(compound.id) for compound in self.path)
        classes = sum(len(compound.classes) for compound in self.path)
        return ids, classes, sum(compound.tag not in ("", "*") for compound in self.path), self.number


def apply_styles(root: Node, sheets: Iterable[Node], remarks: list[Remark]) -> None:
    """A drawing and its style sheets -> every element has its properties as attributes."""
    rules: dict[str, list[_Rule]] = defaultdict(list)
    for number, rule in enumerate(_rules(sheets, remarks)):
        path, declarations = rule
        rules[path[-1].key].append(_Rule(path, declarations, number))
    for node, around in root.walk():
        keys = ("", "*", node.tag, f"#{node.attributes.get('id', '')}", *(f".{name}" for name in _classes(node)))
        fitting = [rule for key in keys for rule in rules.get(key, ()) if rule.fits(node, around)]
        declared = [each for rule in sorted(fitting, key=lambda rule: rule.weight) for each in rule.declarations]
        declared += _declarations(node.attributes.pop("style", ""), node, remarks)
        for each in sorted(declared, key=lambda each: each.important):
            value = checked(each.name, each.value)
            if value is None:
                message = f"the style {each.name}: {shortened(each.value)} is not allowed in a drawing and was removed"
                remarks.append(Remark(message, node.line, node.column))
            else:
                node.attributes[each.name] = value


def _classes(node: Node) -> frozenset[str]:
    return frozenset(node.attributes.get("class", "").split())


def _rules(
    sheets: Iterable[Node], remarks: list[Remark]
) -> Iterator[tuple[tuple[_Compound, ...], tuple[_Declaration, ...]]]:
    for sheet in sheets:
        text = sheet.text()
        if _is_too_much(text):
            remarks.append(Remark("a style sheet that is far too long or nested was removed", sheet.line, sheet.column))
            continue
        for rule in tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True):
            at = (sheet.line + rule.source_line - 1, rule.source_column)
            if rule.type != "qualified-rule":
                what = f"@{rule.at_keyword}" if rule.type == "at-rule" else "a rule that cannot be read"
                remarks.append(Remark(f"{what} was removed from the drawing's style sheet", *at))
                continue
            declarations = tuple(_read(rule.content))
            for selector in tinycss2.serialize(rule.prelude).split(","):
                path = _path(selector)
                if path:
                    yield path, declarations
                else:
                    message = f"the style for {' '.join(selector.split())!r} was removed"
                    hint = "a drawing's style sheet may name elements, .classes and #ids"
                    remarks.append(Remark(message, *at, hint))


def _path(selector: str) -> tuple[_Compound, ...]:
    """`g.town rect` -> its parts; nothing for anything that is more than elements inside elements."""
    path = []
    for written in selector.split():
        match = _COMPOUND.fullmatch(written)
        if match is None or not written:
            return ()
        marks = re.findall(r"[.#][\w-]+", match[2])
        ids = [mark[1:] for mark in marks if mark[0] == "#"]
        classes = frozenset(mark[1:] for mark in marks if mark[0] == ".")
        path.append(_Compound(match[1] or "", ids[0] if ids else "", classes))
    return tuple(path)


def _declarations(written: str, node: Node, remarks: list[Remark]) -> list[_Declaration]:
    if _is_too_much(written):
        remarks.append(Remark(f"a style that is far too long was removed from <{node.tag}>", node.line, node.column))
        return []
    return list(_read(written))


def _read(content: object) -> Iterator[_Declaration]:
    """The inside of a rule or of style="…" -> its known properties; others show nothing in a drawing."""
    for each in tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
        if each.type != "declaration":
            continue
        value = tinycss2.serialize(each.value).strip()
        for name, part in _expanded(each.lower_name, value):
            if name in PROPERTIES and not (name in _WITH_UNITS and _LACKS_UNIT.fullmatch(part)):
                yield _Declaration(name, part, each.important)


def _expanded(name: str, value: str) -> Iterator[tuple[str, str]]:
    """A shorthand -> its properties."""
    if name == "marker":
        yield from ((f"marker-{where}", value) for where in ("start", "mid", "end"))
    elif name == "font" and (match := _FONT.fullmatch(value)):
        for word in match["before"].split():
            if word in ("italic", "oblique"):
                yield "font-style", word
            elif word in ("bold", "bolder", "lighter") or word.isdecimal():
                yield "font-weight", word
        yield "font-size", match["size"]
        yield "font-family", match["family"]
    else:
        yield name, value


def _is_too_much(text: str) -> bool:
    if len(text) > _MOST_BYTES:
        return True
    deepest = depth = 0
    for sign in re.findall(r"[\[({\])}]", text):
        depth = depth + 1 if sign in "[({" else max(0, depth - 1)
        deepest = max(deepest, depth)
    return deepest > _MOST_BRACKETS
