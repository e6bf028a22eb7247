"""The parts of the site's rendering, each by itself."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st
from PIL import ExifTags, Image
from rollbook.model.book import Book, Shelf
from rollbook.model.colour import contrast
from rollbook.model.settings import COVER_LETTERING, STANDARD, BookSettings, ShelfSettings
from rollbook.model.source import Asset
from rollbook.model.spot import Target
from rollbook.render.accent import PALETTE, accent
from rollbook.render.address import address, link
from rollbook.render.fonts.site_fonts import FACES, SUBSETS, characters_in
from rollbook.render.medium import Image as ShownImage
from rollbook.render.site.pictures import Picture, picture_size
from rollbook.render.site.render_chapter import SiteMedium
from rollbook.render.site.static_files import licences

from tests.shelves import to_read

THEME = Path(__file__).parents[2] / "site_templates"


def book(book_id: str, colour: str = "") -> Book:
    return Book(book_id, "A book", BookSettings(accent=colour), (), (), ())


@pytest.mark.parametrize(
    ("start", "goal", "expected"),
    [
        ("index.html", "a/index.html", "a/index.html"),
        ("a/index.html", "index.html", "../index.html"),
        ("a/one.html", "a/two.html#x", "two.html#x"),
        ("a/one.html", "a/one.html#x", "#x"),
        ("a/one.html", "a/one.html", "one.html"),
        ("a/one.html", "b/two.html", "../b/two.html"),
        ("a/one.html", "a/für.html#maß", "f%C3%BCr.html#ma%C3%9F"),
        ("a/one.html", "a/media/x y.png", "media/x%20y.png"),
    ],
)
def test_links_are_relative(start: str, goal: str, expected: str) -> None:
    assert link(start, goal) == expected


def test_an_address_names_its_file() -> None:
    assert address(Target("a")) == "a/index.html"
    assert address(Target("a", "one", "x")) == "a/one.html#x"


def test_pictures_are_found_by_their_path_in_the_book() -> None:
    medium = SiteMedium(Target("a", "one"), {"art/map.png": Picture("a/media/art/map-0123456789.png", (3, 2))}, {})
    assert medium.image("art/map.png") == ShownImage("media/art/map-0123456789.png", (3, 2))


def painted(kind: str, orientation: int = 1) -> bytes:
    """-> a picture of 30 by 20 pixels, held as a camera would say."""
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = orientation
    file = BytesIO()
    Image.new("RGB", (30, 20)).save(file, kind, exif=exif)
    return file.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "size"),
    [
        ("map.png", painted("png"), (30, 20)),
        ("map.webp", painted("webp"), (30, 20)),
        ("map.jpg", painted("jpeg"), (30, 20)),
        ("upright.jpg", painted("jpeg", orientation=6), (20, 30)),
        ("map.SVG", b'<svg xmlns="http://www.w3.org/2000/svg" width="30.4px" height="20"/>', (30, 20)),
        ("grows.svg", b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"/>', None),
        ("grows.svg", b'<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="20"/>', None),
        ("broken.svg", b"<svg", None),
        ("empty.svg", b"", None),
        ("broken.png", painted("png")[:20], None),
        ("empty.gif", b"", None),
    ],
)
def test_a_page_keeps_the_room_of_a_picture_that_tells_its_size(
    name: str, content: bytes, size: tuple[int, int] | None
) -> None:
    assert picture_size(Asset(name, content)) == size


@given(st.integers(0, 0xFFFFFF))
def test_any_colour_becomes_readable(number: int) -> None:
    shades = accent(book("any", f"#{number:06x}"))
    assert contrast(shades.light, STANDARD.light.paper) >= 4.5
    assert contrast(shades.dark, STANDARD.dark.paper) >= 4.5
    assert contrast(shades.cover, COVER_LETTERING) >= 7


def test_contrast_is_the_one_of_the_guidelines() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


def test_a_book_without_a_colour_keeps_the_one_it_is_given() -> None:
    chosen = {name: accent(book(name)) for name in ("skill20", "microluxe20", "game-reference")}
    assert chosen == {name: accent(book(name)) for name in chosen}
    assert len(set(chosen.values())) == 3
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in PALETTE)


def test_the_papers_are_those_of_the_styles() -> None:
    tokens = (THEME / "styles" / "tokens.css").read_text(encoding="utf-8")
    assert f"--paper: light-dark({STANDARD.light.paper}, {STANDARD.dark.paper});" in tokens
    assert f"--ink: light-dark({STANDARD.light.ink}, {STANDARD.dark.ink});" in tokens
    assert f"--cover-ink: {COVER_LETTERING};" in tokens


@pytest.mark.parametrize(
    ("subset", "signs", "most"),
    [("basic", "AZaz019+−–—“”‘’„…×½¶", 14_500), ("latin", "éüßñæøåÄ€", 16_000), ("latin-ext", "łőşž", 20_000)],
)
def test_the_fonts_hold_the_characters_that_their_rules_promise(subset: str, signs: str, most: int) -> None:
    """A rulebook's minus, dashes, quotation marks and letters must not come from another font."""
    files = {name: cut for name, cut in to_read().fonts.items() if re.search(rf"-{subset}-\d+-", name)}
    assert len(files) == len(FACES)
    for name, cut in files.items():
        known = TTFont(BytesIO(cut)).getBestCmap()
        assert [sign for sign in signs if ord(sign) not in known] == [], name
        # Hundreds of letters more than others have, for scholars; hardly a page fetches them.
        assert len(cut) < (33_000 if name.startswith("stix-two-text-latin-ext") else most), name


def test_the_licences_of_all_that_a_site_comes_with_are_on_it() -> None:
    file = licences(Shelf(ShelfSettings(), ()))
    text = file.content.decode()
    assert re.fullmatch(r"site/static/licences-[0-9a-f]{10}\.txt", file.path)
    assert (THEME.parent / "LICENSE").read_text(encoding="utf-8").strip() in text
    for name in ("Mozilla Public License Version 2.0", "PYTHON SOFTWARE FOUNDATION LICENSE", "Alegreya Sans"):
        assert name in text
    assert text.count("SIL OPEN FONT LICENSE Version 1.1") == 3


def test_lining_and_tabular_figures_survive_the_slimming() -> None:
    for name, cut in to_read().fonts.items():
        font = TTFont(BytesIO(cut))
        features = {record.FeatureTag for record in font["GSUB"].table.FeatureList.FeatureRecord}
        # Two families have no other figures than those that line up.
        lines_up = name.startswith(("ibm-plex-mono", "stix-two-text")) or {"lnum", "tnum"} <= features
        assert "-basic-" not in name or lines_up, name
        assert "fpgm" not in font


def test_what_is_written_is_what_shows() -> None:
    """The faces would make one letter of `~E`, as Guarani writes it, and shape Roman numerals after Spanish words."""
    for name, cut in to_read().fonts.items():
        substitutions = [
            getattr(table, "ExtSubTable", table)
            for lookup in TTFont(BytesIO(cut))["GSUB"].table.LookupList.Lookup
            for table in lookup.SubTable
        ]
        firsts = {first for one in substitutions for first in getattr(one, "ligatures", ())}
        assert "asciitilde" not in firsts, name
        assert not [new for one in substitutions for new in getattr(one, "mapping", {}).values() if ".ss" in str(new)]
        assert not name.startswith("alegreya-basic-") or "f" in firsts, name


def test_the_subsets_share_no_letters() -> None:
    letters = [characters_in(subset.characters) for subset in SUBSETS]
    assert len(set().union(*letters)) == sum(map(len, letters))
