"""Fonts that a shelf brings along: read, refused, cut for the site, and set on paper and in e-books."""

from __future__ import annotations

import random
import re
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from fontTools.ttLib import TTFont
from pypdf import PdfReader
from rollbook.check import check
from rollbook.model.book import Shelf
from rollbook.model.paper_format import PAPER_FORMATS
from rollbook.model.printing import Matter, Printing
from rollbook.parse.parse_fonts import read_font
from rollbook.render.epub import render_epub
from rollbook.render.fonts.own_fonts import cut
from rollbook.render.pdf import render_pdf
from rollbook.render.site import render_site

from tests.made_font import LATIN, OPEN, made_font
from tests.shelves import read_shelf, to_read


def shelf_with(folder: Path, settings: str, shelf: str = "", **fonts: bytes) -> tuple[Shelf, list[str]]:
    """book.yml, shelf.yml, font files of the book by their names -> the shelf, and the codes of what is wrong."""
    book = folder / "content" / "saga"
    (book / "fonts").mkdir(parents=True)
    (book / "book.yml").write_text(f"title: The Saga\nlicence: Free\n{settings}", encoding="utf-8")
    (book / "start.md").write_text("# Start\n\nRoll well.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n", encoding="utf-8")
    (folder / "content" / "shelf.yml").write_text(shelf, encoding="utf-8")
    for name, content in fonts.items():
        (book / "fonts" / f"{name}.ttf").write_bytes(content)
    read, found = read_shelf(folder / "content", folder / "data")
    return read, [problem.code for problem in (*found, *check(read))]


def test_a_family_is_found_by_what_its_files_say(tmp_path: Path) -> None:
    shelf, found = shelf_with(
        tmp_path,
        "fonts: {text: fonts/a.ttf, headings: fonts/other.ttf}\n",
        a=made_font(),
        b=made_font(weight=700),
        c=made_font(italic=True),
        other=made_font("Elmwood"),
        broken=b"no font, and nobody asked for it",
    )
    assert found == []
    fonts = shelf.books[0].theme.own_fonts
    assert fonts.tables is None
    assert fonts.text is not None
    assert fonts.headings is not None
    assert (fonts.text.name, fonts.headings.name) == ("Boxwood", "Elmwood")
    assert [file.cut for file in fonts.text.files] == ["400-italic", "400-normal", "700-normal"]
    assert fonts.text.first.cut == "400-normal"
    assert fonts.text.licence == f"Made by a test {OPEN}"


@pytest.mark.parametrize(
    ("settings", "font", "codes"),
    [
        ("{text: fonts/a.ttf}", made_font(use=0x0002), ["restricted-font"]),
        ("{text: fonts/a.ttf}", made_font(use=0x0200), ["restricted-font"]),
        ("{text: fonts/a.ttf}", made_font(use=0x0004), []),
        ("{text: fonts/a.ttf}", made_font(licence=""), ["unlicensed-font"]),
        ("{text: fonts/a.ttf, licence: Ours}", made_font(licence=""), []),
        ("{text: fonts/a.ttf, tables: fonts/a.ttf}", b"", ["bad-font"]),
        ("{text: fonts/a.ttf}", made_font()[:900], ["bad-font"]),
        ("{text: fonts/b.ttf}", made_font(), ["missing-font"]),
        ("{text: Comic Sans}", made_font(), ["missing-font"]),
        ("{text: IBM Plex Mono}", made_font(), []),
        ("{text: fonts/a.ttf}", made_font(characters=range(0x20, 0x60)), ["lacking-font"]),
    ],
)
def test_what_is_wrong_with_a_font_is_told_once(tmp_path: Path, settings: str, font: bytes, codes: list[str]) -> None:
    assert shelf_with(tmp_path, f"fonts: {settings}\n", a=font)[1] == codes


def test_no_damage_is_more_than_a_problem() -> None:
    chance, whole = random.Random(5), made_font(flavor="woff")
    for _ in range(60):
        damaged = bytearray(whole[: chance.randint(0, len(whole))] if chance.random() < 0.3 else whole)
        for _ in range(chance.randint(1, 8) if damaged else 0):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        read_font(bytes(damaged))


def test_of_a_variable_font_two_weights_are_taken() -> None:
    font = read_font(made_font(variable=True))
    assert font is not None
    assert [file.cut for file in font.files] == ["400-normal", "700-normal"]
    shapes = []
    for file in font.files:
        fixed = TTFont(BytesIO(file.content))
        assert "fvar" not in fixed
        shapes.append(fixed["glyf"]["u0041"].xMax)
    assert shapes == [540, 594], "the bold one is really wider"


