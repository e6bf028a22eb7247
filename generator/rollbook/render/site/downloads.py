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
    return tuple(
        Download(labels[pdf.edition], _kind(pdf, words), quote(pdf.name), _size(pdf, words))
        for pdf in pdfs
        if pdf.edition in labels
    )


def _kind(pdf: Pdf, words: PageWords) -> str:
    """What a label doesn't say: an EPUB's own does."""
    return str(words.pdf) if EDITIONS[pdf.edition].suffix == ".pdf" else ""


def _size(pdf: Pdf, words: PageWords) -> str:
    # Even the smallest is said to be a tenth, never nothing.
    megabytes = max(len(pdf.content) / _MEGABYTE, 0.1)
    told = f"{megabytes:.1f}".replace(".", words.speech.say("decimal_mark"))
    if not pdf.pages:
        return words.file_size.format(megabytes=told)
    return words.pdf_size.format(pages=words.pages.format(count=pdf.pages), megabytes=told)
