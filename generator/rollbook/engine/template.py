"""A sentence with expressions in braces, `Hit for {damage}.` -> its parts, to be filled in once values are known.

The Markdown of an outcome -> its words alone: for the log, for ears and for labels. Nothing is rendered here. What a
page shows is made of the same text by the build; this only leaves out the signs.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from .document import Cursor
from .expression import Expression
from .lean import frozen
from .parse import parse
from .problem import Problem, ProblemError
from .vocabulary import Vocabulary


class Signed(Expression):
    """An expression whose number always shows its sign: `{bonus:+}`."""

    __slots__ = ()


@frozen
class Template:
    """Texts and expressions in turn; `text` is as written."""

    text: str
    parts: tuple[str | Expression, ...]

    @property
    def expressions(self) -> tuple[Expression, ...]:
        """What has to be worked out to fill it in, from left to right."""
        return tuple(part for part in self.parts if isinstance(part, Expression))

    def filled(self, show: Callable[[Expression], str]) -> str:
        """How to show an expression -> the whole sentence."""
        return "".join(part if isinstance(part, str) else show(part) for part in self.parts)

    @property
    def outline(self) -> str:
        """The sentence with each expression as its own words: what stands before anything is rolled."""
        return self.filled(lambda part: part.text.strip())


def read_template(place: Cursor, vocabulary: Vocabulary) -> Template:
    """Here stands a sentence -> its parts; `{{` and `}}` are plain braces."""
    text = place.text()
    parts: list[str | Expression] = []
    for piece in split_braces(place):
        part = piece if isinstance(piece, str) else _read_part(place, text, *piece, vocabulary)
        if part is not None:
            parts.append(part)
    return Template(text, tuple(parts) or ("",))


_BRACE = re.compile(r"\{\{|\}\}|[{}]")


def split_braces(place: Cursor) -> list[str | tuple[int, int]]:
    """Here stands a sentence -> its words, and between them where the inside of each brace starts and ends."""
    text = place.text()
    pieces: list[str | tuple[int, int]] = []
    written, position = "", 0
    while position < len(text):
        brace = _BRACE.search(text, position)
        start = brace.start() if brace else len(text)
        written, position = written + text[position:start], start
        if brace is None:
            break
        if brace[0] in ("{{", "}}"):
            written, position = written + text[position], position + 2
        elif brace[0] == "}":
            written, position = written + "}", position + 1
        else:
            # A listed die `d{1,2}` may stand inside, so braces are counted rather than searched for.
            end = _closing(text, position)
            if end == len(text):
                hint = "close it with }, or write {{ for a brace"
                place.report("open-brace", "this brace is never closed", hint, position)
            else:
                pieces += [written, (position + 1, end)] if written else [(position + 1, end)]
                written = ""
            position = end + 1
    return [*pieces, written] if written else pieces


def _closing(text: str, opening: int) -> int:
    depth = 0
    for position in range(opening, len(text)):
        depth += (text[position] == "{") - (text[position] == "}")
        if not depth:
            return position
    return len(text)


def _read_part(place: Cursor, text: str, start: int, end: int, vocabulary: Vocabulary) -> Expression | None:
    written = text[start:end]
    try:
        if written.rstrip().endswith(":+"):
            found_signed = parse(written.rstrip()[:-2], vocabulary)
            return Signed(found_signed.text, found_signed.root)
        return parse(written, vocabulary)
    except ProblemError as error:
        found = error.problem
        place.adopt(
            Problem(
                found.code,
                found.message,
                start + found.start,
                start + found.end,
                found.suggestion,
                values=found.values,
            )
        )
        return None


HOLE = "\ue000"  # stands where an expression is filled in; no author can type it
_LINES = re.compile(r"[ \t]*\n\s*")
_BLOCK_SIGNS = (
    (re.compile(r"^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+", re.MULTILINE), "• "),
    (re.compile(r"^[ \t]*(?:#{1,6}|>)[ \t]+", re.MULTILINE), ""),
)
_SIGNS = (
    (re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*\)"), r"\1"),
    (re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1", re.DOTALL), r"\2"),
    (re.compile(r"(?<![\w*])\*(?=[^\s*])(.+?)(?<=[^\s*])\*(?![\w*])", re.DOTALL), r"\1"),
    (re.compile(r"(?<!\w)_(?=[^\s_])(.+?)(?<=[^\s_])_(?!\w)", re.DOTALL), r"\1"),
    (re.compile(r"`([^`]+)`"), r"\1"),
)
# Most texts have none of them, and are done with one look.
_MAY_BE_BLOCKS, _MAY_HAVE_SIGNS = re.compile(r"^[ \t]*[-*+#>\d]", re.MULTILINE), re.compile(r"[\[*_`]")


def plain_words(text: str) -> str:
    """Markdown -> its words in one line; points of a list have a dot before them."""
    if _MAY_BE_BLOCKS.search(text):
        for sign, words in _BLOCK_SIGNS:
            text = sign.sub(words, text)
    return _LINES.sub(" ", _without_inline_signs(text)).strip(" ")


def _without_inline_signs(text: str) -> str:
    if _MAY_HAVE_SIGNS.search(text):
        for sign, words in _SIGNS:
            text = sign.sub(words, text)
    return text


def read_inline(place: Cursor) -> tuple[str, str]:
    """Here stands a label, a line of Markdown -> its words, and as written where that says more."""
    written = place.text()
    words = _without_inline_signs(written)
    return words, written if words != written else ""


def with_holes(template: Template) -> str:
    """A template -> its text with a hole for each expression, in order."""
    return "".join([part if isinstance(part, str) else HOLE for part in template.parts])


def without_signs(template: Template) -> Template | None:
    """A template in Markdown -> the same in words alone; itself where it has no signs; None: an address has a hole."""
    marked = with_holes(template)
    plain = plain_words(marked)
    if plain == marked:
        return template
    if plain.count(HOLE) != len(template.expressions):
        return None
    first, *texts = plain.split(HOLE)
    parts: list[str | Expression] = [first]
    for expression, text in zip(template.expressions, texts, strict=True):
        parts += [expression, text]
    return Template(plain.replace(HOLE, "…"), tuple([part for part in parts if part != ""]))
