"""Pages that are gone -> small pages that lead on, and _redirects for the hosts that take it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import quote

from rollbook.model.output import OutputFile
from rollbook.model.target import Target
from rollbook.render.address import address
from rollbook.render.site.head import Heads
from rollbook.render.site.moved import Moved
from rollbook.render.site.templates import fill_page
from rollbook.render.site.views import MovedView
from rollbook.words import page_words


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
