"""Old addresses of the shelf -> what each of its pages does for readers who still have one.

An anchor that moved within its page is placed at its new spot, so that nothing needs to be followed. One that moved to
another page leaves a line behind at the end of its old one. A page that is gone leaves a small page behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape

from markdown_it.token import Token

from generator.allowed_html import own_id
from generator.book import Section, Shelf, Target
from generator.render.site.address import address, link
from generator.render.site.views import Link, MovedPassage


@dataclass(frozen=True, slots=True)
class MovedPage:
    """A page that is gone: where it went, and its passages that went elsewhere, by their anchors."""

    goal: Target
    passages: Mapping[str, Target]


@dataclass(slots=True)
class Moved:
    """The moves of a shelf, sorted by what has to be done for them. Pages are targets without an anchor."""

    shelf: Shelf
    within: dict[Target, dict[str, list[str]]] = field(default_factory=dict)  # page -> anchor now -> anchors before
    away: dict[Target, dict[str, Target]] = field(default_factory=dict)  # page -> anchor before -> target
    gone: dict[Target, MovedPage] = field(default_factory=dict)

    def passages(self, page: Target) -> tuple[MovedPassage, ...]:
        """A page -> its lines about passages that have left it, or went elsewhere when it did."""
        anchors = self.gone[page].passages if page in self.gone else self.away.get(page, {})
        return tuple(MovedPassage(anchor, self.link(target, address(page))) for anchor, target in anchors.items())

    def link(self, target: Target, start: str) -> Link:
        """Where something went, and the path of the page that tells of it -> a link with the names of its new place."""
        book = next(book for book in self.shelf.books if book.id == target.book)
        page = next((page for page in book.pages if page.id == target.page), None)
        names = [book.title] if page is None else [page.title, *_section(page.sections, target.anchor)]
        if page is not None and not start.startswith(f"{book.id}/"):
            names.insert(0, book.title)
        return Link(" · ".join(names), link(start, address(target)))


def moved(shelf: Shelf) -> Moved:
    """A shelf -> its moves, sorted."""
    found = Moved(shelf)
    there = {Target(book.id, page.id) for book in shelf.books for page in book.pages}
    lost: dict[Target, dict[str, Target]] = {}
    for old, target in shelf.moves.items():
        page = Target(old.book, old.page)
        if page not in there:
            lost.setdefault(page, {})[old.anchor] = target
        elif page == Target(target.book, target.page):
            found.within.setdefault(page, {}).setdefault(target.anchor, []).append(old.anchor)
        else:
            found.away.setdefault(page, {})[old.anchor] = target
    for page, anchors in lost.items():
        # Where nobody said what became of the page itself, its first passage knows best.
        first = next(iter(anchors.values()))
        goal = anchors.pop("", Target(first.book, first.page))
        found.gone[page] = MovedPage(goal, anchors)
    return found


def _section(sections: Iterable[Section], anchor: str) -> list[str]:
    for section in sections:
        if section.anchor == anchor:
            return [section.title]
        if deeper := _section(section.sections, anchor):
            return deeper
    return []


def with_old_anchors(tokens: Iterable[Token], old: Mapping[str, list[str]]) -> Iterator[Token]:
    """A page's tokens, and anchors before by the anchor now -> the tokens with an empty mark for each old one."""
    heading = ""
    for token in tokens:
        if token.type == "inline":
            yield _with_marks(token, heading, old)
            heading = ""
            continue
        anchor = token.meta.get("anchor", "")
        if token.type in ("heading_open", "term_open"):
            # Inside, before the words: between two blocks a mark would come between rules of style.
            heading = anchor
        else:
            before = [anchor, *(own_id(name) for name in token.meta.get("ids", ()))]
            yield from (_mark(name, "html_block") for now in before if now for name in old.get(now, ()))
        yield token


def _with_marks(inline: Token, heading: str, old: Mapping[str, list[str]]) -> Token:
    """The words of a block -> the same behind the marks of their heading, and with marks before an author's own ids."""
    children = [_mark(name, "html_inline") for name in old.get(heading, ()) if heading]
    for child in inline.children or ():
        ids = [own_id(name) for name in child.meta.get("ids", ())]
        children += [_mark(name, "html_inline") for now in ids for name in old.get(now, ())]
        children.append(child)
    return inline.copy(children=children) if len(children) != len(inline.children or ()) else inline


def _mark(name: str, kind: str) -> Token:
    return Token(kind, "", 0, content=f'<span class="old-anchor" id="{escape(name)}"></span>')
