"""Dice in prose and `[words](roll:2d6+3)` -> roll tokens; indented formulas -> formula tokens.

A roll token's content is the author's text, unchanged. Its info is the expression, and its meta holds "names": the
phrases in it that the book's vocabulary doesn't explain, so that the reader is asked for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import unquote

from markdown_it.token import Token

from generator.diagnostic import Diagnostic
from generator.engine.names import has_dice
from generator.engine.nodes import Expression
from generator.engine.parse import parse
from generator.engine.problem import ProblemError
from generator.engine.rolls_in_text import rolls_in_text
from generator.engine.vocabulary import Vocabulary
from generator.expand.find_names import names_in_formula, names_in_prose
from generator.spelling import Spelling
from generator.token_text import plain_text

_SCHEME = "roll:"
_TITLES = ("h1", "h2", "h3", "h4", "h5", "h6", "th", "dt")
# "(if applicable)" and the like belong to the sentence, not to the formula.
_REMARK = re.compile(r"\s*\((?:if|when|where|optional)\b[^()]*\)", re.IGNORECASE)


def find_rolls(tokens: Sequence[Token], phrases: Mapping[str, str]) -> tuple[list[Token], list[Diagnostic]]:
    """A chapter's tokens and the book's phrases -> the same with rolls marked, and roll links that can't be read."""
    found: list[Token] = []
    problems: list[Diagnostic] = []
    titles = 0  # a die in a heading, column title or term names it
    for token in tokens:
        titles += token.nesting if token.tag in _TITLES else 0
        if token.type == "inline" and not titles:
            children, unreadable = _roll_links(token, phrases)
            problems += unreadable
            token = token.copy(children=list(_in_line(children, phrases)))
        elif token.type == "code_block":
            token = _formula(token, phrases)
        found.append(token)
    return found, problems


def _roll_links(inline: Token, phrases: Mapping[str, str]) -> tuple[list[Token], list[Diagnostic]]:
    """A line's tokens -> the same with each link to `roll:…` turned into a roll of its words."""
    children: list[Token] = []
    problems: list[Diagnostic] = []
    link: Token | None = None
    for child in inline.children or ():
        if child.type == "link_open" and str(child.attrs["href"]).startswith(_SCHEME):
            link, words = child, list[Token]()
        elif link is None:
            children.append(child)
        elif child.type != "link_close":
            words.append(child)
        else:
            expression = unquote(str(link.attrs["href"]).removeprefix(_SCHEME))
            names = names_in_formula(expression)
            shown = plain_text(Token("inline", "", 0, children=words))
            children.append(_roll(shown or expression, expression, names, phrases))
            problems += _unreadable(expression, {**names, **phrases}, link, inline.meta["origin"])
            link = None
    return children, problems


def _unreadable(expression: str, phrases: Mapping[str, str], link: Token, origin: Spelling) -> Iterator[Diagnostic]:
    try:
        parse(expression, Vocabulary(phrases))
    except ProblemError as error:
        place = origin.at(link.meta["at"], link.meta["end"] - link.meta["at"])
        yield Diagnostic(
            "bad-roll", f"{expression!r} cannot be rolled: {error.problem.message}", place, error.problem.suggestion
        )


def _in_line(children: Sequence[Token], phrases: Mapping[str, str]) -> Iterator[Token]:
    links = 0  # a link does one thing when it is clicked
    for child in children:
        links += (child.type == "link_open") - (child.type == "link_close")
        if child.type == "text" and not links:
            yield from _in_text(child, phrases)
        elif child.type == "code_inline" and not links:
            yield _in_code(child, phrases)
        else:
            yield child


def _in_text(text: Token, phrases: Mapping[str, str]) -> Iterator[Token]:
    names = names_in_prose(text.content)
    done = 0
    for found in rolls_in_text(text.content, Vocabulary({**names, **phrases})):
        if found.kind == "roll":
            yield text.copy(content=text.content[done : found.start])
            yield _roll(text.content[found.start : found.end], found.target, names, phrases)
            done = found.end
    yield text.copy(content=text.content[done:])


def _in_code(code: Token, phrases: Mapping[str, str]) -> Token:
    """`STR bonus + 1d8` in back quotes -> a roll, if all of it is one."""
    # Whole as it stands first: behind a function's name, `maximum(weapon)`, there is no name to be found.
    for names in ({}, names_in_formula(code.content)):
        expression = _read(code.content, {**names, **phrases})
        if expression is not None:
            rolled = has_dice(expression.root)
            return _roll(code.content, code.content, names, phrases, markup=code.markup) if rolled else code
    return code


def _formula(block: Token, phrases: Mapping[str, str]) -> Token:
    """An indented block -> a formula, if every line of it is one; otherwise it stays as it is."""
    lines = [line.strip() for line in block.content.split("\n") if line.strip()]
    children: list[Token] = []
    for line in lines:
        expression = _REMARK.sub("", line)
        names = names_in_formula(expression)
        read = _read(expression, {**names, **phrases})
        if read is None:
            return block
        if children:
            children.append(Token("hardbreak", "br", 0))
        if has_dice(read.root):
            children.append(_roll(line, expression, names, phrases))
        else:
            children.append(Token("text", "", 0, content=line))
    return Token("formula", "p", 0, children=children, map=block.map, level=block.level, block=True)


def _roll(
    content: str, expression: str, names: Mapping[str, str], phrases: Mapping[str, str], markup: str = ""
) -> Token:
    asked = tuple(name for name in names if name in " ".join(expression.split()) and name not in phrases)
    return Token("roll", "", 0, content=content, info=expression, markup=markup, meta={"names": asked})


def _read(text: str, phrases: Mapping[str, str]) -> Expression | None:
    try:
        return parse(text, Vocabulary(phrases))
    except ProblemError:
        return None
