"""What PyYAML stumbled over -> what an editor did, in plain words, and a way out.

PyYAML tells what its grammar expected ("expected <block end>, but found '<scalar>'") at the spot where it gave up.
Each rule below recognises one such report; the first that fits gives the words and the spot to show.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from yaml import Event, ScalarEvent
from yaml.error import MarkedYAMLError

from rollbook.model.quick_dataclass import dataclass

_QUOTE_IT = 'put the whole text in "quotation marks"'


@dataclass(frozen=True, slots=True)
class Explanation:
    """Words for an editor, and the characters of the text that they are about."""

    message: str
    hint: str
    start: int
    length: int = 1


@dataclass(frozen=True, slots=True)
class _Stumble:
    """PyYAML's report with what it had read last; `start` is where the piece began that it could not finish."""

    report: str
    start: int
    at: int
    text: str
    previous: Event | None

    @property
    def character(self) -> str:
        return self.text[self.at : self.at + 1]

    @property
    def scalar(self) -> ScalarEvent | None:
        return self.previous if isinstance(self.previous, ScalarEvent) else None

    def line(self, index: int) -> int:
        return self.text.count("\n", 0, index) + 1

    def rest_of_line(self, index: int) -> int:
        """How many characters stand from here to the end of the line, at least one."""
        return max(len(self.text[index:].split("\n", 1)[0].rstrip()), 1)


def explain_yaml(error: MarkedYAMLError, text: str, previous: Event | None) -> Explanation:
    """PyYAML's error, the text, the last event before it -> what is wrong, for someone who writes rules."""
    at = error.problem_mark.index if error.problem_mark else 0
    start = error.context_mark.index if error.context_mark else at
    stumble = _Stumble(f"{error.context or ''}: {error.problem or ''}", start, at, text, previous)
    for pattern, explain in _RULES:
        if re.search(pattern, stumble.report):
            return explain(stumble)
    return Explanation(
        "this cannot be read as YAML", "check quotation marks, colons and indentation here and in the line above", at
    )


def extent(event: Event) -> tuple[int, int]:
    """An event -> where it starts and ends in the text; a parser's events always know."""
    start, end = event.start_mark, event.end_mark
    return (start.index, end.index) if start and end else (0, 0)


def _forbidden_start(stumble: _Stumble) -> Explanation:
    before = stumble.text[stumble.text.rfind("\n", 0, stumble.start) + 1 : stumble.start].rstrip()
    if before.endswith(('"', "'", "]", "}")):
        message = "text follows the closing quotation mark or bracket"
        return Explanation(message, _QUOTE_IT, stumble.start, stumble.rest_of_line(stumble.start))
    message = f"a text without quotation marks cannot start with {stumble.text[stumble.start]}"
    return Explanation(message, _QUOTE_IT, stumble.start, stumble.rest_of_line(stumble.start))


def _unclosed_quote(stumble: _Stumble) -> Explanation:
    mark = stumble.text[stumble.start]
    hint = f"add the missing {mark} at the end of the text"
    return Explanation(
        f"this text starts with {mark}, but no {mark} ends it", hint, stumble.start, stumble.rest_of_line(stumble.start)
    )


def _escape(stumble: _Stumble) -> Explanation:
    start = stumble.text.rfind("\\", 0, stumble.at + 1)
    hint = r"write \\ for a backslash, or put the text in 'single' quotation marks"
    escape = stumble.text[start : start + 2].strip()
    return Explanation(f"{escape} means nothing between double quotation marks", hint, start, len(escape))


def _unclosed_bracket(stumble: _Stumble) -> Explanation:
    opening = stumble.text[stumble.start]
    closing = {"[": "]", "{": "}"}[opening]
    on_one_line = stumble.line(stumble.start) == stumble.line(stumble.at)
    if on_one_line and stumble.text[stumble.at : stumble.at + 1] == ":":
        message = "a colon followed by a space is inside text without quotation marks"
        return Explanation(message, _QUOTE_IT, stumble.at)
    hint = f"add {closing}; or, if the {opening} belongs to a text, {_QUOTE_IT}"
    return Explanation(f"{opening} is opened here, but no {closing} closes it", hint, stumble.start)


def _missing_comma(stumble: _Stumble) -> Explanation:
    hint = f"write a comma between two entries; or, if it is a single text, {_QUOTE_IT}"
    return Explanation("this does not belong to the entry before it", hint, stumble.at)


