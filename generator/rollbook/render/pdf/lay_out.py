"""Print HTML -> PDF bytes, with everything that WeasyPrint says or does wrong as a value."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from weasyprint import CSS, HTML  # type: ignore[import-untyped]
from weasyprint.logger import LOGGER  # type: ignore[import-untyped]
from weasyprint.urls import FatalURLFetchingError  # type: ignore[import-untyped]

from rollbook.render.pdf.fetch_own import OWN_FILES, OwnFiles
from rollbook.render.pdf.finish_form import finish_form
from rollbook.render.pdf.level_columns import level_columns
from rollbook.render.pdf.lost_text import Loss, lost_text
from rollbook.render.pdf.overprinted import is_overprinted
from rollbook.render.pdf.own_fonts import own_fonts
from rollbook.render.pdf.print_index import BackIndex
from rollbook.render.pdf.pull_back import pull_back, short_ends
from rollbook.render.pdf.quick_layout import quick_layout

# How WeasyPrint's message begins whose first argument is text without glyphs.
_NO_GLYPH = ".notdef glyph"


@dataclass(frozen=True, slots=True)
class PrintJob:
    """A whole document: its HTML, its style sheets in order, and the files that they name.

    What none of its faces has comes from the fonts of this machine only if `with_system_fonts`. The controls of a
    `fillable` one can be filled in.
    """

    html: str = field(repr=False)
    styles: tuple[str, ...] = field(repr=False)
    files: Mapping[str, bytes] = field(repr=False)
    with_system_fonts: bool = False
    fillable: bool = False
    index: BackIndex | None = None  # its pages come where the document has an empty element with the id "index"

    @property
    def identifier(self) -> bytes:
        """A name that stays the same as long as everything does that the PDF is made of."""
        digest = hashlib.sha256()
        for part in (self.html.encode(), *map(str.encode, self.styles), *self.files.values()):
            digest.update(hashlib.sha256(part).digest())
        return digest.hexdigest()[:32].encode()


@dataclass(frozen=True, slots=True)
class Printed:
    """The PDF, or nothing if the layout failed; what was said on the way; what is missing on the pages."""

    pdf: bytes = field(repr=False)
    pages: int
    remarks: tuple[str, ...]
    losses: tuple[Loss, ...]
    overprinted: bool  # whether text stands on other text
    missing: str = ""  # the characters that no face has

    @property
    def is_whole(self) -> bool:
        """Whether everything can be read."""
        return bool(self.pdf) and not self.losses and not self.overprinted


def lay_out(job: PrintJob) -> Printed:
    """A print job -> its PDF and everything that went wrong."""
    fetcher = OwnFiles(job.files)
    with _log() as log, quick_layout(), level_columns():
        try:
            printed = _pdf(job, fetcher)
        except FatalURLFetchingError:
            pass
        except MemoryError:
            raise  # Not the document's fault alone: whoever set the limit says what it was.
        # Content can drive WeasyPrint into errors of any kind (FACTS: RecursionError, ZeroDivisionError). None of
        # them is the author's to read as a traceback, and none may take the other books' report with it.
        except Exception as error:
            return Printed(b"", 0, (f"the layout failed with {type(error).__name__}: {error}",), (), False)
    if fetcher.refused:
        # The address of a picture inside a drawing is the whole picture.
        refused = dict.fromkeys(url if len(url) < 100 else f"{url[:60]}…" for url in fetcher.refused)
        foreign = tuple(f"{url} is not a file of this book" for url in refused)
        return Printed(b"", 0, foreign, (), False)
    return replace(printed, remarks=tuple(dict.fromkeys(log.remarks)), missing="".join(dict.fromkeys(log.missing)))


def _pdf(job: PrintJob, fetcher: OwnFiles) -> Printed:
    fonts = own_fonts(job.with_system_fonts)
    styles = [CSS(string=style, base_url=OWN_FILES, url_fetcher=fetcher, font_config=fonts) for style in job.styles]

    def render(text: str, rules: str = "") -> tuple[Any, tuple[Loss, ...]]:
        html = HTML(string=text, base_url=OWN_FILES, url_fetcher=fetcher)
        sheets = [*styles, CSS(string=rules)] if rules else styles
        made = html.render(stylesheets=sheets, font_config=fonts, pdf_variant="pdf/ua-1", pdf_forms=job.fillable)
        return made, lost_text(made, html.etree_element)

    document, losses = render(job.html)
    if closer := pull_back(document):
        shorter, losses_there = render(job.html, closer)
        if short_ends(shorter) < short_ends(document) and len(losses_there) <= len(losses):
            document, losses = shorter, losses_there
    if job.index is not None:
        pages = _pages_of_anchors(document)
        first = pages["index"]
        index, lost_in_index = render(job.index.html(pages, first))
        document = document.copy([*document.pages[: first - 1], *index.pages, *document.pages[first:]])
        losses += lost_in_index
    finisher = finish_form if job.fillable else None
    pdf = document.write_pdf(
        finisher=finisher, pdf_variant="pdf/ua-1", pdf_identifier=job.identifier, pdf_forms=job.fillable
    )
    return Printed(pdf, len(document.pages), (), losses, is_overprinted(document))


def _pages_of_anchors(document: Any) -> dict[str, int]:
    """A laid-out document -> the page that each anchor is on: the first, where its element goes on behind it."""
    pages: dict[str, int] = {}
    for number, page in enumerate(document.pages, 1):
        for name in page.anchors:
            pages.setdefault(name, number)
    return pages


@contextmanager
def _log() -> Iterator[_Log]:
    """Collects what WeasyPrint logs; its logger reaches no one else meanwhile."""
    log = _Log()
    propagate, LOGGER.propagate = LOGGER.propagate, False
    LOGGER.addHandler(log)
    try:
        yield log
    finally:
        LOGGER.removeHandler(log)
        LOGGER.propagate = propagate


class _Log(logging.Handler):
    """The remarks in WeasyPrint's words, and the characters that it drew as empty boxes."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.remarks: list[str] = []
        self.missing = ""

    def emit(self, record: logging.LogRecord) -> None:
        if record.msg.startswith(_NO_GLYPH) and isinstance(record.args, tuple):
            self.missing += str(record.args[0])
        else:
            self.remarks.append(record.getMessage().replace(OWN_FILES, "").rstrip(": "))
