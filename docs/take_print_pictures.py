"""`make pictures`, for the guide and the README: what a table needs on paper, from the PDFs of the shelf."""

from __future__ import annotations

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from pypdf import PdfReader
from pypdf.generic import Destination
from rollbook.build.examine import Order, examine
from rollbook.model.book import Book
from rollbook.model.paper_format import PAPER_FORMATS
from rollbook.model.printing import Matter, Printing, printings
from rollbook.model.settings import ShelfSettings
from rollbook.progress import Silent
from rollbook.render.pdf import render_pdf

_GUIDE = Path("content/guide")
_BOOK, _WITH_CARDS, _CHAPTER = "microluxe20", "guide", "combat"
_EVERYTHING = ShelfSettings(editions=("sheet", "screen", "booklet", "cards"))
_HEIGHT = 620  # of each picture beside the others
_GAP, _GROUND = 16, "#e9e4da"


def main() -> None:
    """The shelf -> content/guide/print-spread.webp and print-table.webp."""
    shelf = examine(Order(Path("content"), Path("data"), ()), Silent()).shelf
    book, cards = (next(book for book in shelf.books if book.id == name) for name in (_BOOK, _WITH_CARDS))
    with TemporaryDirectory(prefix="rollbook-print-") as folder:
        flat = _print(Printing(book, PAPER_FORMATS["both"], "both.pdf"), Path(folder))
        left = _page_of(flat, _CHAPTER) // 2 * 2
        _side_by_side([_picture(flat, left), _picture(flat, left + 1)], _GUIDE / "print-spread.webp", gap=2)
        others = [
            _picture(_print(_order(book, Matter.BLANK_SHEET), Path(folder)), 1),
            _picture(_print(_order(book, Matter.SCREEN), Path(folder)), 1),
            _picture(_print(_order(cards, Matter.CARDS), Path(folder)), 1),
            _picture(_print(_order(book, Matter.BOOKLET_A4), Path(folder)), 1),
        ]
        _side_by_side(others, _GUIDE / "print-table.webp", gap=_GAP)


def _order(book: Book, matter: Matter) -> Printing:
    return next(order for order in printings(book, _EVERYTHING) if order.matter is matter)


def _print(order: Printing, folder: Path) -> Path:
    pdf, problems = render_pdf(order, "")
    assert pdf is not None, problems
    (folder / order.name).write_bytes(pdf.content)
    return folder / order.name


def _page_of(pdf: Path, anchor: str) -> int:
    reader = PdfReader(pdf)
    destination = reader.named_destinations[anchor]
    assert isinstance(destination, Destination)
    return (reader.get_destination_page_number(destination) or 0) + 1


def _picture(pdf: Path, page: int) -> Image.Image:
    """A page of a PDF -> its picture, as high as the others."""
    start = pdf.with_suffix(f".{page}")
    command = ["pdftoppm", "-png", "-r", "110", "-f", str(page), "-l", str(page), "-singlefile", str(pdf), str(start)]
    subprocess.run(command, check=True)
    seen = Image.open(f"{start}.png").convert("RGB")
    return seen.resize((round(seen.width * _HEIGHT / seen.height), _HEIGHT), Image.Resampling.LANCZOS)


def _side_by_side(pictures: list[Image.Image], path: Path, gap: int) -> None:
    width = sum(picture.width for picture in pictures) + gap * (len(pictures) - 1) + 2 * _GAP
    whole = Image.new("RGB", (width, _HEIGHT + 2 * _GAP), _GROUND)
    x = _GAP
    for picture in pictures:
        whole.paste(picture, (x, _GAP))
        x += picture.width + gap
    whole.save(path, quality=80, method=6)


if __name__ == "__main__":
    main()
