"""A page's tokens -> the same with an anchor on every heading and no level skipped, and the page's contents."""

from __future__ import annotations

from dataclasses import dataclass, field

from markdown_it.token import Token

from generator.assemble.name_anchors import slug, unique
from generator.book import Section
from generator.token_text import plain_text


def outline(tokens: list[Token]) -> tuple[tuple[Token, ...], tuple[Section, ...]]:
    """Tokens of one page -> tokens with anchors and sound levels, and its sections."""
    root = _Heading(1, 1, "", "")
    path = [root]
    taken: set[str] = set()
    outlined: list[Token] = []
    for position, token in enumerate(tokens):
        if token.type == "heading_open":
            written = int(token.tag[1])
            while path[-1].written >= written and len(path) > 1:
                path.pop()
            title = plain_text(tokens[position + 1])
            anchor = unique(slug(title), taken, path[-1].anchor)
            heading = _Heading(written, path[-1].level + 1, title, anchor)
            taken.add(anchor)
            # A heading inside a list or quotation has an anchor, but is no part of the contents.
            if token.level == 0:
                path[-1].below.append(heading)
                path.append(heading)
            token = _levelled(token, heading)
        elif token.type == "heading_close":
            opening = next(t for t in reversed(outlined) if t.type == "heading_open")
            token = token.copy(tag=opening.tag)
        elif (name := _own_name(token)) and (token.type in _NAMED or name not in taken):
            # Shown twice, a table is found where it stands first; a calculator's or sheet's parts need ids each time.
            # A number would be taken for that of a field.
            anchor = name if name not in taken else unique(f"{name}-again", taken)
            taken.add(anchor)
            token = _anchored(token, anchor)
        outlined.append(token)
    return tuple(outlined), tuple(heading.section() for heading in root.below)


@dataclass(slots=True)
class _Heading:
    written: int  # the level that the author wrote
    level: int  # the level that it has: one below the heading it stands under, so that none is skipped
    title: str
    anchor: str
    below: list[_Heading] = field(default_factory=list)

    def section(self) -> Section:
        return Section(self.level, self.title, self.anchor, tuple(heading.section() for heading in self.below))


# Tokens that links can name by an id of their own, with the word that such a link begins with.
_NAMED = {"calculator": "calc", "rule": "rule", "sheet": "sheet"}


def _own_name(token: Token) -> str:
    """The anchor of a token that links can name by its kind and id: `rule:combat.attack`, `table:weapons`."""
    if token.type in _NAMED:
        return f"{_NAMED[token.type]}-{token.info}"
    if token.type == "term_open":
        return f"term-{slug(token.meta['definition'].name)}"
    table = token.meta.get("table")
    return f"table-{table.id}" if table else ""


def _anchored(token: Token, anchor: str) -> Token:
    anchored = token.copy()
    anchored.meta = token.meta | {"anchor": anchor}
    return anchored


def _levelled(token: Token, heading: _Heading) -> Token:
    return _anchored(token.copy(tag=f"h{min(heading.level, 6)}"), heading.anchor)
