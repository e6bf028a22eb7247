"""The quick rules make the tokens that markdown-it's own make, in all the texts there are here and in spoiled ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import markdown_it
import mdit_py_plugins
import pytest
from markdown_it import MarkdownIt
from markdown_it.rules_block import table
from markdown_it.rules_core import inline
from markdown_it.token import Token
from rollbook.markdown import quick_rules
from rollbook.markdown.parsers import handbook_parser

from tests.odd_shelves import wide_shelf
from tests.shelves import HANDBOOKS, ROOT
from tests.test_commonmark import examples
from tests.test_odd_shelves import SLIPS

# What else means something to a rule, in a line or at its beginning.
SIGNS = (
    *SLIPS,
    *("~~", "***", "_", "!", "!{", "[^1]", "[^1]: ", ": ", "~ ", "1. ", "2) ", "---", "===", "|--|:-:|", "\\|", "\\"),
    *("&amp;", "http://a.b", "<a@b.c>", "...", ",,", "????", "--", "+-", '"', "'", " ;", " ?", "«", "    ", "\u00a0"),
)
# Of a table we take the rows and the words of each cell.
PARTS = ("thead", "tbody", "th", "td")


def stock_parser(language: str, monkeypatch: pytest.MonkeyPatch) -> MarkdownIt:
    """A language -> our parser, with markdown-it's own tables and its own ways through the rules."""
    with monkeypatch.context() as patched:
        patched.setattr(quick_rules, "KNOWN_VERSIONS", ())
        parser = handbook_parser.__wrapped__(language)
    parser.block.ruler.at("table", table, {"alt": ["paragraph", "reference"]})
    parser.core.ruler.at("inline", inline)
    return parser


def facts(tokens: list[Token]) -> Iterator[tuple[object, ...]]:
    """Tokens -> what there is to know of each, whoever made them."""
    align = ""
    for token in cell_by_cell(tokens):
        part = token.type.partition("_")[0]
        if part in ("th", "td") and token.nesting > 0:
            align = str(token.attrs.get("style", "")).removeprefix("text-align:")
        if part in PARTS or token.type == "tr_close":
            align = align if token.nesting > 0 else ""
            continue
        children = token.children
        if token.type == "inline" and token.content and not children:
            children = [Token("text", "", 0, content=token.content)]
        what = (token.type, token.tag, token.nesting, token.attrs, token.map, token.level, token.content, token.markup)
        yield *what, token.info or align, token.meta, token.block, token.hidden, list(facts(children or []))


def cell_by_cell(tokens: list[Token]) -> Iterator[Token]:
    """Tokens -> the same; a row that has the words of its cells with it, as one token for each of these."""
    rest = iter(tokens)
    for row in rest:
        yield row
        if row.type == "tr_open":
            for plain in row.meta.pop("cells", ()):
                at, (words, align) = row.map, plain or ("", "")
                told = Token("inline", "", 0, {}, at, row.level + 2, [], words, info=align, block=True)
                yield told if plain else next(rest)


def texts() -> Iterator[str]:
    for folder in (ROOT / "content", ROOT / "tests/cases", HANDBOOKS):
        for path in filter(Path.is_file, sorted(folder.rglob("*.md"))):
            yield path.read_text(encoding="utf-8", errors="replace")
    yield from (markdown for _, markdown, _ in examples())
    files, _ = wide_shelf(range(20))
    yield from (text for name, text in sorted(files.items()) if name.endswith(".md"))


def spoiled(text: str, chance: Random) -> str:
    """A text -> a piece of it with signs put in where nobody would."""
    lines = text.split("\n")
    first = chance.randrange(len(lines))
    piece = "\n".join(lines[first : first + 30])
    for _ in range(chance.randint(1, 12)):
        at = chance.randint(0, len(piece))
        piece = piece[:at] + chance.choice(SIGNS) + piece[at:]
    return piece


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_tokens_are_the_same(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stock, quick = stock_parser(language, monkeypatch), handbook_parser(language)
    chance = Random(13)
    for text in texts():
        for each in (text, spoiled(text, chance), spoiled(text, chance)):
            assert list(facts(quick.parse(each))) == list(facts(stock.parse(each))), each


def test_the_versions_are_those_that_the_rules_are_taken_from() -> None:
    assert (markdown_it.__version__, mdit_py_plugins.__version__) == quick_rules.KNOWN_VERSIONS
