"""What is printed of a book besides the book itself: its HTML -> everything that the layout needs, in bytes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from rollbook.model.book import Book
from rollbook.model.paper_format import PaperFormat
from rollbook.render.fonts.print_faces import Face, faces_for, true_type, with_fallbacks
from rollbook.render.pdf.inks import palette
from rollbook.render.pdf.lay_out import PrintJob
from rollbook.render.pdf.paper import page_styles
from rollbook.render.templates import templates
from rollbook.theme_files import theme_text
from rollbook.words import direction

NO_FILES: Mapping[str, bytes] = MappingProxyType({})


def leaflet(
    book: Book,
    paper: PaperFormat,
    title: str,
    body: str,
    *,
    fillable: bool = False,
    files: Mapping[str, bytes] = NO_FILES,
) -> PrintJob:
    """A book, a paper with its style sheets, a title, the HTML that is printed, the files that it shows -> the job."""
    language = book.settings.language
    html = (
        templates("print")
        .get_template("leaflet.html")
        .render(title=title, language=language, direction=direction(language), body=body)
    )
    faces = faces_for(html)
    styles = (
        "\n".join([*(face.rule for face in faces), _written_in(faces)]),
        palette(book, paper.inks).variables,
        page_styles(paper, run_on=False),
        *(with_fallbacks(theme_text(f"print/{name}"), faces) for name in paper.styles),
    )
    needed = {f"fonts/{face.name}": true_type(face) for face in faces} | dict(files)
    return PrintJob(html, styles, needed, book.settings.system_fonts == "yes", fillable)


def _written_in(faces: Iterable[Face]) -> str:
    """Faces -> a family for what is filled in, of the upright sans.

    Its letters are found by their codes, and those of a page by their shapes: one font in a PDF can't be both.
    """
    plain = next(face for face in faces if (face.family, face.weight, face.style) == ("Book Sans", 400, "normal"))
    return f'@font-face {{ font-family: "Filled In"; src: url(fonts/{plain.name}) }}'
