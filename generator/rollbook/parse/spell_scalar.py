"""A scalar's text in the file -> its characters with their offsets there, undoing quotes, escapes and folded lines.

PyYAML says what a scalar means and where it starts and ends, but not where each of its characters stands. This walks
over the same source once more, only to know that; tests hold its text against PyYAML's.

PyYAML that reads tabs as YAML 1.2 and js-yaml do: as white space inside a line, never as indentation. PyYAML follows
YAML 1.1 and stumbles over a tab in a text without quotation marks, behind a key's colon and at the end of a line. Two
of its scanner's methods are overridden for that; tests hold the results to what js-yaml reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import yaml

# A piece of the scalar's text, and the offset in its source where it starts.
Piece = tuple[str, int]

_BREAK = "[\n\x85\u2028\u2029]"
# White space is taken whole, so that a long run without a line break is looked at only once.
_SPACE = rf"[ \t]*(?:{_BREAK}[ \t]*)+|[ \t]+"
_ESCAPE = rf"\\(?:x..|u....|U........|{_BREAK}[ \t]*(?:{_BREAK}[ \t]*)*|.)"
_SPECIAL = {
    "plain": re.compile(_SPACE),
    "single": re.compile(rf"{_SPACE}|''"),
    "double": re.compile(rf"{_SPACE}|{_ESCAPE}"),
}
_ESCAPED = dict(zip('0abt\tnvfre "\\/N_LP', '\0\a\b\t\t\n\v\f\r\x1b "\\/\x85\xa0\u2028\u2029', strict=True))


def spell_scalar(source: str, style: str, text: str) -> Iterator[Piece]:
    """A scalar as it is in the file, its style and its text -> the text in pieces that are side by side."""
    if style in ("literal", "folded"):
        pieces = _spell_block(source, style == "folded", text)
    elif style == "plain":
        pieces = _spell_flow(source, 0, len(source), style)
    else:
        pieces = _spell_flow(source, 1, len(source) - 1, style)
    return (piece for piece in pieces if piece[0])


def _spell_flow(source: str, start: int, end: int, style: str) -> Iterator[Piece]:
    """Between quotation marks, or without any: words as they are, escapes, and line breaks that fold to a space."""
    for found in _SPECIAL[style].finditer(source, start, end):
        yield source[start : found.start()], start
        yield _meaning(found[0]), found.start()
        start = found.end()
    yield source[start:end], start


def _meaning(special: str) -> str:
    """White space, a doubled quotation mark or an escape -> the characters that it stands for."""
    if special == "''":
        return "'"
    if special[0] != "\\":
        return _folded(re.findall(_BREAK, special)) if re.search(_BREAK, special) else special
    if special[1] in "xuU":
        return chr(int(special[2:], 16))
    if re.match(_BREAK, special[1]):
        return "".join(map(_line_break, re.findall(_BREAK, special)[1:]))
    return _ESCAPED[special[1]]


def _folded(breaks: list[str]) -> str:
    """Line breaks between two lines of a flow scalar -> a space for one, one break fewer for more."""
    first, *more = map(_line_break, breaks)
    if first != "\n":
        return first + "".join(more)
    return "".join(more) or " "


def _line_break(character: str) -> str:
    return "\n" if character == "\x85" else character


def _spell_block(source: str, folds: bool, text: str) -> Iterator[Piece]:
    """After `|` or `>`: the lines below without their indentation; what is chomped off the end is left out."""
    length = 0
    for piece, offset in _block_pieces(source, folds, text):
        yield piece[: len(text) - length], offset
        length += len(piece)
        if length >= len(text):
            return


def _block_pieces(source: str, folds: bool, text: str) -> Iterator[Piece]:
    lines = [(found[1], _line_break(found[2]), found.start()) for found in _LINE.finditer(source)][1:]
    indent = _indentation(lines, text)
    breaks: list[Piece] = []  # since the last line with content
    above = ""
    for line, line_break, start in lines:
        content = line[indent:]
        if content:
            yield from _joint(above, breaks, content, folds)
            yield content, start + indent
            above, breaks = content, []
        breaks.append((line_break, start + len(line)))
    yield from breaks


_LINE = re.compile(rf"([^\n\x85\u2028\u2029]*)({_BREAK}|$)")


def _joint(above: str, breaks: list[Piece], below: str, folds: bool) -> list[Piece]:
    """Two lines with content and the breaks between them -> what joins them in the text."""
    folds = folds and above != "" and above[0] not in " \t" and below[0] not in " \t" and breaks[0][0] == "\n"
    if not folds:
        return breaks
    return breaks[1:] or [(" ", breaks[0][1])]


def _indentation(lines: list[tuple[str, str, int]], text: str) -> int:
    """How far the lines are indented: as far as the first one with content, but for the spaces its text starts with."""
    content = text.lstrip("\n\u2028\u2029")
    above = len(text) - len(content)
    if not content:
        return max((len(line) for line, _, _ in lines), default=0)
    return _leading_spaces(lines[above][0]) - _leading_spaces(content)


def _leading_spaces(text: str) -> int:
    return len(text) - len(text.lstrip(" "))


_BREAKS = "\r\n\x85\u2028\u2029"


class TabReader(yaml.SafeLoader):
    """A SafeLoader that takes a tab behind something in its line for white space."""

    def scan_plain_spaces(self, indent: int, start_mark: yaml.Mark) -> list[str] | None:
        """Between two words of a text without quotation marks: tabs and spaces of one line stay as they are."""
        length = self._white_space()
        spaces = self.prefix(length)
        if "\t" in spaces:
            self.forward(length)
            if self.peek() not in _BREAKS:
                return [spaces]
        return super().scan_plain_spaces(indent, start_mark)

    def scan_to_next_token(self) -> None:
        """Skip white space: with tabs where something stands before them in the line, or nothing behind them."""
        super().scan_to_next_token()
        while self.peek() == "\t":
            length = self._white_space()
            before = self.buffer[self.pointer - self.column : self.pointer]
            if not before.strip(" ") and self.peek(length) not in f"\0#{_BREAKS}":
                return
            self.forward(length)
            super().scan_to_next_token()

    def _white_space(self) -> int:
        """How many spaces and tabs follow."""
        length = 0
        while self.peek(length) in (" ", "\t"):
            length += 1
        return length
