"""Pictures with a caption, a credit and a place on the page: on the site, on paper and in an e-book."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from PIL import Image, ImageCms, features
from pypdf import PdfReader
from rollbook.model.book import Book
from rollbook.model.files import OutputFile
from rollbook.model.paper_format import PAPER_FORMATS
from rollbook.model.printing import Matter, Printing
from rollbook.model.source import Asset
from rollbook.parse.parse_pictures import is_whole, read_painting
from rollbook.render.browser import render_offline
from rollbook.render.epub import render_epub
from rollbook.render.epub.leaf import epub_picture
from rollbook.render.painting import pixels_of
from rollbook.render.pdf import render_pdf
from rollbook.render.pdf.print_pictures import dotted, print_pictures
from rollbook.render.resize import resized
from rollbook.render.site.pictures import picture_files

from tests.shelves import shelf_of

A4, A5 = PAPER_FORMATS["a4"], PAPER_FORMATS["a5"]


def noise(width: int, height: int, kind: str = "JPEG", mode: str = "RGB") -> bytes:
    """-> a picture with so much in it that it can't be stored in little room."""
    file = BytesIO()
    image = Image.effect_noise((width // 4, height // 4), 60).resize((width, height)).convert(mode)
    if mode == "RGBA":
        image.putalpha(128)
    image.save(file, kind)
    return file.getvalue()


def book_with(folder: Path, text: str, **pictures: bytes) -> Book:
    book = folder / "content" / "saga"
    book.mkdir(parents=True)
    (book / "start.md").write_text(f"# Start\n\n{text}\n", encoding="utf-8")
    for name, content in pictures.items():
        (book / name.replace("_", ".")).write_bytes(content)
    return shelf_of(folder).books[0]


def image_of(content: bytes) -> Image.Image:
    return Image.open(BytesIO(content))


def test_avif_can_be_written() -> None:
    assert features.check("avif"), "copies are made of it"


def test_copies_come_in_two_kinds_and_one_for_any_browser() -> None:
    copies = resized(noise(2000, 500))
    assert [(copy.kind, copy.width) for copy in copies] == [
        *(("avif", width) for width in (480, 960, 1600)),
        *(("webp", width) for width in (480, 960, 1600)),
        ("jpg", 960),
    ]
    assert [image_of(copy.content).format for copy in copies] == ["AVIF"] * 3 + ["WEBP"] * 3 + ["JPEG"]
    assert resized(noise(900, 300, "PNG", "RGBA"))[-1].kind == "png", "what is clear stays clear"


def test_no_copy_is_hardly_narrower_than_another(tmp_path: Path) -> None:
    copies = resized(noise(966, 652))
    assert [(copy.kind, copy.width) for copy in copies] == [
        *((kind, width) for kind in ("avif", "webp") for width in (480, 966)),
        ("jpg", 966),
    ]
    book = book_with(tmp_path, "![A face](photo.jpg)", photo_jpg=noise(966, 652))
    [kept] = [file for file in picture_files(book, shared=False) if not file.stand_in]
    assert "photo-966-" in kept.path, "the one that is wide enough for a page"


def test_a_reader_without_a_connection_keeps_one_copy_for_all(tmp_path: Path) -> None:
    book = book_with(tmp_path, "![A face](photo.jpg)", photo_jpg=noise(2000, 500))
    files = list(picture_files(book, shared=False))
    [kept] = [file for file in files if not file.stand_in]
    assert re.fullmatch(r"site/saga/media/photo-960-\w+\.webp", kept.path)
    assert {file.stand_in for file in files if file is not kept} == {kept.path}
    worker, *_ = render_offline([*files, OutputFile("site/index.html", b"home")])
    listed = worker.content.decode().partition("const SHELF = ")[2].partition(";\n")[0]
    assert listed.count('"sha256"') == 2, "the page and one picture"
    assert listed.count(f'"{kept.path.removeprefix("site/")}"') == 1 + len(files) - 1


def test_colours_of_a_camera_become_those_of_the_screen() -> None:
    file = BytesIO()
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB"))
    Image.new("RGB", (20, 20), "teal").save(file, "PNG", icc_profile=profile.tobytes())
    image = pixels_of(file.getvalue())
    assert image is not None, "a profile that doesn't fit is left aside"
    assert image.getpixel((3, 3)) == (0, 128, 128)
    file = BytesIO()
    Image.new("CMYK", (20, 20), (255, 0, 255, 0)).save(file, "JPEG")
    image = pixels_of(file.getvalue())
    assert image is not None
    assert image.mode == "RGB"


@pytest.mark.parametrize("kind", ["AVIF", "GIF", "JPEG", "PNG", "WEBP"])
def test_a_picture_that_was_cut_short_is_told_from_a_whole_one(kind: str) -> None:
    whole = noise(160, 120, kind)
    assert is_whole(whole)
    cut = whole[: len(whole) * 2 // 3]
    assert not (read_painting(cut).is_readable and is_whole(cut))


def test_print_takes_as_many_dots_as_it_can_show(tmp_path: Path) -> None:
    text = "\n\n".join(
        (
            '![A](a.jpg "Small"){right width=20%}',
            "![B](b.jpg)",
            "![C](c.jpg){full}",
            "Words ![D](d.png) and words.",
        )
    )
    photo = noise(4000, 100)
    book = book_with(tmp_path, text, a_jpg=photo, b_jpg=photo, c_jpg=photo, d_png=noise(40, 40, "PNG"))
    dots = {name: image_of(content).width for name, content in print_pictures(book, A4).items()}
    column, page = A4.column_width / 25.4 * 300, A4.text_width / 25.4 * 300
    assert dots["pictures/a.jpg"] == round(column * 0.4), "beside the text of a page is in its column"
    assert dots["pictures/b.jpg"] == round(column)
    assert dots["pictures/c.jpg"] == round(page)
    assert dots["pictures/d.png"] == 40
    assert image_of(print_pictures(book, A5)["pictures/a.jpg"]).width == round(A5.text_width * 0.2 / 25.4 * 300)


def test_print_makes_photographs_of_any_kind_small() -> None:
    photo = noise(800, 600, "PNG")
    assert image_of(dotted(photo, 2000)).format == "JPEG"
    assert len(dotted(photo, 2000)) < len(photo) / 2
    assert image_of(dotted(noise(400, 300, "AVIF"), 2000)).format == "JPEG"
    assert image_of(dotted(noise(400, 300, "WEBP", "RGBA"), 2000)).format == "PNG"
    small = noise(400, 300)
    assert dotted(small, 2000) is small
    assert dotted(b"no picture", 2000) == b"no picture"


def _structure(element: Any) -> Iterator[Any]:
    """An element of a PDF's structure -> it and all below it, in reading order."""
    element = element.get_object()
    if isinstance(element, dict):
        yield element
        below = element.get("/K", [])
        for child in below if isinstance(below, list) else [below]:
            yield from _structure(child)


def test_every_picture_is_on_paper_with_its_words_and_breaks_no_page(tmp_path: Path) -> None:
    text = "\n\n".join(
        (
            "Words before it.",
            '![A face](face.png "A caption"){left width=30% credit="A painter"}',
            "![](face.png){decorative}",
            "## Plate",
            '![A plate](face.png "Below it"){bleed}',
            "Words behind it, " * 20 + "enough for two columns.",
        )
    )
    book = book_with(tmp_path, text, face_png=noise(60, 40, "PNG"))
    pdf, problems = render_pdf(Printing(book, A4, "saga.pdf"), "")
    assert problems == ()
    assert pdf is not None
    assert pdf.pages == 6, "cover, imprint, contents, text, plate, text"
    read = PdfReader(BytesIO(pdf.content))
    told = [
        str(each["/Alt"])
        for each in _structure(read.trailer["/Root"]["/StructTreeRoot"])
        if each.get("/S") == "/Figure"
    ]
    assert told == ["A face", "A plate"], "a decoration is nothing to be read"
    text, plate, after = (page.extract_text() for page in read.pages[3:])
    assert "A caption" in text
    assert "A painter" in text
    assert "Below it" in plate
    assert "Plate" in after, "the heading stays with its words"
    assert after.strip().endswith("6"), "the page after a plate has margins and a number again"


def test_an_e_book_has_pictures_that_every_device_shows(tmp_path: Path) -> None:
    text = '![A face](face.avif "A caption"){right credit="A painter"}'
    book = book_with(tmp_path, text, face_avif=noise(60, 40, "AVIF"), other_png=noise(60, 40, "PNG"))
    epub = render_epub(Printing(book, A4, "saga.epub", Matter.EPUB), "").content
    archive = ZipFile(BytesIO(epub))
    names = [name for name in archive.namelist() if "pictures/" in name]
    assert names == ["book/pictures/face.avif.jpg"]
    assert image_of(archive.read(names[0])).format == "JPEG"
    page = archive.read("book/page-start.xhtml").decode()
    assert '<figure class="picture picture-right">' in page
    assert 'src="pictures/face.avif.jpg" alt="A face"' in page
    assert '<figcaption>A caption <small class="credit">A painter</small></figcaption>' in page
    photo = epub_picture(Asset("photo.jpg", noise(3000, 2000)))
    assert image_of(photo.content).width == 1600
