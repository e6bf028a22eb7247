"""Dice in prose and `[words](roll:2d6+3)` -> rolls; indented formulas -> formulas. The author's words stay."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never
from urllib.parse import unquote

from rollbook.engine.expression import Expression, has_dice
from rollbook.engine.parse import parse
from rollbook.engine.problem import ProblemError
from rollbook.engine.rolls_in_text import DieWords, rolls_in_text
from rollbook.engine.vocabulary import Vocabulary
from rollbook.expand.find_names import NO_NAMES, Names, names_in_formula, names_in_prose
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import Block, CodeBlock, Formula, GlossaryBlock, Heading, TableBlock
from rollbook.model.document.inlines import (
    CheckBox,
    CodeSpan,
    Emphasis,
    FootnoteMark,
    Inline,
    Line,
    LineBreak,
    Link,
    Picture,
    RawTag,
    Roll,
    TermMark,
    Text,
    plain_text,
)
from rollbook.model.document.walk import change_blocks, with_cells, with_lines
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.source import Place
from rollbook.words import words_around_dice

_SCHEME = "roll:"
_SHOWN = 60  # letters of an expression that a message repeats
# "(if applicable)" and the like belong to the sentence, not to the formula.
_STOPS = ".,;:"  # so does what ends the line
# Without any of these there is nothing to roll in a text; most texts have none, and are not looked at more closely.
# `[0-9%`&]|[dD]F|roll:`, from one set of signs on, which `re` finds much faster than alternatives.
_MAY_ROLL = re.compile(r"[0-9%`&F:](?:(?<=[0-9%`&])|(?<=[dD]F)|(?<=roll:))")
# In words, once Markdown has read them: a die, whatever letter its language has for it, and the address of a link.
_DICE_OR_LINK = re.compile(r"[\d%F(](?:(?<=[^\W\d_][\d%F])|(?<=\]\())")
_REMARK = re.compile(r"(?<!\s)\s*\((?:if|when|where|optional)\b[^()]*\)", re.IGNORECASE)


def find_rolls(
    blocks: tuple[Block, ...], vocabulary: Vocabulary, language: str
) -> tuple[tuple[Block, ...], list[Diagnostic]]:
    """A chapter's blocks, the book's phrases and language -> the same with rolls found, and roll links that can't be
    read."""
    finder = _Finder(vocabulary, words_around_dice(language), [])
    return change_blocks(blocks, finder.block), finder.found


@dataclass(frozen=True, slots=True)
class _Finder:
    vocabulary: Vocabulary
    around: DieWords
    found: list[Diagnostic]

    def block(self, block: Block) -> tuple[Block, ...]:
        """A block -> the same with its rolls. A die in a heading, column title or term names it."""
        match block:
            case Heading():
                return (block,)
            case CodeBlock():
                return (self._formula(block) if block.indented else block,)
            case TableBlock():
                if _is_without(block):
                    return (block,)
                return (replace(block, rows=tuple(with_cells(row, self._line) for row in block.rows)),)
            case GlossaryBlock():
                entries = (replace(entry, meaning=self._line(entry.meaning)) for entry in block.entries)
                return (GlossaryBlock(tuple(entries)),)
            case _:
                return (with_lines(block, self._line),)

    def _line(self, line: Line) -> Line:
        if not _MAY_ROLL.search(line.written):
            return line
        words = line.inlines[0] if len(line.inlines) == 1 else None
        if isinstance(words, Text) and not _DICE_OR_LINK.search(words.text):
            return line
        return _LineFinder(line, self.vocabulary, self.around, self.found).line()

    def _formula(self, block: CodeBlock) -> Block:
        """An indented block -> a formula, if every line of it is one; otherwise it stays as it is."""
        inlines: list[Inline] = []
        for line in (line.strip() for line in block.text.split("\n") if line.strip()):
            words = line.rstrip(_STOPS).rstrip()
            expression = _REMARK.sub("", words)
            names = names_in_formula(expression)
            read = _read(expression, names, self.vocabulary)
            if read is None:
                return block
            if inlines:
                inlines.append(LineBreak(forced=True))
            inlines.append(_roll(words, expression, names, self.vocabulary) if has_dice(read.root) else Text(words))
            if words != line:
                inlines.append(Text(line.removeprefix(words)))
        return Formula(tuple(inlines))


def _is_without(table: TableBlock) -> bool:
    """Whether all cells of a table are plain words without dice, as most are; they are looked through at once."""
    inlines = [inline for row in table.rows for cell in row for inline in cell.line.inlines]
    words = [inline.text for inline in inlines if isinstance(inline, Text)]
    return len(words) == len(inlines) and not _DICE_OR_LINK.search("\n".join(words))


@dataclass(slots=True)
class _LineFinder:
    """One line of words while its rolls are found. `reached` is how far links were looked for in it as written."""

    written: Line
    vocabulary: Vocabulary
    around: DieWords
    found: list[Diagnostic]
    reached: int = 0

    def line(self) -> Line:
        """-> the line with its rolls."""
        return Line(self.written.written, self.written.spelling, tuple(self._inlines(self.written.inlines)))

    def _inlines(self, inlines: tuple[Inline, ...]) -> Iterator[Inline]:
        for inline in inlines:
            match inline:
                case Text():
                    yield from self._text(inline.text)
                case CodeSpan():
                    yield _code(inline, self.vocabulary)
                case Emphasis():
                    yield replace(inline, inlines=tuple(self._inlines(inline.inlines)))
                case Link():
                    # A link does one thing when it is clicked: rolls in its words stay words.
                    yield from self._roll_link(inline) if inline.address.startswith(_SCHEME) else (inline,)
                case LineBreak() | Picture() | RawTag() | CheckBox() | FootnoteMark() | Roll() | TermMark():
                    yield inline
                case _:
                    assert_never(inline)

    def _roll_link(self, link: Link) -> tuple[Inline, ...]:
        expression = unquote(link.address.removeprefix(_SCHEME))
        roll = self._read_link(plain_text(link.inlines), expression, link.place)
        # Its words stay, so that whatever else is wrong on the page is still found.
        return link.inlines if roll is None else (roll,)

    def _text(self, text: str) -> Iterator[Inline]:
        if not _DICE_OR_LINK.search(text):
            yield Text(text)
            return
        names = names_in_prose(text)
        done = 0
        for found in rolls_in_text(text, Vocabulary(names.phrases, self.vocabulary), self.around):
            written = text[found.start : found.end]
            if found.kind == "roll" and written[0] == "[":
                roll = self._read_link(written[1 : written.index("]")], found.target, self._place(written))
            elif found.kind == "roll":
                roll = _roll(written, found.target, names, self.vocabulary)
            if found.kind != "roll" or roll is None:
                continue
            if found.start > done:
                yield Text(text[done : found.start])
            yield roll
            done = found.end
        if done < len(text):
            yield Text(text[done:])

    def _read_link(self, words: str, expression: str, place: Place) -> Roll | None:
        """The words of a link and what it rolls -> the roll; None and a problem where that cannot be read."""
        names = names_in_formula(expression)
        try:
            parse(expression, Vocabulary(names.phrases, self.vocabulary))
        except ProblemError as error:
            shown = expression if len(expression) <= _SHOWN else f"{expression[:_SHOWN]}…"
            message = f"{shown!r} cannot be rolled: {error.problem.message}"
            self.found.append(Diagnostic("bad-roll", message, place, error.problem.suggestion))
            return None
        return _roll(words or expression, expression, names, self.vocabulary)

    def _place(self, link: str) -> Place:
        """`[words](roll:2d6 + 3)`, which is no link for Markdown because of its spaces -> where it stands."""
        line = self.written
        behind = line.written.find(link[link.index("]") :], self.reached)
        start = max(line.written.rfind("[", self.reached, max(behind, 0)), 0)
        self.reached = max(behind, self.reached)
        return line.spelling.at(start, len(link))


def _code(code: CodeSpan, vocabulary: Vocabulary) -> Inline:
    """`STR bonus + 1d8` in back quotes -> a roll, if all of it is one."""
    # First whole, as written: after a function's name, `maximum(weapon)`, there is no name to be found.
    for names in (NO_NAMES, names_in_formula(code.text)):
        expression = _read(code.text, names, vocabulary)
        if expression is not None:
            rolled = has_dice(expression.root)
            return _roll(code.text, code.text, names, vocabulary, as_code=True) if rolled else code
    return code


def _roll(text: str, expression: str, names: Names, vocabulary: Vocabulary, *, as_code: bool = False) -> Roll:
    asked = tuple(name for name in names.within(expression) if name not in vocabulary)
    return Roll(text, expression, asked, as_code)


def _read(text: str, names: Names, vocabulary: Vocabulary) -> Expression | None:
    try:
        return parse(text, Vocabulary(names.phrases, vocabulary))
    except ProblemError:
        return None
