"""Our places, problems and offers <-> the protocol's, which counts lines and letters from 0."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from lsprotocol import types
from pygls.workspace import PositionCodec

from rollbook.commands.lsp.symbols import Shape, Symbol
from rollbook.model.diagnostic import Severity
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.source import Place
from rollbook.report import Finding

Sort = Literal["directive", "file", "function", "key", "name", "reference", "term", "word"]


@dataclass(frozen=True, slots=True)
class Offer:
    """`text` takes the place of the line from column `start`, counted from 0, to the cursor; `detail` explains it."""

    text: str
    sort: Sort
    start: int
    detail: str = ""


def offers(sort: Sort, start: int, texts: Iterable[str | tuple[str, str]]) -> list[Offer]:
    """Texts, or texts with what explains each -> offers, each once."""
    told = dict((each, "") if isinstance(each, str) else each for each in texts)
    return [Offer(text, sort, start, detail) for text, detail in told.items()]


_KINDS: Mapping[Sort, types.CompletionItemKind] = {
    "directive": types.CompletionItemKind.Keyword,
    "file": types.CompletionItemKind.File,
    "function": types.CompletionItemKind.Function,
    "key": types.CompletionItemKind.Property,
    "name": types.CompletionItemKind.Variable,
    "reference": types.CompletionItemKind.Reference,
    "term": types.CompletionItemKind.Text,
    "word": types.CompletionItemKind.EnumMember,
}
_SHAPES: Mapping[Shape, types.SymbolKind] = {
    "directive": types.SymbolKind.Interface,
    "document": types.SymbolKind.Object,
    "entry": types.SymbolKind.Key,
    "heading": types.SymbolKind.String,
    "rule": types.SymbolKind.Event,
}
_SEVERITIES = {Severity.ERROR: types.DiagnosticSeverity.Error, Severity.WARNING: types.DiagnosticSeverity.Warning}


def lines_of(text: str) -> list[str]:
    """A text -> its lines as the protocol and our own readers count them; Python's splitlines() knows more breaks."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def to_range(place: Place, lines: Sequence[str], codec: PositionCodec) -> types.Range:
    """A place, the lines of its file -> the range."""
    line = place.line - 1
    text = lines[line] if 0 <= line < len(lines) else ""
    start = min(place.column - 1, len(text))
    first, last = (types.Position(line, codec.client_num_units(text[:at])) for at in (start, start + place.length))
    return types.Range(first, last)


def from_position(position: types.Position, lines: Sequence[str], codec: PositionCodec) -> tuple[int, int]:
    """A position -> line and column from 0, in the letters that Python counts; one beyond the text is its end."""
    line = min(position.line, len(lines) - 1)
    text = lines[line]
    column = 0
    while column < len(text) and codec.client_num_units(text[: column + 1]) <= position.character:
        column += 1
    return line, column


def to_diagnostic(finding: Finding, lines: Sequence[str], codec: PositionCodec) -> types.Diagnostic:
    """A finding, the lines of its file -> the same for an editor, with the way out below."""
    found = finding.diagnostic
    return types.Diagnostic(
        to_range(found.place, lines, codec),
        "\n".join(filter(None, (found.message, found.hint))),
        severity=_SEVERITIES[finding.severity],
        code=found.code,
        source="rollbook",
    )


def to_item(offer: Offer, line: int, text: str, column: int, codec: PositionCodec) -> types.CompletionItem:
    """An offer, the line and the column of the cursor -> an item of the editor's list."""
    start, end = (types.Position(line, codec.client_num_units(text[:at])) for at in (offer.start, column))
    return types.CompletionItem(
        offer.text.strip(),
        kind=_KINDS[offer.sort],
        detail=offer.detail or None,
        filter_text=offer.text,
        text_edit=types.TextEdit(types.Range(start, end), offer.text),
    )


def to_symbol(symbol: Symbol, lines: Sequence[str], codec: PositionCodec) -> types.DocumentSymbol:
    """A symbol with all that is below it -> the same for an editor, reaching to the end of the last one below it."""
    inner = [to_symbol(each, lines, codec) for each in symbol.inner]
    own = to_range(symbol.place, lines, codec)
    end = max([own.end, *(each.range.end for each in inner)], key=lambda at: (at.line, at.character))
    start = min([own.start, *(each.range.start for each in inner)], key=lambda at: (at.line, at.character))
    shape = _SHAPES[symbol.shape]
    return types.DocumentSymbol(symbol.name, shape, types.Range(start, end), own, detail=symbol.detail, children=inner)
