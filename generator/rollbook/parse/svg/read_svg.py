"""The bytes of a drawing -> its allowed elements with all their attributes, and its style sheets.

Expat, Python's own, with nothing but the grammar of XML: no declarations of entities, nothing fetched.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from xml.parsers import expat

from rollbook.model.allowed_markup import ELEMENTS, MAX_BYTES, MAX_NESTING, SVG, UNSEEN, WITH_TEXT, XHTML, XLINK, XML
from rollbook.model.quick_dataclass import dataclass

_SAVE = "save it as plain SVG in UTF-8, or as PNG"
# Attributes of other namespaces that mean something here.
_ADOPTED = {f"{XLINK} href": "href", f"{XML} lang": "lang", f"{XML} space": "xml:space"}


@dataclass(slots=True, eq=False)
class Node:
    """One element of SVG: its name, its attributes, where it begins, and its content."""

    tag: str
    attributes: dict[str, str]
    line: int
    column: int
    children: list[Node | str] = field(default_factory=list)

    @property
    def elements(self) -> list[Node]:
        return [child for child in self.children if isinstance(child, Node)]

    def walk(self) -> Iterator[tuple[Node, tuple[Node, ...]]]:
        """-> this element and all inside, each with the elements around it, the nearest last."""
        waiting: list[tuple[Node, tuple[Node, ...]]] = [(self, ())]
        while waiting:
            node, around = waiting.pop()
            yield node, around
            waiting += [(child, (*around, node)) for child in reversed(node.elements)]

    def text(self) -> str:
        return "".join(child for child in self.children if isinstance(child, str))


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that was left out of the drawing, and where it was."""

    message: str
    line: int
    column: int
    hint: str = ""


class UnusableError(Exception):
    """A drawing that cannot be published at all; `limit`: it is too much rather than wrong."""

    def __init__(self, message: str, line: int = 1, column: int = 1, hint: str = "", *, limit: bool = False) -> None:
        super().__init__(message)
        self.remark = Remark(message, line, column, hint)
        self.limit = limit


def shortened(value: str) -> str:
    """A value of any length -> as much of it as a message can show."""
    shown = " ".join(value.split())
    return shown if len(shown) <= 60 else f"{shown[:60]}…"


def read_svg(content: bytes, remarks: list[Remark]) -> tuple[Node, list[Node]]:
    """Bytes -> the root and the style sheets, each an element with text; what may not be there goes to `remarks`."""
    if len(content) > MAX_BYTES:
        message = f"the drawing has {len(content):,} bytes; {MAX_BYTES:,} are the most"
        raise UnusableError(message, hint="simplify it, or save it as PNG", limit=True)
    reader = _Reader(remarks)
    try:
        reader.parser.Parse(content, True)
    except expat.ExpatError as error:
        message = f"the drawing cannot be read: {expat.ErrorString(error.code)}"
        raise UnusableError(message, error.lineno, error.offset + 1, _SAVE) from error
    except (ValueError, LookupError) as error:  # an encoding that Expat doesn't know
        raise UnusableError("the drawing cannot be read: its encoding is not known", hint=_SAVE) from error
    assert reader.root is not None, "a document without a root is none"
    return reader.root, reader.sheets


class _Reader:
    """Builds the tree; `_skipped` counts the open elements of a part that is left out."""

    def __init__(self, remarks: list[Remark]) -> None:
        self.root: Node | None = None
        self.sheets: list[Node] = []
        self._remarks = remarks
        self._open: list[Node] = []
        self._skipped = 0
        self._space = SVG
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.SkippedEntityHandler = self._entity
        self.parser.ProcessingInstructionHandler = self._instruction

    def _place(self) -> tuple[int, int]:
        return self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1

    def _remark(self, message: str, hint: str = "") -> None:
        self._remarks.append(Remark(message, *self._place(), hint))

    def _doctype(self, name: str, system: str | None, public: str | None, declares: int) -> None:
        """A plain DOCTYPE says nothing and goes; one that declares something could say anything."""
        if declares:
            raise UnusableError("the drawing declares entities or a grammar of its own", *self._place(), _SAVE)

    def _entity(self, name: str, is_parameter: int) -> None:
        raise UnusableError(f"the drawing uses &{name};, which is not defined", *self._place(), _SAVE)

    def _instruction(self, target: str, data: str) -> None:
        if target == "xml-stylesheet":
            self._remark("a style sheet from elsewhere was removed", "put the styles in the drawing")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        space, _, tag = name.rpartition(" ")
        if self.root is None:
            # Browsers show nothing of a drawing that doesn't say so, but it is one.
            self._space = space if space == "" else SVG
        if self.root is None and (space, tag) != (self._space, "svg"):
            hint = f'a drawing begins with <svg xmlns="{SVG}">'
            raise UnusableError(f"the drawing begins with <{tag}>", *self._place(), hint)
        if self._skipped or not self._admits(space, tag, attributes):
            self._skipped += 1
            return
        if len(self._open) == MAX_NESTING:
            message = f"the drawing is nested more than {MAX_NESTING} levels deep"
            raise UnusableError(message, *self._place(), "flatten some of its groups", limit=True)
        node = Node(tag, self._own(tag, attributes), *self._place())
        if tag == "style":
            self.sheets.append(node)
        elif self._open:
            self._open[-1].children.append(node)
        self.root = self.root or node
        self._open.append(node)

    def _admits(self, space: str, tag: str, attributes: dict[str, str]) -> bool:
        """Whether an element may stay. What programs note for themselves, in names of their own, goes silently."""
        if space == self._space and (tag in ELEMENTS or tag == "style"):
            return True
        if space in (SVG, XHTML, "") and tag not in UNSEEN and "requiredExtensions" not in attributes:
            self._remark(f"<{tag}> is not allowed in a drawing and was removed")
        return False

    def _own(self, tag: str, attributes: dict[str, str]) -> dict[str, str]:
        own = {_ADOPTED.get(name, name): value for name, value in attributes.items()}
        for name in own:
            if name.lower().startswith("on"):
                self._remark(f"{name} is not allowed in a drawing and was removed from <{tag}>")
        return {name: value for name, value in own.items() if " " not in name}

    def _end(self, name: str) -> None:
        if self._skipped:
            self._skipped -= 1
        else:
            self._open.pop()

    def _characters(self, text: str) -> None:
        if not self._skipped and (self._open[-1].tag in WITH_TEXT or self._open[-1].tag == "style"):
            self._open[-1].children.append(text)
