"""The e-book of a real book: what it is packed from, that nothing in it leads nowhere, and what a validator says."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from pathlib import Path, PurePosixPath
from urllib.parse import unquote
from xml.etree import ElementTree
from zipfile import ZIP_STORED, ZipFile

import pytest
from rollbook.model.book import Book, Shelf
from rollbook.model.printing import Matter, printings
from rollbook.render.epub import render_epub

from tests.shelves import CASES, ROOT, shelf_of
from tests.validators import epub_faults

SITE = "https://rules.example.org/shelf"
XHTML = "{http://www.w3.org/1999/xhtml}"
OPF = "{http://www.idpf.org/2007/opf}"
CASES_WITH_MUCH = ("print", "widgets", "screen", "terms", "french", "site")


@cache
def shelf(case: str) -> Shelf:
    return shelf_of(CASES / case)


def epub(book: Book, site: str = SITE) -> bytes:
    order = next(order for order in printings(book, shelf("print").settings) if order.matter is Matter.EPUB)
    assert order.name == f"{book.id}.epub"
    return render_epub(order, site).content


def files(content: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def lantern() -> Book:
    return next(book for book in shelf("print").books if book.id == "lantern")


def test_an_ebook_is_known_by_its_first_bytes_and_always_the_same() -> None:
    with ZipFile(BytesIO(epub(lantern()))) as archive:
        first = archive.infolist()[0]
    assert (first.filename, first.compress_type) == ("mimetype", ZIP_STORED)
    assert epub(lantern()) == epub(lantern())


@pytest.mark.parametrize("case", CASES_WITH_MUCH)
def test_every_file_is_listed_and_every_link_lands(case: str) -> None:
    for book in shelf(case).books:
        held = files(epub(book))
        package = ElementTree.fromstring(held["book/package.opf"])
        listed = {unquote(item.attrib["href"]) for item in package.iter(f"{OPF}item")}
        assert {f"book/{name}" for name in listed} | {"mimetype", "META-INF/container.xml", "book/package.opf"} == {
            *held
        }
        pages = {name: ElementTree.fromstring(text) for name, text in held.items() if name.endswith(".xhtml")}
        ids = {name: [each.attrib["id"] for each in page.iter() if "id" in each.attrib] for name, page in pages.items()}
        for name, page in pages.items():
            assert len(ids[name]) == len(set(ids[name])), f"{book.id}: an id stands twice in {name}"
            for link in page.iter(f"{XHTML}a"):
                path, _, anchor = link.attrib["href"].partition("#")
                if ":" not in path:
                    goal = str(PurePosixPath("book", unquote(path))) if path else name
                    assert goal in held
                    assert not anchor or unquote(anchor) in ids[goal], f"{book.id}: {name} leads to {path}#{anchor}"
            for picture in page.iter(f"{XHTML}img"):
                assert f"book/{unquote(picture.attrib['src'])}" in held
                assert "alt" in picture.attrib


def test_rolls_lead_to_the_page_that_rolls_them_where_there_is_one() -> None:
    linked, alone = (b"".join(files(epub(lantern(), site)).values()) for site in (SITE, ""))
    assert f'href="{SITE}/lantern/'.encode() in linked
    assert b"#dice=" in linked
    assert b"data-roll" not in linked + alone
    assert b"http://" not in alone.replace(b"http://www.", b"").replace(b"http://purl.", b"")
    assert b"#dice=" not in alone


def test_a_sentence_has_its_chances_and_the_sheet_its_words() -> None:
    book = next(book for book in shelf("widgets").books if book.id == "harbour")
    text = b" ".join(files(epub(book)).values()).decode("utf-8", "ignore")
    assert "%" in text
    assert "What you choose" in text
    assert "at the end of this book" not in text


def test_it_says_how_it_can_be_read() -> None:
    package = files(epub(lantern()))["book/package.opf"].decode()
    for said in ("accessMode", "accessModeSufficient", "accessibilityFeature", "accessibilityHazard"):
        assert f'property="schema:{said}"' in package
    assert 'property="dcterms:modified">' in package


def test_the_validator_finds_nothing_in_a_book_with_everything(tmp_path: Path) -> None:
    harbour = next(book for book in shelf("widgets").books if book.id == "harbour")
    validate((lantern(), harbour), tmp_path)


@pytest.mark.soak
def test_the_validator_finds_nothing_in_any_book(tmp_path: Path) -> None:
    validate(shelf_of(ROOT).books, tmp_path)


def validate(books: Sequence[Book], folder: Path) -> None:
    paths = [folder / f"{book.id}.epub" for book in books]
    for book, path in zip(books, paths, strict=True):
        path.write_bytes(epub(book))
    assert epub_faults(paths) == {path.name: [] for path in paths}
