"""What a book's PDF costs: our layout against WeasyPrint's own, of the same HTML with the same style sheets.

Processor time of one process, in turns. The columns that end level are found in our way on both sides, since
WeasyPrint's own way breaks them elsewhere: so the bytes can be compared, and they must be equal. What WeasyPrint takes
when it levels as well is the last row, without a target.
"""

from __future__ import annotations

import gc
import sys
from contextlib import ExitStack
from statistics import median
from time import process_time
from unittest.mock import patch

import weasyprint  # type: ignore[import-untyped]
from rollbook.model.paper_format import PAPER_FORMATS
from rollbook.model.printing import Printing
from rollbook.render.pdf import level_columns, quick_layout, render_pdf
from rollbook.render.pdf.lay_out import PrintJob, lay_out

from tests.shelves import ROOT, shelf_of

from .ratio import Ratio

BOOK = "microluxe20"
PAPER = "a4"
ROUNDS = 3
# At most 0.55 of the time.
TARGET = 1 / 0.55


def pdf() -> list[Ratio]:
    """-> the rows about one book; some minutes on an idle machine."""
    job = _job()
    rounds = [tuple(_took(job, *without) for without in ((), (quick_layout,))) for _ in range(ROUNDS)]
    ours, theirs = (median(took for took, _ in side) for side in zip(*rounds, strict=True))
    same = len({content for each in rounds for _, content in each}) == 1
    print("the same bytes on both sides" if same else "THE BYTES DIFFER", file=sys.stderr)
    name = f"WeasyPrint {weasyprint.__version__}"
    ratio = median(other / mine for (mine, _), (other, _) in rounds)
    as_it_comes, _ = _took(job, quick_layout, level_columns)
    return [
        Ratio(f"{BOOK} on {PAPER}, same bytes", name, ours * 1e6, theirs * 1e6, ratio if same else 0.0, TARGET),
        Ratio(
            f"{BOOK} on {PAPER}", f"{name}, its levelling too", ours * 1e6, as_it_comes * 1e6, as_it_comes / ours, None
        ),
    ]


def _job() -> PrintJob:
    """-> everything that the layout of the book needs."""
    shelf = shelf_of(ROOT)
    book = next(book for book in shelf.books if book.id == BOOK)
    with patch("rollbook.render.pdf.lay_out", side_effect=lay_out) as asked:
        render_pdf(Printing(book, PAPER_FORMATS[PAPER], f"{BOOK}.pdf"), shelf.settings.address)
    (job,) = asked.call_args.args
    assert isinstance(job, PrintJob)
    return job


def _took(job: PrintJob, *without: object) -> tuple[float, bytes]:
    """A job, what of ours is not to be used -> seconds of a processor, and the PDF."""
    with ExitStack() as stack:
        for module in without:
            stack.enter_context(patch.object(module, "KNOWN_VERSION", "another"))
        gc.collect()
        start = process_time()
        printed = lay_out(job)
        return process_time() - start, printed.pdf
