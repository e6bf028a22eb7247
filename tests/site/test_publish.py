"""What a published site tells search engines, previews, feed readers and hosts; and what it keeps to itself without an
address."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from posixpath import normpath
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops
from rollbook.model.book import Shelf
from rollbook.model.files import SITE_NAMES
from rollbook.render.accent import SHELF_SHADES
from rollbook.render.browser import SERVICE_WORKER, render_offline
from rollbook.render.site import render_site
from rollbook.render.site.head import ASK_AGAIN, FOR_EVER, HASHED, POLICY, SECURITY
from rollbook.render.site.share_picture import HEIGHT, WIDTH, ShareWords, share_picture
from rollbook.render.site.sharing import describe, trimmed

from tests.shelves import CASES, read_shelf, to_read

ROOT = Path(__file__).parents[2]
CASE = CASES / "published"
ADDRESS = "https://example.org/play/shelf/"
ATOM = "{http://www.w3.org/2005/Atom}"
LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


@pytest.fixture(scope="module")
def told() -> Shelf:
    shelf, problems = read_shelf(CASE / "content", CASE / "data")
    # The two warnings are about the raw HTML of hostile titles; nothing else is wrong.
    assert {problem.code for problem in problems} <= {"html-unclosed"}
    return shelf


@pytest.fixture(scope="module")
def site(told: Shelf) -> dict[str, bytes]:
    return {file.path.removeprefix("site/"): file.content for file in render_site(told, {}, to_read())}


class Head(HTMLParser):
    """A page's metas by name or property, links by relation wherever they stand, and its JSON-LD."""

    def __init__(self, html: bytes) -> None:
        super().__init__()
        self.metas: dict[str, str] = {}
        self.links: dict[str, list[str]] = {}
        self.data = ""
        self._in_data = False
        self.feed(html.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "meta":
            self.metas[given.get("property") or given.get("name") or ""] = given.get("content", "")
        if tag == "link" or (tag == "a" and "rel" in given):
            self.links.setdefault(given["rel"], []).append(given["href"])
        self._in_data = given.get("type") == "application/ld+json"

    def handle_endtag(self, tag: str) -> None:
        self._in_data = False

    def handle_data(self, data: str) -> None:
        self.data += data if self._in_data else ""

    def things(self) -> dict[str, dict[str, object]]:
        graph = json.loads(self.data)
        assert graph["@context"] == "https://schema.org"
        return {thing["@type"]: thing for thing in graph["@graph"]}


PAGES = ("index.html", "quay/index.html", "quay/ropes.html", "quay/quotes-שלום.html", "ebbe/wellen.html")


@pytest.mark.parametrize("path", PAGES)
def test_a_page_says_where_it_lies_and_what_it_is(site: dict[str, bytes], path: str) -> None:
    head = Head(site[path])
    canonical = unquote(head.links["canonical"][0])
    assert canonical == ADDRESS + path.removesuffix("index.html")
    assert unquote(head.metas["og:url"]) == canonical
    assert head.metas["og:site_name"] == 'Ropes & "Tides"'
    assert head.metas["og:title"]
    assert head.metas["og:type"] == {0: "website", 1: "book"}.get(PAGES.index(path), "article")
    assert head.metas["og:image:alt"]
    assert head.metas["twitter:card"] == "summary_large_image"
    picture = unquote(head.metas["og:image"]).removeprefix(ADDRESS)
    with Image.open(BytesIO(site[picture])) as opened:
        assert opened.size == (WIDTH, HEIGHT) == (1200, 630)
        assert (head.metas["og:image:width"], head.metas["og:image:height"]) == ("1200", "630")
    assert len(site[picture]) <= 60_000
    assert re.search(r"-[0-9a-f]{10}\.png$", picture)


def test_each_chapter_is_described_in_its_own_words(site: dict[str, bytes]) -> None:
    ropes = Head(site["quay/ropes.html"]).metas["description"]
    assert ropes.startswith("Everything on the quay hangs on a rope")
    assert len(ropes) <= 160
    assert ropes.endswith("…")
    assert Head(site["quay/quotes-שלום.html"]).metas["description"].startswith("Only a list")
    assert Head(site["quay/index.html"]).metas["description"] == "Ropes, tides and people who watch both."


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Short.", "Short."),
        ("word " * 32, ("word " * 32)),
        ("word, " * 40, "word, " * 25 + "word…"),
        ("x" * 300, "x" * 159 + "…"),
    ],
)
def test_a_description_ends_at_a_word(text: str, shown: str) -> None:
    assert trimmed(text) == shown
    assert len(trimmed(text)) <= 160


