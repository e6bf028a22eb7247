"""Print HTML -> PDF bytes, with everything that WeasyPrint says or does wrong as a value."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field, replace
from functools import cache, partial
from typing import Any
from warnings import catch_warnings, simplefilter

from weasyprint import CSS, HTML  # type: ignore[import-untyped]
from weasyprint.logger import LOGGER  # type: ignore[import-untyped]
from weasyprint.urls import FatalURLFetchingError  # type: ignore[import-untyped]

from rollbook.model.paper_format import Trim
from rollbook.model.quick_dataclass import dataclass
from rollbook.render.pdf.level_columns import level_columns
from rollbook.render.pdf.mended_pdf import finish_for_shop, finish_form, mended_layout
from rollbook.render.pdf.own_files import OWN_FILES, OwnFiles, own_fonts
from rollbook.render.pdf.print_index import BackIndex
from rollbook.render.pdf.pull_back import pull_back, short_ends
from rollbook.render.pdf.quick_layout import quick_layout
from rollbook.render.pdf.unreadable_text import Loss, is_overprinted, lost_text

# How WeasyPrint's message begins whose first argument is text without glyphs.
_NO_GLYPH = ".notdef glyph"
# A folded sheet has so many pages, and a bound book is made of folded sheets.
_IN_FOURS = 4
_BLANK_PAGE = '<section class="blank"></section>'

_Render = Callable[..., tuple[Any, tuple[Loss, ...]]]


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
    trim: Trim | None = None  # for a print shop, in fours
    index: BackIndex | None = None  # its pages come where the document has an empty element with the id "index"

    @property
    def variant(self) -> str:
        """What the file keeps to: for readers PDF/UA, for shops and their archives PDF/A."""
        return "pdf/a-3u" if self.trim else "pdf/ua-1"

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
    with _log() as log, quick_layout(), level_columns(), mended_layout():
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


def room_left(job: PrintJob) -> tuple[int, float]:
    """A print job -> how many pages it takes, and how much of the last one is free, in millimetres; 0 if it fails."""
    with _log(), quick_layout(), level_columns(), mended_layout():
        try:
            document, _ = _renderer(job, OwnFiles(job.files))(job.html)
        except MemoryError:
            raise
        except Exception:
            return 0, 0.0  # Whoever lays it out for good is told of it.
    last = document.pages[-1]._page_box
    root, *_ = last.children  # behind it come what stands in the margins
    foot = max(box.position_y + box.margin_height() for box in root.descendants() if box.is_in_normal_flow())
    return len(document.pages), (last.content_box_y() + last.height - foot) * 25.4 / 96


def block_heights(job: PrintJob, name: str) -> list[float]:
    """A print job on an endless page, a class -> the height of each element of it, in millimetres; none if it fails."""
    with _log(), quick_layout():
        try:
            document, _ = _renderer(job, OwnFiles(job.files))(job.html)
        except MemoryError:
            raise
        except Exception:
            return []  # Whoever lays it out for good is told of it.
    boxes = (box for page in document.pages for box in page._page_box.descendants() if box.element is not None)
    found = {box.element: box.margin_height() for box in boxes if name in box.element.get("class", "").split()}
    return [height * 25.4 / 96 for height in found.values()]


def _renderer(job: PrintJob, fetcher: OwnFiles) -> _Render:
    """A print job -> what lays HTML out in its styles, with more rules if any, and tells what was lost."""
    fonts = own_fonts(job.with_system_fonts)
    styles = [CSS(string=style, base_url=OWN_FILES, url_fetcher=fetcher, font_config=fonts) for style in job.styles]
    read = cache(partial(HTML, base_url=OWN_FILES, url_fetcher=fetcher))  # the book may be laid out twice

    def render(text: str, rules: str = "") -> tuple[Any, tuple[Loss, ...]]:
        html = read(string=text)
        sheets = [*styles, CSS(string=rules)] if rules else styles
        made = html.render(stylesheets=sheets, font_config=fonts, pdf_variant=job.variant, pdf_forms=job.fillable)
        return made, lost_text(made, html.etree_element)

    return render


def _pdf(job: PrintJob, fetcher: OwnFiles) -> Printed:
    render = _renderer(job, fetcher)
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
    if job.trim and (blank := -len(document.pages) % _IN_FOURS) and len(document.pages) > 1:
        document = document.copy([*document.pages, *render(_BLANK_PAGE * blank)[0].pages])
    with catch_warnings():
        simplefilter("ignore", ResourceWarning)  # WeasyPrint leaves the colour profile of PDF/A open.
        pdf = document.write_pdf(
            finisher=_finisher(job), pdf_variant=job.variant, pdf_identifier=job.identifier, pdf_forms=job.fillable
        )
    return Printed(pdf, len(document.pages), (), losses, is_overprinted(document))


def _finisher(job: PrintJob) -> Callable[[Any, Any], None] | None:
    """A print job -> what is done to the PDF before it is written."""
    if job.trim:
        return partial(finish_for_shop, job.trim)
    return finish_form if job.fillable else None


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
