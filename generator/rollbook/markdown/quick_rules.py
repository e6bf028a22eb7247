"""markdown-it's rules in half of their time, to the same tokens: a rule is asked only where it could apply.

markdown-it asks every rule at every line and at every sign. Nearly all of them look first at one character, so here
that character picks the rules to ask, in their own order. Which rule wants which is taken from the versions below, and
a test compares the tokens with and without (tests/test_quick_rules.py); with other versions the parser is just slower.

A table's tokens are our own with every version: a row, which has the words and alignment of those of its cells that are
plain words, and None for each of the others, of which a token follows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

import markdown_it
import mdit_py_plugins
from markdown_it import MarkdownIt
from markdown_it.common.utils import mdTrim
from markdown_it.parser_inline import RuleFuncInlineType
from markdown_it.rules_block import StateBlock, table
from markdown_it.rules_block.table import MAX_AUTOCOMPLETED_CELLS, escapedSplit
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

KNOWN_VERSIONS = ("4.3.0", "0.7.0")

_Rule = TypeVar("_Rule", bound=Callable[..., bool])
_BlockRule = Callable[[StateBlock, int, int, bool], bool]

# What a line must begin with for a rule to apply. The rules that are not here look at something else.
_LINE_BEGINS = {
    "fence": "`~",
    "blockquote": ">",
    "hr": "*-_",
    "list": "*-+0123456789",
    "footnote_def": "[",
    "reference": "[",
    "html_block": "<",
    "heading": "#",
}
# The same of a line that could end a paragraph: there a definition is known by its own sign.
_END_BEGINS = {**_LINE_BEGINS, "deflist": ":~"}
_SIGNS = {
    "newline": "\n",
    "escape": "\\",
    "backticks": "`",
    "strikethrough": "~",
    "emphasis": "*_",
    "link": "[",
    "image": "!",
    "footnote_ref": "[",
    "autolink": "<",
    "html_inline": "<",
    "entity": "&",
    "linkify": "",  # this parser doesn't
}
# What an inline rule, smart punctuation or French spacing may take for more than words: a sign, two dots or commas.
# It begins with one set of signs, which `re` finds much faster than alternatives.
MEANING = re.compile(r"""[\n!#$%&*+\-:<=>@\[\\\]^_`{}~"'?;«».,](?:(?<=[^.,])|(?<=\.\.)|(?<=,,))""")
_ALIGNED = {(False, False): "", (True, False): "left", (False, True): "right", (True, True): "center"}


def make_quick(parser: MarkdownIt) -> MarkdownIt:
    """A parser with all its rules -> the same, quicker. Rules that are added later would make it slow again."""
    if (markdown_it.__version__, mdit_py_plugins.__version__) != KNOWN_VERSIONS:
        return parser
    blocks, inlines = parser.block.ruler, parser.inline.ruler
    enabled = [rule for rule in blocks.__rules__ if rule.enabled]
    chains = {chain for rule in enabled for chain in rule.alt}
    ends = {chain: [(rule.name, rule.fn) for rule in enabled if chain in rule.alt] for chain in chains}
    blocks.__cache__ = {chain: [_by_line(rules, _END_BEGINS)] for chain, rules in ends.items()}
    blocks.__cache__[""] = [_by_line([(rule.name, rule.fn) for rule in enabled], _LINE_BEGINS)]
    signs = "".join(map(chr, range(128)))
    stops = "".join(filter(parser.inline.terminator_re.match, signs))
    named = [(rule.name, rule.fn) for rule in inlines.__rules__ if rule.enabled]
    inlines.__cache__ = {"": [_by_sign(named, stops)]}
    return parser


def _picked(rules: Iterable[tuple[str, _Rule]], signs: dict[str, str], sign: str) -> list[_Rule]:
    return [rule for name, rule in rules if name not in signs or (sign and sign in signs[name])]


def _by_line(rules: list[tuple[str, _BlockRule]], begins: dict[str, str]) -> _BlockRule:
    """Block rules -> the one rule that asks those of them that a line can be for, by its first character."""
    known = {sign: _picked(rules, begins, sign) for sign in "".join(begins.values())}
    others = _picked(rules, begins, "")

    def ask(state: StateBlock, line: int, end: int, silent: bool) -> bool:
        start = state.bMarks[line] + state.tShift[line]
        for rule in known.get(state.src[start : start + 1], others):  # noqa: SIM110 - any() takes twice as long
            if rule(state, line, end, silent):
                return True
        return False

    return ask


def _by_sign(rules: list[tuple[str, RuleFuncInlineType]], stops: str) -> RuleFuncInlineType:
    """Inline rules, the signs that text stops at -> the one rule that asks those of them that a sign can be for."""
    known = {sign: _picked(rules, {**_SIGNS, "text": ""}, sign) for sign in stops}
    others = _picked(rules, _SIGNS, "")

    def ask(state: StateInline, silent: bool) -> bool:
        for rule in known.get(state.src[state.pos], others):  # noqa: SIM110 - as above
            if rule(state, silent):
                return True
        return False

    return ask


def short_table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """markdown-it's rule of tables, but a row of plain words is one token, and any other cell one more."""
    if start + 2 > end:
        return False
    below = state.bMarks[start + 1] + state.tShift[start + 1]
    # Most lines are not above a table's dashes, and need no closer look.
    if state.src[below : below + 1] not in ("|", "-", ":") or not table(state, start, end, True):
        return False
    if silent:
        return True
    dashes = map(mdTrim, _line(state, start + 1).split("|"))
    aligns = [_ALIGNED[each[0] == ":", each[-1] == ":"] for each in dashes if each]
    parent, state.parentType = state.parentType, "table"
    state.push("table_open", "table", 1).map = lines = [start, end]
    _push_row(state, start, split_cells(_line(state, start)), aligns)
    ends = state.md.block.ruler.getRules("blockquote")
    line, added = start + 2, 0
    while line < end and state.sCount[line] >= state.blkIndent:
        if any(rule(state, line, end, True) for rule in ends):
            break
        text = _line(state, line)
        if not text or state.is_code_block(line):
            break
        cells = split_cells(text)
        added += len(aligns) - len(cells)
        if added > MAX_AUTOCOMPLETED_CELLS:
            break
        _push_row(state, line, cells, aligns)
        line += 1
    state.push("table_close", "table", -1)
    state.parentType, state.line = parent, line
    lines[1] = line
    return True


def _push_row(state: StateBlock, line: int, cells: list[str], aligns: list[str]) -> None:
    # As deep as in markdown-it's own table: in a part of it, a row and a cell.
    level = state.level + 3
    row = Token("tr_open", "tr", 1, {}, [line, line + 1], level - 2, block=True)
    state.tokens.append(row)
    plain: list[tuple[str, str] | None] = []
    row.meta["cells"] = plain
    cells += [""] * (len(aligns) - len(cells))
    for content, align in zip(cells, aligns, strict=False):
        words = mdTrim(content)
        if not MEANING.search(words):
            plain.append((words, align))
            continue
        plain.append(None)
        place = [line, line + 1]
        state.tokens.append(Token("inline", "", 0, {}, place, level, [], words, info=align, block=True))


def _line(state: StateBlock, line: int) -> str:
    return mdTrim(state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]])


def split_cells(row: str) -> list[str]:
    """A row of a pipe table -> its cells, those too that its header has no column for."""
    cells = escapedSplit(row) if "\\" in row else row.split("|")
    if cells and cells[0] == "":
        cells.pop(0)
    if cells and cells[-1] == "":
        cells.pop()
    return cells
