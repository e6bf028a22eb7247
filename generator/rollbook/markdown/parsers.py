"""The parsers: CommonMark, and the handbook dialect of it.

The dialect is CommonMark with pipe tables, raw HTML, a line break where the author breaks the line, smart punctuation,
footnotes, definitions, and braces behind a picture that say how it lies on the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.parser_inline import RuleFuncInlineType
from markdown_it.rules_core import StateCore
from markdown_it.rules_core.replacements import replace_rare
from markdown_it.rules_inline import StateInline, image
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

from rollbook.markdown.quick_rules import MEANING, make_quick, short_table, split_cells
from rollbook.model.document.inlines import Attribute
from rollbook.model.source import Spelling

# With its braces, as it is in the text; and one word of it, with a value or alone.
ATTRIBUTES = re.compile(r"""\{((?:[^{}"']|"[^"]*"|'[^']*')*)\}""")
_ATTRIBUTE = re.compile(r"""([^\s=]+)(?:=("[^"]*"|'[^']*'|\S*))?""")


def read_attributes(written: str, start: int, spelling: Spelling) -> Iterator[Attribute]:
    """What is between the braces, where that begins in its block -> its words; a dot before one says no more."""
    for found in _ATTRIBUTE.finditer(written):
        quoted = found[2] or ""
        inside = quoted[:1] in ("'", '"')
        value = quoted[1:-1] if inside else quoted
        begin = start + max(found.start(2), 0) + inside
        place = spelling.at(start + found.start(), len(found[0]))
        yield Attribute(found[1].removeprefix("."), value, place, spelling.part(begin, begin + len(value)))


# Deeper than anyone writes by intent, and well before WeasyPrint's recursion ends (about 130 boxes).
MAX_NESTING = 40

# markdown-it silently drops blocks nested deeper than its own limit. It lies above ours, so that whatever
# it would drop stands inside a token that we can see and report.
_PARSER_NESTING = 2 * MAX_NESTING

# Quotation marks by language: outer pair, inner pair. Any other language gets the English ones.
_FRENCH_SPACE = re.compile(r"(?<=\S)[ \u00a0](?=[:;!?»](?:\s|$))|(?<=«)[ \u00a0]")
_QUOTES = {
    "de": "„“‚‘",
    "es": "«»“”",
    "fr": ["«\u202f", "\u202f»", "‹\u202f", "\u202f›"],
    "it": "«»“”",
    "pl": "„”«»",
    "pt": "«»“”",
    "ru": "«»„“",
    "sv": "””’’",
}


@cache
def handbook_parser(language: str) -> MarkdownIt:
    """A book's language -> the parser of its chapters and cells."""
    quotes = _QUOTES.get(language.split("-")[0].lower(), "“”‘’")
    parser = _plain_parser()
    footnote_plugin(parser, inline=False, move_to_end=False)
    deflist_plugin(parser)
    parser.inline.ruler.at("image", _image_with_attributes)
    _remember_places(parser)
    parser.options.update({"breaks": True, "typographer": True, "quotes": quotes})
    parser.core.ruler.at("replacements", _replace_dashes_and_dots)
    parser.core.ruler.at("inline", _read_inlines)
    if language.split("-")[0].lower() == "fr":
        parser.core.ruler.after("smartquotes", "narrow_spaces", _narrow_spaces)
    return make_quick(parser.enable(["replacements", "smartquotes"]))


def _image_with_attributes(state: StateInline, silent: bool) -> bool:
    """A picture, and what is in the braces behind it."""
    if not image(state, silent):
        return False
    if found := ATTRIBUTES.match(state.src, state.pos):
        state.pos = found.end()
        if not silent:
            state.tokens[-1].meta.update(attributes=found[1], attributes_at=found.start(1))
    return True


def _read_inlines(state: StateCore) -> None:
    """As markdown-it does it; but words without any sign that means something have no children: they are the text."""
    for token in state.tokens:
        if token.type == "inline" and MEANING.search(token.content):
            token.children = []
            state.md.inline.parse(token.content, state.md, state.env, token.children)


def _replace_dashes_and_dots(state: StateCore) -> None:
    """`--`, `...` and `+-` become signs; `(c)` and `(r)` stay: in a rulebook they are list letters."""
    for token in state.tokens:
        if token.type == "inline" and token.children:
            replace_rare(token.children)


def _narrow_spaces(state: StateCore) -> None:
    """The space that French puts before `: ; ! ? »` and after `«` becomes narrow, and no line breaks there."""
    for token in state.tokens:
        for child in token.children or ():
            if child.type == "text":
                # One character for another: places in the text stay where they are.
                child.content = _FRENCH_SPACE.sub("\u202f", child.content)


def commonmark_parser() -> MarkdownIt:
    """The same parser with line breaks and punctuation as CommonMark has them."""
    parser = _plain_parser()
    _remember_places(parser)
    return make_quick(parser)


def _plain_parser() -> MarkdownIt:
    parser = MarkdownIt("js-default", {"html": True, "typographer": False, "maxNesting": _PARSER_NESTING})
    parser.block.ruler.at("table", short_table, {"alt": ["paragraph", "reference"]})
    return parser


# The rules that make what has a place in the tree. The others are asked at every letter, and need none.
_WITH_PLACES = ("autolink", "footnote_ref", "html_inline", "image", "link")


def _remember_places(parser: MarkdownIt) -> None:
    for rule in parser.inline.ruler.__rules__:
        if rule.name in _WITH_PLACES:
            rule.fn = _remembering(rule.fn)
    parser.inline.ruler.__cache__ = None


def _remembering(rule: RuleFuncInlineType) -> RuleFuncInlineType:
    """An inline rule -> the same rule, noting in each token it makes where in the content it began."""

    def remember(state: StateInline, silent: bool) -> bool:
        start, known = state.pos, len(state.tokens)
        if not rule(state, silent):
            return False
        for token in state.tokens[known:]:
            # Tokens inside a link were noted by the rules that made them. Pending text began before.
            if token.type != "text" and "at" not in token.meta:
                token.meta.update(at=start, end=state.pos)
        return True

    return remember


def cells_in(line: str) -> list[str]:
    """A line of a pipe table -> its cells, those too that its header has no column for."""
    return split_cells(line.strip().lstrip("> "))
