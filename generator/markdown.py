"""The handbook dialect of Markdown: text -> markdown-it tokens that remember where they stood.

CommonMark with pipe tables, raw HTML, a line break where the author breaks the line, and smart punctuation.
"""

from __future__ import annotations

from functools import cache

from markdown_it import MarkdownIt
from markdown_it.parser_inline import RuleFuncInlineType
from markdown_it.rules_core import StateCore
from markdown_it.rules_core.replacements import replace_rare
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from generator.spelling import Spelling

# Deeper than anyone writes by intent, and well before WeasyPrint's recursion ends (about 130 boxes).
MAX_NESTING = 40

# markdown-it silently drops blocks nested deeper than its own limit. It lies above ours, so that whatever
# it would drop stands inside a token that we can see and report.
_PARSER_NESTING = 2 * MAX_NESTING

# Quotation marks by language: outer pair, inner pair. Any other language gets the English ones.
_QUOTES = {
    "de": "„“‚‘",
    "es": "«»“”",
    "fr": ["«\u00a0", "\u00a0»", "‹\u00a0", "\u00a0›"],
    "it": "«»“”",
    "pl": "„”«»",
    "pt": "«»“”",
    "ru": "«»„“",
    "sv": "””’’",
}


@cache
def handbook_parser(language: str = "en") -> MarkdownIt:
    """A book's language -> the parser of its chapters and cells."""
    quotes = _QUOTES.get(language.split("-")[0].lower(), "“”‘’")
    parser = commonmark_parser()
    parser.options.update({"breaks": True, "typographer": True, "quotes": quotes})
    parser.core.ruler.at("replacements", _replace_dashes_and_dots)
    return parser.enable(["replacements", "smartquotes"])


def _replace_dashes_and_dots(state: StateCore) -> None:
    """`--`, `...` and `+-` become signs; `(c)` and `(r)` stay: in a rulebook they are list letters."""
    for token in state.tokens:
        if token.type == "inline" and token.children:
            replace_rare(token.children)


def commonmark_parser() -> MarkdownIt:
    """The same parser with line breaks and punctuation as CommonMark has them."""
    parser = MarkdownIt("js-default", {"html": True, "typographer": False, "maxNesting": _PARSER_NESTING})
    # HTML that closes itself with a slash, as the CommonMark examples are written.
    parser.options["xhtmlOut"] = True
    for rule in parser.inline.ruler.__rules__:
        rule.fn = _remembering(rule.fn)
    parser.inline.ruler.__cache__ = None
    return parser


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


def inline_token(text: str, spelling: Spelling, language: str = "en") -> Token:
    """A table cell's or title's Markdown -> its `inline` token."""
    token = handbook_parser(language).parseInline(text)[0]
    token.meta["origin"] = spelling
    return token
