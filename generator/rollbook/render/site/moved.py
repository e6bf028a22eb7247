"""Old addresses of the shelf -> what each of its pages does for readers who still have one.

An anchor that moved within its page is placed at its new spot, so that nothing needs to be followed. One that moved to
another page leaves a line behind at the end of its old one. A page that is gone leaves a small page behind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from urllib.parse import quote

from rollbook.model.book import Book, Shelf
from rollbook.model.files import OutputFile
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.spot import Target
from rollbook.render.address import address, link
from rollbook.render.site.head import Heads
from rollbook.render.site.views import Link, MovedPassage, MovedView, fill_page
from rollbook.words import page_words


@dataclass(frozen=True, slots=True)
class MovedPage:
    """A page that is gone: where it went, and its passages that went elsewhere, by their anchors."""

    goal: Target
    passages: Mapping[str, Target]


@dataclass(slots=True)
class Moved:
    """The moves of a shelf, sorted by what has to be done for them. Pages are targets without an anchor."""

    books: Mapping[str, Book]
    titles: Mapping[Target, str]  # of pages and of the headings in them
    within: dict[Target, dict[str, list[str]]] = field(default_factory=dict)  # page -> anchor now -> anchors before
    away: dict[Target, dict[str, Target]] = field(default_factory=dict)  # page -> anchor before -> target
    gone: dict[Target, MovedPage] = field(default_factory=dict)

    def passages(self, page: Target) -> tuple[MovedPassage, ...]:
        """A page -> its lines about passages that have left it, or went elsewhere when it did."""
        anchors = self.gone[page].passages if page in self.gone else self.away.get(page, {})
        return tuple(MovedPassage(anchor, self.link(target, address(page))) for anchor, target in anchors.items())

    def link(self, target: Target, start: str) -> Link:
        """Where something went, and the path of the page that tells of it -> a link with the names of its new place."""
        book = self.books[target.book]
        page = self.titles.get(Target(target.book, target.page))
        names = [book.title] if page is None else [page]
        if page is not None and target.anchor and target in self.titles:
            names.append(self.titles[target])
        if page is not None and not start.startswith(f"{book.id}/"):
            names.insert(0, book.title)
        return Link(" · ".join(names), link(start, address(target)))


def moved(shelf: Shelf) -> Moved:
    """A shelf -> its moves, sorted."""
    found = Moved({book.id: book for book in shelf.books}, dict(_titles(shelf)) if shelf.moves else {})
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


def _titles(shelf: Shelf) -> Iterator[tuple[Target, str]]:
    for book in shelf.books:
        for page in book.pages:
            yield Target(book.id, page.id), page.title
            sections = list(reversed(page.sections))
            while sections:
                section = sections.pop()
                sections += reversed(section.sections)
                yield Target(book.id, page.id, section.anchor), section.title


def moved_pages(moved: Moved, heads: Heads) -> Iterator[OutputFile]:
    """Pages that are gone -> their files. Nothing is asked of the host: _redirects only saves readers a moment."""
    for page, went in moved.gone.items():
        yield OutputFile(f"site/{address(page)}", _page(page, went.goal, moved, heads))
    if moved.gone:
        lines = (f"/{quote(address(page))} /{_quoted(address(went.goal))} 301\n" for page, went in moved.gone.items())
        yield OutputFile("site/_redirects", "".join(lines).encode())


def _page(page: Target, went: Target, moved: Moved, heads: Heads) -> bytes:
    book = moved.books[went.book]
    wording = page_words(book.settings.language)
    goal = moved.link(went, address(page))
    site = heads.sharing.site if heads.sharing else None
    view = MovedView(
        canonical=site.at(address(replace(went, anchor=""))) if site else goal.href.partition("#")[0],
        goal=goal,
        moved=moved.passages(page),
        script=f"../{heads.static.moved_script}",
    )
    return fill_page("moved", heads.for_moved(wording.moved_page, book), wording, view)


def _quoted(path: str) -> str:
    page, mark, anchor = path.partition("#")
    return quote(page) + mark + quote(anchor)
