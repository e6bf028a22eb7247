"""What stands on the pages, read as a program reads them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote

import pytest
from rollbook.model.book import Shelf
from rollbook.model.files import OutputFile
from rollbook.render.site import render_book, render_chapter, render_site
from rollbook.render.site.head import POLICY, THEME_SCRIPT

from tests.shelves import CASES, to_read

from .conftest import PDFS

ROOT = Path(__file__).parents[2]


class Reader(HTMLParser):
    """Collects elements with their attributes and the words in them, in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str], list[str]]] = []
        self._open: list[list[str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        words: list[str] = []
        self.elements.append((tag, {name: value or "" for name, value in attrs}, words))
        if tag not in ("meta", "link", "img", "br", "hr", "path", "ellipse"):
            self._open.append(words)

    def handle_endtag(self, tag: str) -> None:
        if self._open and tag not in ("path", "ellipse"):
            self._open.pop()

    def handle_data(self, data: str) -> None:
        for words in self._open:
            words.append(data)

    def all(self, tag: str, **wanted: str) -> list[tuple[str, str]]:
        """The elements of a tag with these attributes -> their href and their words."""
        return [
            (attributes.get("href", ""), " ".join("".join(words).split()))
            for name, attributes, words in self.elements
            if name == tag and all(attributes.get(key.strip("_")) == value for key, value in wanted.items())
        ]


def rendered(shelf: Shelf) -> dict[str, str]:
    """A shelf -> its pages by their path below the site's root."""
    files = [file for file in render_site(shelf, {}, to_read()) if file.path.endswith(".html")]
    return {file.path.removeprefix("site/"): file.content.decode() for file in files}


def between(html: str, start: str, end: str) -> Reader:
    return Reader(html.split(start, 1)[1].split(end, 1)[0])


def test_every_page_is_there(html: dict[str, str]) -> None:
    assert sorted(html) == [
        "404.html",
        "hafen/der-hafen.html",
        "hafen/index.html",
        "index.html",
        "lanterns/first-steps.html",
        "lanterns/gear.html",
        "lanterns/index.html",
        "lanterns/night-weather.html",
    ]


def test_the_shelf_shows_its_books_in_order(html: dict[str, str]) -> None:
    shelf = between(html["index.html"], '<ul class="shelf">', "<footer")
    assert [href for href, _ in shelf.all("a")] == ["lanterns/index.html", "hafen/index.html"]
    titles = [words for _, words in shelf.all("span", class_="cover-title")]
    assert titles == ["Lanterns & Ladders", "Hafenbuch"]


def test_a_cover_shows_what_the_book_says_of_itself(html: dict[str, str]) -> None:
    cover = Reader(html["lanterns/index.html"])
    (_, words), *others = cover.all("h1")
    assert others == []
    assert words == "Lanterns & Ladders A game of rooftops Second printing by Ada Quill, Bo Finch"
    assert ("https://example.org/terms", "the terms") in cover.all("a")
    assert ("first-steps.html", "Start reading") in cover.all("a")


def test_contents_navigation_and_neighbours_agree_on_the_order(html: dict[str, str]) -> None:
    order = ["first-steps.html", "gear.html", "night-weather.html"]
    contents = between(html["lanterns/index.html"], 'class="book-contents"', "</nav>").all("a")
    assert [href for href, _ in contents if "#" not in href] == order
    assert ("night-weather.html#rain", "Rain") in contents
    for position, name in enumerate(order):
        page = html[f"lanterns/{name}"]
        chapters = between(page, 'class="book-navigation"', "</ol>").all("a")
        assert [href for href, _ in chapters][1:] == order
        assert Reader(page).all("a", aria_current="page") == []
        current = re.findall(r'<a href="([^"]+)" aria-current="page">', page)
        assert current == [name]
        assert [href for href, _ in Reader(page).all("a", rel="prev")] == order[:position][-1:]
        assert [href for href, _ in Reader(page).all("a", rel="next")] == order[position + 1 :][:1]


def test_the_page_contents_are_the_headings(html: dict[str, str]) -> None:
    contents = between(html["lanterns/first-steps.html"], 'class="page-contents"', "</nav>").all("a")
    assert contents == [("#making-a-climber", "Making a climber"), ("#a-note-on-ladders", "A note on ladders")]


def test_the_path_leads_back_to_the_shelf(html: dict[str, str]) -> None:
    crumbs = between(html["lanterns/gear.html"], 'class="breadcrumbs"', "</nav>")
    assert crumbs.all("a") == [("../index.html", "Two small books"), ("index.html", "Lanterns & Ladders")]
    assert crumbs.all("span") == [("", "Gear")]


def test_a_page_can_be_edited_where_the_book_names_its_repository(html: dict[str, str]) -> None:
    links = Reader(html["lanterns/night-weather.html"]).all("a", rel="external")
    assert links == [("https://example.org/ada/lanterns/edit/trunk/content/lanterns/night.md", "Edit this page")]
    assert Reader(html["hafen/der-hafen.html"]).all("a", rel="external") == []


def test_the_repository_may_keep_the_book_elsewhere(shelf: Shelf) -> None:
    book = shelf.books[0]
    moved = replace(
        book, settings=replace(book.settings, path="/books/roof tops/", repository="https://example.org/x/")
    )
    pages = rendered(replace(shelf, books=(moved,)))
    assert "https://example.org/x/edit/trunk/books/roof%20tops/start.md" in pages["lanterns/gear.html"]


def test_a_book_can_be_taken_along_on_every_paper_from_its_cover_and_each_page(html: dict[str, str]) -> None:
    section = between(html["lanterns/index.html"], 'class="take-along"', "</section>")
    assert section.all("a") == [
        ("lanterns.pdf", "A4 PDF"),
        ("lanterns-letter.pdf", "Letter PDF"),
        ("lanterns-plain.pdf", "Printer-friendly PDF"),
    ]
    assert [words for _, words in section.all("small")] == ["12 pages, 1.8 MB", "13 pages, 1.9 MB", "1 page, 0.1 MB"]
    chapter = between(html["lanterns/gear.html"], 'class="book-pdfs"', "</nav>")
    assert [address for address, _ in chapter.all("a")] == [address for address, _ in section.all("a")]
    german = between(html["hafen/index.html"], 'class="take-along"', "</section>")
    assert german.all("h2") == [("", "Zum Mitnehmen (PDF)")]
    assert german.all("small") == [("", "7 Seiten, 2,3 MB")]


def test_without_pdfs_no_page_offers_one(shelf: Shelf) -> None:
    for file in render_site(shelf, {}, to_read()):
        assert b".pdf" not in file.content or not file.path.endswith(".html")


def test_a_german_book_speaks_german(html: dict[str, str]) -> None:
    page = html["hafen/der-hafen.html"]
    assert '<html lang="de"' in page
    assert "Zum Text springen" in page
    assert "Skip to the text" not in page


def test_a_language_without_words_falls_back_to_english(shelf: Shelf) -> None:
    book = replace(shelf.books[1], settings=replace(shelf.books[1].settings, language="is"))
    pages = rendered(replace(shelf, books=(book,)))
    assert '<html lang="is"' in pages["hafen/index.html"]
    assert "Skip to the text" in pages["hafen/index.html"]


def test_headings_start_at_one_and_skip_no_level(html: dict[str, str]) -> None:
    for path, page in html.items():
        levels = [int(tag[1]) for tag, _, _ in Reader(page).elements if re.fullmatch("h[1-6]", tag)]
        assert levels.count(1) == 1, path
        outside = levels[levels.index(1) :]
        assert all(later <= earlier + 1 for earlier, later in pairwise(outside)), path


def test_every_page_has_the_policy_and_nothing_that_it_forbids(html: dict[str, str]) -> None:
    for path, page in html.items():
        reader = Reader(page)
        policies = [a["content"] for tag, a, _ in reader.elements if a.get("http-equiv") == "Content-Security-Policy"]
        assert policies == [POLICY], path
        for tag, attributes, words in reader.elements:
            assert tag != "style", path
            assert "style" not in attributes, path
            assert not any(name.startswith("on") for name in attributes), path
            # JSON-LD is data: browsers never run it, and the policy does not concern it.
            data = attributes.get("type") == "application/ld+json"
            assert tag != "script" or data or "".join(words) == THEME_SCRIPT or (attributes["src"] and not words), path


def test_nothing_moves_when_a_picture_arrives(html: dict[str, str]) -> None:
    images = [attributes for page in html.values() for tag, attributes, _ in Reader(page).elements if tag == "img"]
    assert {(image["width"], image["height"]) for image in images if "lantern-" in image["src"]} == {("40", "60")}


def test_every_link_leads_somewhere(html: dict[str, str], outputs: tuple[OutputFile, ...]) -> None:
    files = {file.path.removeprefix("site/") for file in outputs}
    pdfs = {f"{book}/{pdf.name}" for book, printed in PDFS.items() for pdf in printed}  # placed by the build step
    ids = {
        path: {attributes["id"] for _, attributes, _ in Reader(page).elements if "id" in attributes}
        for path, page in html.items()
    }
    for path, page in html.items():
        for _, attributes, _ in Reader(page).elements:
            for address in (attributes.get("href"), attributes.get("src")):
                if address is None or address.startswith("https://example.org/"):
                    continue
                # The page for missing addresses is shown anywhere, so its links start at the published root.
                assert not address.startswith("/") or path == "404.html"
                goal, _, anchor = unquote(address.removeprefix("/play/shelf/")).partition("#")
                goal = normpath(join(dirname(path), goal)) if goal else path
                assert goal in files | pdfs, f"{path}: {address}"
                assert not anchor or anchor in ids[goal], f"{path}: {address}"


def test_static_files_carry_their_hash(outputs: tuple[OutputFile, ...]) -> None:
    shared = [file.path for file in outputs if "/static/" in file.path or "/media/" in file.path]
    assert len(shared) >= 15
    assert all(re.search(r"-[0-9a-f]{10}[./]", path) for path in shared)


def test_without_an_address_the_missing_page_links_from_where_it_lies(shelf: Shelf) -> None:
    here = replace(shelf, settings=replace(shelf.settings, address=""))
    pages = rendered(here)
    assert ("index.html", "Back to the shelf") in Reader(pages["404.html"]).all("a")


def test_titles_are_text_not_markup(shelf: Shelf) -> None:
    book = shelf.books[0]
    page = replace(book.pages[0], title="<script>alert")
    hostile = replace(book, title='<img src=x onerror="alert(1)">', pages=(page,))
    for file in render_site(replace(shelf, books=(hostile,)), {}, to_read()):
        if file.path.endswith(".html"):
            assert b"<img src=x" not in file.content
            assert b"<script>alert" not in file.content


def test_the_navigation_is_worked_out_once(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each line of it is filled twice, plain and marked, however many pages show it."""
    filled = []
    fill = render_book.fill_chapter_item
    for step in (render_book, render_chapter):
        monkeypatch.setattr(
            step, "fill_chapter_item", lambda chapter, current: filled.append(current) or fill(chapter, current)
        )
    render_site(shelf, {}, to_read())
    pages = sum(len(book.pages) for book in shelf.books)
    assert (filled.count(False), filled.count(True)) == (pages, pages)


PRINT_DIGEST = """
import hashlib, pathlib, sys
from rollbook.assemble import assemble
from rollbook.cache import open_cache, user_cache_folder
from rollbook.expand import expand
from rollbook.load import load
from rollbook.model.toolkit import Toolkit
from rollbook.parse import parse
from rollbook.progress import Silent
from rollbook.model.toolkit import ICONS
from rollbook.render.drawings import draw_icon
from rollbook.render.site import render_site
from rollbook.render.site.pack_scripts import pack_scripts
from rollbook.toolkit import open_toolkit
from rollbook.toolkit.cut_fonts import cut_fonts, whole_fonts
icons = {icon.name: draw_icon(icon) for icon in ICONS}
cut_before = open_toolkit(open_cache(user_cache_folder()), Silent()).fonts
fonts = cut_before if sys.argv[1] == "cut before" else cut_fonts(whole_fonts())
toolkit = Toolkit(fonts, pack_scripts(), icons, {})
for case in map(pathlib.Path, sys.argv[2:]):
    shelf = assemble(expand(parse(load(case / "content", case / "data")[0])[0])[0])[0]
    for file in render_site(shelf, {}, toolkit):
        print(file.path, hashlib.sha256(file.content).hexdigest())
"""


def test_the_same_shelves_give_the_same_bytes(tmp_path: Path) -> None:
    """Fonts take long to cut: they are once more in one of the two, and have been in the toolkit of the other."""
    to_read()
    surroundings = {
        "cut now": {"PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo", "LANG": "C"},
        "cut before": {"PYTHONHASHSEED": "77", "TZ": "America/Lima", "LANG": "tr_TR.UTF-8"},
    }
    runs = [
        subprocess.run(
            [sys.executable, "-c", PRINT_DIGEST, fonts, CASES / "site", CASES / "published"],
            env={**os.environ, **surrounding, "PYTHONPATH": str(ROOT / "generator")},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        for fonts, surrounding in surroundings.items()
    ]
    assert [run.stderr for run in runs] == ["", ""]
    assert runs[0].stdout == runs[1].stdout
    assert "site/lanterns/gear.html" in runs[0].stdout
    assert "site/quay/atom.xml" in runs[0].stdout
