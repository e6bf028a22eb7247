"""The logo of a shelf and of a book: in the bar of pages, on covers, in e-books."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from PIL import Image
from rollbook.model.book import Shelf
from rollbook.model.paper_format import PAPER_FORMATS
from rollbook.model.printing import Matter, Printing
from rollbook.render.epub import render_epub
from rollbook.render.pdf import render_pdf
from rollbook.render.site import render_site

from tests.shelves import read_shelf, to_read

SIGN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7z" fill="#{}"/></svg>'


def shelf_with(folder: Path, shelf: str, book: str = "") -> tuple[Shelf, list[str]]:
    """shelf.yml, book.yml -> the shelf, and the codes of what is wrong."""
    media, saga = folder / "content" / "_media", folder / "content" / "saga"
    media.mkdir(parents=True)
    saga.mkdir()
    (media / "sign.svg").write_text(SIGN.format("000000"), encoding="utf-8")
    (media / "night.svg").write_text(SIGN.format("ffffff"), encoding="utf-8")
    file = BytesIO()
    Image.new("RGB", (2000, 500), "teal").save(file, "PNG")
    (saga / "own.png").write_bytes(file.getvalue())
    (saga / "start.md").write_text("# Start\n\nRoll well.\n", encoding="utf-8")
    (saga / "book.yml").write_text(f"title: The Saga\n{book}", encoding="utf-8")
    (folder / "content" / "shelf.yml").write_text(f"title: Games\n{shelf}", encoding="utf-8")
    read, found = read_shelf(folder / "content", folder / "data")
    return read, [problem.code for problem in found]


def bar(shelf: Shelf) -> tuple[str, set[str]]:
    """A shelf -> what stands in the bar of a book's page, and the paths of all files."""
    files = {file.path: file.content for file in render_site(shelf, {}, to_read())}
    [name] = re.findall(r'<a class="site-name".*?</a>', files["site/saga/start.html"].decode())
    return name, set(files)


def test_the_bar_of_every_page_shows_the_shelf_s_logo(tmp_path: Path) -> None:
    shelf, found = shelf_with(tmp_path, "logo: sign.svg\n")
    assert found == []
    name, files = bar(shelf)
    [path] = re.findall(r'<img class="logo" src="\.\./(static/logo-\w+\.svg)" alt="">', name)
    assert f"site/{path}" in files
    assert "<span>Games</span>" in name
    assert "<svg" not in name


def test_a_logo_for_the_dark_that_carries_the_name(tmp_path: Path) -> None:
    shelf, found = shelf_with(tmp_path, "logo: {picture: sign.svg, dark: night.svg, words: Games}\n")
    assert found == []
    name, _ = bar(shelf)
    assert re.findall(r'class="logo (logo-\w+)"', name) == ["logo-light", "logo-dark"]
    assert name.count('alt="Games"') == 2
    assert "<span>" not in name


@pytest.mark.parametrize("setting", ["logo: sing.svg\n", "logo: {picture: sign.svg, dark: nigth.svg}\n"])
def test_a_logo_that_is_not_there_is_told(tmp_path: Path, setting: str) -> None:
    assert shelf_with(tmp_path, setting)[1] == ["missing-image"]


def test_covers_show_the_book_s_own_and_without_it_the_shelf_s(tmp_path: Path) -> None:
    shelf, _ = shelf_with(tmp_path, "logo: sign.svg\n", "logo: own.png\n")
    [book] = shelf.books
    assert book.theme.logo is not None
    assert book.theme.logo.light.path == "own.png"
    for paper in ("a5", "plain"):
        pdf, problems = render_pdf(Printing(book, PAPER_FORMATS[paper], "saga.pdf"), "")
        assert problems == ()
        assert pdf is not None
    epub = ZipFile(BytesIO(render_epub(Printing(book, PAPER_FORMATS["a5"], "saga.epub", Matter.EPUB), "").content))
    assert Image.open(BytesIO(epub.read("book/logo.png"))).width == 600
    assert '<img src="logo.png" alt="The Saga"/>' in epub.read("book/cover.xhtml").decode()
    assert 'href="logo.png" media-type="image/png"' in epub.read("book/package.opf").decode()
