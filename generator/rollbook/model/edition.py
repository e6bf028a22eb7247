"""The editions: every form in which a book comes out, as one list.

Another one is a line here, a folder of render with the function that makes it, and a word in every language for the
link to it. What several editions use is above their folders, in render itself.
"""

from __future__ import annotations

from rollbook.model.paper_format import BOOKLETS, PAPER_FORMATS
from rollbook.model.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Edition:
    """One form of a book: what makes it, where it goes, and what the site's pages and scripts do with it."""

    name: str
    maker: str  # the folder of render: render/pdf has render_pdf
    suffix: str  # how its files' names end
    folders: tuple[str, ...]  # where they go, below the output folder; {book} stands for the book's id
    offline: bool  # whether the reader's browser caches them, to read without a connection
    label: str  # the word of the interface by which pages link to it; empty: they are it, or don't


_SITE = Edition("site", "site", ".html", ("site/{book}",), offline=True, label="")
# In a folder of their own, and beside their book's pages, so that `site` is complete alone. PDFs are large, and whoever
# wants one without a connection saves it.
_ON_PAPER = [
    Edition(paper, "pdf", ".pdf", ("pdf", "site/{book}"), offline=False, label=f"paper_{paper}")
    for paper in PAPER_FORMATS
]

# What `editions` in book.yml and shelf.yml may ask for, and the editions that it asks for.
OTHER_EDITIONS = {
    "sheet": ("sheet", "sheet-blank"),
    "screen": ("screen",),
    "epub": ("epub",),
    "booklet": tuple(BOOKLETS),
    "cards": ("cards",),
    "print-shop": ("print-shop", "print-shop-cover"),
}
_FOR_THE_SHOP = OTHER_EDITIONS["print-shop"]
_OTHERS = [
    Edition(name, "pdf", ".pdf", ("pdf", "site/{book}"), offline=False, label=f"edition_{name.replace('-', '_')}")
    for names in OTHER_EDITIONS.values()
    for name in names
    if name not in ("epub", *_FOR_THE_SHOP)
]
# What the publisher sends away is of no use to readers: no page links to it.
_SHOP = [Edition(name, "pdf", ".pdf", ("pdf",), offline=False, label="") for name in _FOR_THE_SHOP]

_EPUB = Edition("epub", "epub", ".epub", ("epub", "site/{book}"), offline=False, label="edition_epub")

EDITIONS = {edition.name: edition for edition in (_SITE, *_ON_PAPER, *_OTHERS, *_SHOP, _EPUB)}
