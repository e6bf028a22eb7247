"""Faults of WeasyPrint that would be seen in a book, and aren't."""

from __future__ import annotations

from collections.abc import Iterator

from rollbook.render.fonts.print_faces import faces_for, true_type
from rollbook.render.pdf.mended_pdf import mended_layout
from rollbook.render.pdf.own_files import OWN_FILES, OwnFiles, own_fonts
from weasyprint import CSS, HTML
from weasyprint.formatting_structure.boxes import BlockBox, LineBox

# Words in italics before a long run of others: where a line is full but for a hair, it was broken before the italics.
WORDS = "<b>Loading.</b> A<em> quick</em> weapon is loaded and fired in a single action. A crossbow is slow."
WIDTHS = [316 + step / 16 for step in range(40)]


def first_lines() -> Iterator[float]:
    """-> how much of each width the words of the first line fill before they are spaced out."""
    html = "".join(f'<p style="width: {width}px">{WORDS}</p>' for width in WIDTHS)
    faces = faces_for(html)
    fetcher, fonts = OwnFiles({f"fonts/{face.name}": true_type(face) for face in faces}), own_fonts(False)
    style = "\n".join(face.rule for face in faces) + 'html { font: 9.5pt/1.32 "Book Text" }'
    sheet = CSS(string=style, base_url=OWN_FILES, url_fetcher=fetcher, font_config=fonts)
    document = HTML(string=html, base_url=OWN_FILES, url_fetcher=fetcher).render(stylesheets=[sheet], font_config=fonts)
    for page in document.pages:
        for box in page._page_box.descendants():
            if isinstance(box, BlockBox) and box.element_tag == "p":
                line = next(each for each in box.children if isinstance(each, LineBox))
                yield sum(child.width for child in line.children) / box.width


def test_a_line_that_is_too_long_by_a_hair_loses_its_last_word_only() -> None:
    with mended_layout():
        assert min(first_lines()) > 0.8