def test_a_page_without_prose_is_described_by_its_book(told: Shelf) -> None:
    empty = replace(told.books[0].pages[0], blocks=())
    assert describe(empty) == ""
    book = replace(told.books[0], pages=(empty,))
    files = {file.path: file.content for file in render_site(replace(told, books=(book,), moves={}), {}, to_read())}
    assert Head(files["site/quay/ropes.html"]).metas["description"] == book.settings.description


def test_json_ld_tells_of_chapter_book_and_shelf(site: dict[str, bytes]) -> None:
    chapter = Head(site["quay/ropes.html"]).things()
    assert chapter["Chapter"]["name"] == "Ropes"
    assert chapter["Chapter"]["position"] == 1
    assert chapter["Chapter"]["isPartOf"]["@id"] == f"{ADDRESS}quay/#book"  # type: ignore[index]
    steps = chapter["BreadcrumbList"]["itemListElement"]
    assert [step["position"] for step in steps] == [1, 2, 3]  # type: ignore[attr-defined]
    assert [step["item"] for step in steps] == [ADDRESS, f"{ADDRESS}quay/", f"{ADDRESS}quay/ropes.html"]  # type: ignore[attr-defined]
    book = Head(site["quay/index.html"]).things()["Book"]
    assert book["license"] == "https://creativecommons.org/licenses/by/4.0/"
    assert book["creditText"] == "Ann Other"
    assert len(book["hasPart"]) == 4  # type: ignore[arg-type]
    home = Head(site["index.html"]).things()["WebSite"]
    assert home["hasPart"] == [{"@id": f"{ADDRESS}quay/#book"}, {"@id": f"{ADDRESS}ebbe/#book"}]


def test_no_title_ends_the_script_that_it_stands_in(site: dict[str, bytes]) -> None:
    data = Head(site["quay/index.html"]).things()["Book"]
    assert data["name"] == "The Quay </script><script>alert(1)</script>"
    for path in PAGES:
        inside = re.findall(r"<script type=\"application/ld\+json\">(.*?)</script>", site[path].decode(), re.DOTALL)
        assert len(inside) == 1
        assert not re.search("[<>&]", inside[0])


def test_a_page_names_its_neighbours_and_its_feed(site: dict[str, bytes]) -> None:
    tides = Head(site["quay/tides.html"]).links
    assert (tides["prev"], unquote(tides["next"][0])) == (["ropes.html"], "quotes-שלום.html")
    assert tides["alternate"] == ["atom.xml"]
    assert Head(site["index.html"]).links["alternate"] == ["atom.xml", "quay/atom.xml"]
    assert "alternate" not in Head(site["ebbe/wellen.html"]).links
    assert Head(site["quay/index.html"]).links["next"] == ["ropes.html"]
    # Firefox would fetch what such a link in the head names, which the policy forbids.
    assert [path for path in PAGES if re.search(rb'<link rel="(next|prev)"', site[path])] == []


