"""A Markdown file -> a Chapter: tokens with places, directives as tokens of their own."""

from __future__ import annotations

from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.rules_block.table import escapedSplit
from markdown_it.token import Token

from generator.chapter import Chapter
from generator.diagnostic import Diagnostic
from generator.markdown import MAX_NESTING
from generator.parse.find_directives import directives_in_block, directives_in_line
from generator.source import Place, Source
from generator.spelling import Spelling, line_by_line


def parse_chapter(source: Source, parser: MarkdownIt) -> tuple[Chapter, tuple[Diagnostic, ...]]:
    """One Markdown file -> its Chapter, and what is wrong in it."""
    found: list[Diagnostic] = []
    tokens: list[Token] = []
    cursors: dict[int, int] = {}
    lines = source.lines
    for token in parser.parse(source.text):
        if token.type == "inline":
            token.meta["origin"] = _origin(token, source.path, lines, cursors)
            found += directives_in_line(token)
            tokens.append(token)
        elif token.type == "html_block":
            pieces, problems = directives_in_block(token, _block_start(token, source.path, lines))
            tokens += pieces
            found += problems
        else:
            tokens.append(token)
    found += _too_deep(tokens, source.path)
    found += _surplus_cells(tokens, source.path, lines)
    return Chapter(source.name, source.path, tuple(tokens)), tuple(found)


def _origin(token: Token, path: str, lines: list[str], cursors: dict[int, int]) -> Spelling:
    """An inline token -> where each of its lines begins. `cursors` tells the cells of one table row apart."""
    assert token.map is not None, "markdown-it maps every inline token of a document"
    starts = []
    for number, text in enumerate(token.content.split("\n"), token.map[0]):
        line = lines[number] if number < len(lines) else ""
        column = line.find(text.strip() or text, cursors.get(number, 0))
        if column < 0:
            # The cell held an escaped bar, or the line a tab that was expanded.
            column = cursors.get(number, len(line) - len(line.lstrip()))
        cursors[number] = column + len(text)
        starts.append(Place(path, number + 1, column + 1))
    return line_by_line(token.content, starts)


def _block_start(token: Token, path: str, lines: list[str]) -> Place:
    assert token.map is not None, "markdown-it maps every html_block"
    first_line = token.content.split("\n", 1)[0]
    column = lines[token.map[0]].find(first_line)
    return Place(path, token.map[0] + 1, max(column, 0) + 1)


def _too_deep(tokens: list[Token], path: str) -> Iterator[Diagnostic]:
    """Text nested so deep that markdown-it would begin to drop it -> one problem per such passage."""
    inside = False
    for token in tokens:
        if token.level >= MAX_NESTING and not inside:
            line = token.map[0] + 1 if token.map else 1
            yield Diagnostic(
                "nested-too-deep",
                f"lists and quotations are nested more than {MAX_NESTING} levels deep here",
                Place(path, line),
                "take the inner text out of some of its lists or quotations",
            )
        inside = token.level >= MAX_NESTING


def _surplus_cells(tokens: list[Token], path: str, lines: list[str]) -> Iterator[Diagnostic]:
    """Rows of pipe tables with another number of cells than their header -> a warning that names what is left out."""
    width = 0
    for token in tokens:
        if token.type != "tr_open":
            width = 0 if token.type == "table_open" else width
            continue
        assert token.map is not None, "markdown-it maps every table row"
        line = lines[token.map[0]]
        cells = _cells(line)
        width = width or len(cells)
        if len(cells) > width:
            surplus = " | ".join(cell.strip() for cell in cells[width:]).strip(" |")
            left_out = f"; left out: {surplus}" if surplus else ""
            yield Diagnostic(
                "cell-count",
                f"this row has {len(cells)} cells, but its header has {width}{left_out}",
                Place(path, token.map[0] + 1, len(line) - len(line.lstrip()) + 1, len(line.strip())),
                "remove the cells that are too many, or add columns to the header",
            )


def _cells(line: str) -> list[str]:
    """A line of a pipe table -> its cells, counted as markdown-it counts them."""
    cells = escapedSplit(line.strip().lstrip("> "))
    if cells and cells[0] == "":
        cells.pop(0)
    if cells and cells[-1] == "":
        cells.pop()
    return cells