def test_a_font_is_cut_unless_its_maker_forbids_it() -> None:
    letters = [*LATIN, *range(0x391, 0x3AA)]
    divided, whole = (read_font(made_font(characters=letters, use=use)) for use in (0, 0x0100))
    assert divided is not None
    assert whole is not None
    parts = {part: (characters, content) for part, characters, content in cut(divided.files[0])}
    assert set(parts) == {"basic", "rest"}
    for characters, content in parts.values():
        font = TTFont(BytesIO(content))
        assert font.flavor == "woff2"
        assert set(font.getBestCmap()) == characters
    assert parts["basic"][0] | parts["rest"][0] == set(letters)
    assert [part for part, _, _ in cut(whole.files[0])] == ["whole"]


def test_pages_are_set_in_it_before_our_faces(tmp_path: Path) -> None:
    shelf, _ = shelf_with(
        tmp_path, "theme: academic\nfonts: {text: fonts/a.ttf}\n", "fonts: {headings: Grenze Gotisch}\n", a=made_font()
    )
    files = {file.path: file.content for file in render_site(shelf, {}, to_read())}
    page = files["site/saga/start.html"].decode()
    [look] = re.findall(r'href="\.\./(static/academic-saga-\w+\.css)" data-look', page)
    style = files[f"site/{look}"].decode()
    assert re.search(r'--face-text: "Own boxwood-\w+", "STIX Two Text",', style)
    assert re.search(r'--face-title: "Alegreya SC"|--face-title: "STIX Two Text"', style), "the book has its own theme"
    named = re.findall(r'url\("(fonts/own-boxwood-[^"]+)"\)', style)
    assert named
    assert all(f"site/static/{name}" in files for name in named)
    assert re.search(r'data-faces="\.\./static/fonts/own-boxwood-\w+-basic-400-normal-', page), (
        "the first to be fetched"
    )
    [licences] = [content.decode() for path, content in files.items() if "licences-" in path]
    assert f"The face Boxwood (static/fonts/own-…), which this shelf brings along\n\nMade by a test {OPEN}" in licences


def test_a_font_of_the_shelf_is_for_every_book(tmp_path: Path) -> None:
    media = tmp_path / "content" / "_media" / "fonts"
    media.mkdir(parents=True)
    (media / "Boxwood.woff").write_bytes(made_font(flavor="woff"))
    shelf, found = shelf_with(tmp_path, "theme: terminal\n", "fonts: {headings: fonts/Boxwood.woff}\n")
    assert found == []
    for theme in (shelf.theme, shelf.books[0].theme):
        assert theme.own_fonts.headings is not None
    assert shelf.books[0].theme.name == "terminal-of-the-shelf"


def test_paper_and_e_books_carry_it_and_say_so(tmp_path: Path) -> None:
    shelf, _ = shelf_with(tmp_path, "fonts: {text: fonts/a.ttf}\n", a=made_font(characters=set(LATIN) - {ord("w")}))
    [book] = shelf.books
    pdf, problems = render_pdf(Printing(book, PAPER_FORMATS["a5"], "saga.pdf"), "")
    assert problems == ()
    assert pdf is not None
    read = PdfReader(BytesIO(pdf.content))
    assert "Set in Boxwood. Made by a test SIL Open Font License 1.1" in " ".join(read.pages[1].extract_text().split())
    text = read.pages[3]
    names = {str(font.get_object()["/BaseFont"]) for font in text["/Resources"]["/Font"].values()}
    assert {name.partition("+")[2] for name in names} >= {"Book-Text-Own", "Book-Text"}, "and ours for what it lacks"
    assert "Roll well." in text.extract_text()
    epub = ZipFile(BytesIO(render_epub(Printing(book, PAPER_FORMATS["a5"], "saga.epub", Matter.EPUB), "").content))
    fonts = [name for name in epub.namelist() if name.startswith("book/fonts/")]
    assert [TTFont(BytesIO(epub.read(name))).flavor for name in fonts] == ["woff2", "woff2"]
    assert 'body { font-family: "Own boxwood-' in epub.read("book/style.css").decode()
    assert "Set in Boxwood." in epub.read("book/cover.xhtml").decode()