def test_the_sitemap_lists_every_page_once_and_no_page_that_is_gone(site: dict[str, bytes]) -> None:
    root = ElementTree.fromstring(site["sitemap.xml"])
    assert root.tag == "{http://www.sitemaps.org/schemas/sitemap/0.9}urlset"
    listed = [unquote(place.text or "") for place in root.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    gone = {"quay/fights.html", "quay/brawls.html", "harbour/moorings.html", "harbour/index.html", "404.html"}
    pages = [path for path in site if path.endswith(".html") and path not in gone]
    assert sorted(listed) == sorted(ADDRESS + path.removesuffix("index.html") for path in pages)
    assert f"Sitemap: {ADDRESS}sitemap.xml" in site["robots.txt"].decode().splitlines()


def entries(feed: bytes) -> list[dict[str, str]]:
    root = ElementTree.fromstring(feed)
    assert root.tag == f"{ATOM}feed"
    for needed in ("id", "title", "updated", "author"):
        assert root.find(ATOM + needed) is not None, needed
    found = []
    for entry in root.iter(f"{ATOM}entry"):
        for needed in ("id", "title", "updated", "link"):
            assert entry.find(ATOM + needed) is not None, needed
        found.append({part.tag.removeprefix(ATOM): part.text or "" for part in entry})
    return found


def test_a_feed_has_the_dated_entries_the_newest_first(site: dict[str, bytes]) -> None:
    feed = ElementTree.fromstring(site["quay/atom.xml"])
    assert feed.findtext(f"{ATOM}updated") == "2026-05-20T00:00:00Z"
    assert feed.get(LANGUAGE) == "en-GB"
    assert {link.get("rel"): link.get("href") for link in feed.findall(f"{ATOM}link")} == {
        "self": f"{ADDRESS}quay/atom.xml",
        "alternate": f"{ADDRESS}quay/",
    }
    news = entries(site["quay/atom.xml"])
    assert [entry["title"] for entry in news] == ["The tide table", "Knots & </entry> hold better", "First published"]
    assert [entry["updated"][:10] for entry in news] == ["2026-05-20", "2026-03-01", "2025-12-24"]
    assert news[1]["id"] == f"{ADDRESS}quay/news.html#knots-entry-hold-better"
    assert f'<a href="{ADDRESS}quay/ropes.html#knots">knots</a>' in news[1]["content"]
    assert "<table>" in news[1]["content"]
    assert len({entry["id"] for entry in news}) == 3


def test_the_feed_of_the_shelf_names_the_book(site: dict[str, bytes]) -> None:
    everything = entries(site["atom.xml"])
    assert len(everything) == 3
    assert everything[0]["title"].startswith("The Quay")
    assert "ebbe/atom.xml" not in site


def test_what_no_xml_may_hold_is_left_out(told: Shelf) -> None:
    book = replace(told.books[0], title="Bell\x07 and \ufffe")
    files = {file.path: file.content for file in render_site(replace(told, books=(book,), moves={}), {}, to_read())}
    assert ElementTree.fromstring(files["site/quay/atom.xml"]).findtext(f"{ATOM}title") == "Bell and "


def test_the_entries_stand_on_the_page_with_their_addresses(site: dict[str, bytes]) -> None:
    page = site["quay/news.html"].decode()
    titles = re.findall(r'<div class="change">\s*<h\d id="([^"]+)"', page)
    assert titles == ["the-tide-table", "knots-entry-hold-better", "first-published"]
    assert '<time datetime="2026-03-01">2026-03-01</time> · <a href="ropes.html#rule-rope.hold">rope.hold</a>' in page


def test_below_the_news_readers_find_their_feed(site: dict[str, bytes]) -> None:
    offered = '<a href="atom.xml" type="application/atom+xml">'
    assert [path for path in site if path.endswith(".html") and offered in site[path].decode()] == ["quay/news.html"]


def test_without_an_address_nothing_pretends_to_know_one(told: Shelf) -> None:
    nowhere = replace(told, settings=replace(told.settings, address=""))
    files = {file.path.removeprefix("site/"): file.content for file in render_site(nowhere, {}, to_read())}
    assert not [path for path in files if path.endswith((".xml", "robots.txt")) or "/share/" in path]
    for path, content in files.items():
        if path.endswith(".html"):
            assert b"og:" not in content
            assert b"ld+json" not in content
            assert b"example.org" not in content
            relative = [href for href in Head(content).links.get("canonical", []) if not href.startswith("http")]
            assert relative == Head(content).links.get("canonical", [])
    assert "manifest.webmanifest" in files


def test_the_manifest_names_icons_of_their_size_and_every_book(site: dict[str, bytes]) -> None:
    manifest = json.loads(site["manifest.webmanifest"])
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("./", "./", "standalone")
    for icon in manifest["icons"]:
        with Image.open(BytesIO(site[icon["src"]])) as opened:
            assert icon["sizes"] == f"{opened.width}x{opened.height}"
    sizes = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= sizes
    assert [shortcut["url"] for shortcut in manifest["shortcuts"]] == ["quay/index.html", "ebbe/index.html"]
    assert len(manifest["short_name"]) <= 12
    touch = normpath(f"quay/{Head(site['quay/ropes.html']).links['apple-touch-icon'][0]}")
    with Image.open(BytesIO(site[touch])) as opened:
        assert opened.size == (180, 180)
        assert opened.getchannel("A").getextrema() == (255, 255)  # Apple paints what is see-through black


WORDS = ShareWords("Over", "A title", "Under", "Foot")


def drawn(words: ShareWords, cloth: str = "#33498a") -> Image.Image:
    shades = replace(SHELF_SHADES, cover=cloth)
    return Image.open(BytesIO(share_picture(words, "d20", shades))).convert("RGB")


@pytest.mark.parametrize("part", ["over", "title", "under", "foot"])
def test_every_word_is_really_drawn(part: str) -> None:
    other = replace(WORDS, **{part: "Different words"})
    differing = ImageChops.difference(drawn(WORDS), drawn(other)).getbbox()
    assert differing is not None
    assert differing[2] < 720, "words stay left of the die"


@pytest.mark.parametrize("title", ["Ő und łoś", "Στοιχεῖα", "Стойкость", "Việt Nam"])
def test_letters_of_every_script_of_the_faces_are_drawn(title: str) -> None:
    blank = drawn(replace(WORDS, title=""))
    for letter in set(title) - {" "}:
        assert ImageChops.difference(blank, drawn(replace(WORDS, title=letter))).getbbox() is not None, letter


@pytest.mark.parametrize("title", ["🎲", "שלום", "漢字", "\x07", ""])
def test_what_no_face_can_set_is_left_out(title: str) -> None:
    assert ImageChops.difference(drawn(replace(WORDS, title=title)), drawn(replace(WORDS, title=""))).getbbox() is None


@pytest.mark.parametrize("title", ["W" * 200, "many words " * 60, "Donaudampfschifffahrtsgesellschaftskapitän"])
def test_a_title_of_any_length_stays_in_its_room(title: str) -> None:
    blank, full = drawn(replace(WORDS, title="")), drawn(replace(WORDS, over="", title=title, under="", foot=""))
    box = ImageChops.difference(drawn(ShareWords("", "", "", "")), full).getbbox()
    assert box is not None
    assert box[0] >= 80
    assert box[1] >= 50
    assert box[2] <= 700
    assert box[3] <= HEIGHT - 90
    assert blank.size == full.size


def test_the_same_words_give_the_same_picture_and_each_book_its_colour() -> None:
    assert share_picture(WORDS, "d20", SHELF_SHADES) == share_picture(WORDS, "d20", SHELF_SHADES)
    assert drawn(WORDS).getpixel((600, 60)) == (0x33, 0x49, 0x8A)
    assert drawn(WORDS, "#6a3272").getpixel((600, 60)) == (0x6A, 0x32, 0x72)


def header_rules(text: str) -> list[tuple[str, dict[str, str]]]:
    """A _headers file -> its paths with their headers."""
    rules: list[tuple[str, dict[str, str]]] = []
    for line in text.splitlines():
        if line.startswith("/"):
            rules.append((line, {}))
        else:
            name, _, said = line.strip().partition(": ")
            rules[-1][1][name] = said
    return rules


def test_hosts_are_told_the_policy_of_the_pages_and_more(site: dict[str, bytes]) -> None:
    rules = dict(header_rules(site["_headers"].decode()))
    everywhere = rules["/*"]
    assert everywhere["Content-Security-Policy"] == f"{POLICY}; frame-ancestors 'none'"
    assert everywhere["X-Content-Type-Options"] == "nosniff"
    assert {"Cross-Origin-Opener-Policy", "Permissions-Policy", "Referrer-Policy"} <= set(everywhere)
    assert {rules[f"/{folder}/*"]["Cache-Control"] for folder in HASHED} == {FOR_EVER}
    assert rules["/service-worker.js"]["Cache-Control"] == rules["/*.html"]["Cache-Control"] == ASK_AGAIN
    # Hosts join what several rules say of one header.
    assert not set(everywhere) & {"Cache-Control"}


def test_only_files_with_a_hash_are_kept_for_ever(site: dict[str, bytes]) -> None:
    kept = [path for path in site if path.startswith(tuple(f"{folder}/" for folder in HASHED))]
    assert kept
    assert [path for path in kept if not re.search(r"-[0-9a-f]{10}[./]", path)] == []


@pytest.mark.parametrize("line", ['add_header {} "{}" always;', 'Header always set {} "{}"'])
def test_the_guide_tells_other_hosts_the_same(line: str) -> None:
    guide = (ROOT / "content/guide/06-publishing.md").read_text(encoding="utf-8")
    for name, said in SECURITY.items():
        # The policy's hash changes with the program; a host's settings would be out of date after the next upgrade.
        written = "frame-ancestors 'none'" if name == "Content-Security-Policy" else said
        assert line.format(name, written) in guide
    assert FOR_EVER in guide


def test_a_reader_keeps_nothing_that_is_for_others(told: Shelf) -> None:
    worker = render_offline(render_site(told, {}, to_read()))[0].content.decode()
    kept = json.loads(worker.split("const SHELF = ", 1)[1].split(";\n", 1)[0])
    paths = {entry["path"] for entry in kept["files"]}
    assert {"index.html", "quay/fights.html", "manifest.webmanifest"} <= paths
    others = ("_headers", "_redirects", "robots.txt", "sitemap.xml", "atom.xml", "quay/atom.xml", "quay/rules.json")
    assert not [path for path in paths if path in others or "/share/" in path]


def test_names_in_the_sites_root_are_free_for_no_book(told: Shelf, site: dict[str, bytes]) -> None:
    books = {book.id for book in told.books} | {spot.book for spot in told.moves}
    roots = {path.partition("/")[0] for path in site} - books
    # A folder whose name begins with an underscore is no book anyway. The engine comes from another part of the build.
    assert {name for name in roots if not name.startswith("_")} | {"engine", "python", SERVICE_WORKER} == {*SITE_NAMES}
