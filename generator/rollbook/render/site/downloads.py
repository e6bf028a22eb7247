"""The PDFs of a book -> what its pages say about them."""

from __future__ import annotations

from urllib.parse import quote

from rollbook.model.edition import EDITIONS
from rollbook.model.printing import Pdf
from rollbook.render.site.views import Download
from rollbook.words import PageWords

_MEGABYTE = 1_000_000


def downloads(pdfs: tuple[Pdf, ...], words: PageWords) -> tuple[Download, ...]:
    """PDFs that lie beside the book's pages, the words of its language -> a link for each."""
    labels = {name: getattr(words, edition.label) for name, edition in EDITIONS.items() if edition.label}
    return tuple(Download(labels[pdf.edition], quote(pdf.name), _size(pdf, words)) for pdf in pdfs)


def _size(pdf: Pdf, words: PageWords) -> str:
    pages = words.pages.format(count=pdf.pages)
    # Even the smallest is said to be a tenth, never nothing.
    megabytes = max(len(pdf.content) / _MEGABYTE, 0.1)
    return words.pdf_size.format(
        pages=pages, megabytes=f"{megabytes:.1f}".replace(".", words.speech.say("decimal_mark"))
    )