def _open_at_end(stumble: _Stumble) -> Explanation:
    """The document ends right behind an opening bracket or a comma."""
    start = extent(stumble.previous)[0] if stumble.previous else stumble.at
    return Explanation("the brackets around this are never closed", f"add the closing bracket, or {_QUOTE_IT}", start)


def _colon(stumble: _Stumble) -> Explanation:
    """A colon and a space where no key can be: inside a text, or because the line above went wrong."""
    scalar = stumble.scalar
    if scalar and stumble.line(extent(scalar)[0]) < stumble.line(stumble.at):
        start, _ = extent(scalar)
        message = f"this text runs on into line {stumble.line(stumble.at)}, where a key follows"
        if re.match(r"\S+:\S", stumble.text[start:]) and not scalar.style:
            hint = "write a space after the colon of a key"
        else:
            hint = "check that each key is followed by a colon and a space, and that the lines below it line up"
        return Explanation(message, hint, start, stumble.rest_of_line(start))
    return Explanation("a colon followed by a space is inside text without quotation marks", _QUOTE_IT, stumble.at)


def _text_behind(stumble: _Stumble) -> Explanation:
    """More text behind something that was complete: most often behind a quotation mark."""
    scalar = stumble.scalar
    if scalar and scalar.style:
        start, end = extent(scalar)
        if "\n" in stumble.text[start:end]:
            hint = f"add the missing {scalar.style} at the end of the text"
            message = f"this text in quotation marks runs on to line {stumble.line(end)}"
            return Explanation(message, hint, start, stumble.rest_of_line(start))
        inner = "''" if scalar.style == "'" else '\\"'
        hint = f"put the whole text in one pair of quotation marks, and write {inner} for one inside it"
        message = "text follows the closing quotation mark"
        return Explanation(message, hint, stumble.at, stumble.rest_of_line(stumble.at))
    return Explanation("text follows where the list in brackets has ended", _QUOTE_IT, stumble.at)


def _wrong_column(stumble: _Stumble) -> Explanation:
    message = "this line does not start in the same column as the lines it belongs with"
    hint = "the keys of a mapping, and the dashes of a list, must line up exactly"
    return Explanation(message, hint, stumble.at, stumble.rest_of_line(stumble.at))


def _said(message: str, hint: str) -> Callable[[_Stumble], Explanation]:
    """Fixed words -> the explanation that says them at the spot where PyYAML gave up."""
    return lambda stumble: Explanation(message, hint, stumble.at, stumble.rest_of_line(stumble.at))


def _no_key(stumble: _Stumble) -> Explanation:
    message = "this line is neither a key with its colon nor an entry of a list"
    hint = "write it as “key: value” or “- entry”, or indent it below the text it continues"
    return Explanation(message, hint, stumble.start, stumble.rest_of_line(stumble.start))


_RULES: tuple[tuple[str, Callable[[_Stumble], Explanation]], ...] = (
    (
        r"found character '\\t'",
        lambda stumble: Explanation(
            "this line is indented with a tab", "indent with spaces; most editors can turn tabs into spaces", stumble.at
        ),
    ),
    (r"scanning (an alias|an anchor|a tag|a block scalar)|parsing a tag", _forbidden_start),
    (r"flow node: .* but found '<(document|stream)", _open_at_end),
    (r"cannot start any token|the node content, but found|mapping keys are not allowed", _forbidden_start),
    (r"scanning a quoted scalar", _unclosed_quote),
    (r"scanning a double-quoted scalar", _escape),
    (r"parsing a flow .*got '<scalar>'", _missing_comma),
    (r"parsing a flow", _unclosed_bracket),
    (r"mapping values are not allowed", _colon),
    (r"could not find expected ':'", _no_key),
    (r"but found '<scalar>'", _text_behind),
    (
        r"sequence entries are not allowed",
        _said(
            "a list cannot start on the same line as its key",
            f"start it on the next line; or, if it is a text, {_QUOTE_IT}",
        ),
    ),
    (
        r"block mapping: .* but found '-'",
        _said("there is a list entry where a key belongs", "indent it below its key, or write “key: value”"),
    ),
    (
        r"block collection: .* but found '\?'",
        _said("there is a key where a list entry belongs", "write “- ” before it, or move it to the right column"),
    ),
    (r"but found '<block (mapping|sequence) start>'", _wrong_column),
    (r"but found '[\]},]'", _said("this bracket or comma belongs to no list", _QUOTE_IT)),
    (
        r"directive|incompatible",
        _said("a line cannot start with % here", "remove the line"),
    ),
    (r"<document start>", _wrong_column),
)
