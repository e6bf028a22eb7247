"""How a book looks by its settings: the emblem, colours and picture of its cover, on the site and on paper."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2.exceptions import SecurityError
from PIL import ExifTags, Image
from rollbook.cache import Results
from rollbook.load import load
from rollbook.model.book import Book, Shelf
from rollbook.model.colour import contrast, readable
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.paper_format import PAPER_FORMATS, Inks
from rollbook.model.settings import EMBLEMS, STANDARD, BookSettings, Colours, Fonts, Shades, filled
from rollbook.model.theme import SHIPPED
from rollbook.parse.parse_theme import shipped_theme
from rollbook.render.accent import accent, book_colour, colours, emblem, schemes
from rollbook.render.drawings import outlines
from rollbook.render.pdf.print_job import drawings, palette
from rollbook.render.site import render_site
from rollbook.render.site.pictures import resized
from rollbook.render.site.share_picture import ShareWords, share_picture
from rollbook.theme_files import THEME

from tests.shelves import ROOT, assembled, read_shelf, shelf_of, to_read


def painted(width: int = 50, height: int = 70) -> bytes:
    """-> a small picture."""
    file = BytesIO()
    Image.new("RGB", (width, height), "teal").save(file, "PNG")
    return file.getvalue()


def shelf_with(folder: Path, settings: str) -> Shelf:
    """The text of book.yml -> a shelf of that book, which has a picture."""
    book = folder / "content" / "saga"
    book.mkdir(parents=True, exist_ok=True)
    (book / "book.yml").write_text(f"title: The Saga\n{settings}", encoding="utf-8")
    (book / "start.md").write_text("# Start\n\nRoll 2d6.\n", encoding="utf-8")
    (book / "front.png").write_bytes(painted())
    return shelf_of(folder)


def pages_of(shelf: Shelf) -> dict[str, str]:
    """A shelf -> the texts of its site's pages and styles by their paths."""
    files = render_site(shelf, {}, to_read())
    return {file.path: file.content.decode() for file in files if file.path.endswith((".html", ".css"))}


@pytest.mark.parametrize("name", [name for name in EMBLEMS if name != "none"])
def test_every_emblem_can_be_stamped_and_engraved(name: str) -> None:
    shapes = outlines(f"ornaments/{name}.svg")
    assert {"edge", "hatch"} <= {each for shape in shapes for each in shape.classes}
    assert all(0 <= at <= 100 for shape in shapes for line in shape.lines for point in line for at in point)


def test_the_emblem_stands_on_every_cover(tmp_path: Path) -> None:
    shelf = shelf_with(tmp_path, "emblem: coin\n")
    [book] = shelf.books
    lines = 'rx="46" ry="46"'
    pages = pages_of(shelf)
    assert lines in pages["site/index.html"]
    assert lines in pages["site/saga/index.html"]
    plate = drawings(palette(book, Inks.COLOUR), PAPER_FORMATS["a4"], emblem(book))["cover.svg"]
    assert lines in plate.decode()
    words, shades = ShareWords("", "The Saga", "", ""), accent(book)
    assert len({share_picture(words, name, shades) for name in ("coin", "d20", "")}) == 3


def test_a_cover_may_have_no_emblem(tmp_path: Path) -> None:
    shelf = shelf_with(tmp_path, "emblem: none\n")
    pages = pages_of(shelf)
    assert "cover-title" in pages["site/saga/index.html"]
    assert "cover-die" not in pages["site/saga/index.html"]
    # No rays around nothing either.
    [book] = shelf.books
    assert b"<circle" not in drawings(palette(book, Inks.COLOUR), PAPER_FORMATS["a4"], emblem(book))["cover.svg"]


def test_a_cover_has_its_own_colours(tmp_path: Path) -> None:
    shelf = shelf_with(tmp_path, 'cover: {cloth: "#efe6d0", lettering: "#201008"}\n')
    styles = next(text for path, text in pages_of(shelf).items() if path.endswith(".css"))
    assert "--cover: #efe6d0; --cover-ink: #201008;" in styles
    inks = palette(shelf.books[0], Inks.COLOUR)
    assert (inks.cover, inks.lettering) == ("#efe6d0", "#201008")
    # Whatever lies in the shade is still a ground for the lettering.
    assert contrast(inks.night, inks.lettering) > contrast(inks.cover, inks.lettering)


def test_a_picture_fills_the_cover(tmp_path: Path) -> None:
    shelf = shelf_with(tmp_path, "cover: front.png\n")
    files = {file.path for file in render_site(shelf, {}, to_read())}
    [picture] = [path for path in files if path.startswith("site/saga/media/front-")]
    pages = pages_of(shelf)
    assert f'src="{picture.removeprefix("site/")}"' in pages["site/index.html"]
    assert f'src="{picture.removeprefix("site/saga/")}"' in pages["site/saga/index.html"]
    assert "cover-die" not in pages["site/saga/index.html"]
    assert "cover-title" in pages["site/saga/index.html"]


def test_a_picture_may_carry_the_title_itself(tmp_path: Path) -> None:
    page = pages_of(shelf_with(tmp_path, "cover: {picture: front.png, words: no}\n"))["site/saga/index.html"]
    assert "cover-title" not in page
    assert '<span class="unseen">The Saga</span>' in page


@pytest.mark.parametrize("colour", ["#777777", "#ffee00", "#102030", "#d0d0d0"])
@pytest.mark.parametrize("ground", ["#ffffff", "#000000", "#777777", "#faf5e9"])
def test_a_colour_that_is_hard_to_read_gives_way_to_the_nearest_that_is_not(colour: str, ground: str) -> None:
    found = readable(colour, ground)
    assert contrast(found, ground) >= 4.5
    if contrast(colour, ground) >= 4.5:
        assert found == colour


COLOURS = """
colours:
  light: {paper: "#ffffff", ink: "#cccccc", accent: "#0000aa"}
  dark: {paper: "#0a0e0a"}
"""


def test_a_book_has_its_own_paper_ink_and_accent(tmp_path: Path) -> None:
    shelf = shelf_with(tmp_path, COLOURS)
    pages = pages_of(shelf)
    styles = next(text for path, text in pages.items() if path.endswith(".css"))
    [rule] = [line for line in styles.splitlines() if line.startswith(':root[data-book="saga"]')]
    assert "--paper: light-dark(#ffffff, #0a0e0a)" in rule
    assert '<meta name="theme-color" content="#0a0e0a"' in pages["site/saga/start.html"]
    assert '<meta name="theme-color" content="#0a0e0a"' not in pages["site/index.html"]
    light, dark = schemes(shelf.books[0])
    assert light.accent == "#0000aa"
    for scheme in (light, dark):
        for ground in (scheme.paper, scheme.raised):
            assert min(contrast(colour, ground) for colour in (scheme.ink, scheme.soft, scheme.accent)) >= 4.5
    inks = palette(shelf.books[0], Inks.COLOUR)
    assert inks.deep == "#0000aa"
    assert contrast(inks.ink, "#ffffff") >= 4.5


@given(st.builds("#{:06x}".format, st.integers(0, 0xFFFFFF)), st.builds("#{:06x}".format, st.integers(0, 0xFFFFFF)))
def test_any_two_colours_make_a_page_that_can_be_read(paper: str, ink: str) -> None:
    settings = BookSettings(colours=Colours(Shades(paper, ink), Shades(paper, ink)))
    for scheme in schemes(Book("any", "Any", settings, (), (), ())):
        assert min(contrast(colour, scheme.paper) for colour in (scheme.ink, scheme.soft, scheme.accent)) >= 4.5


@pytest.mark.parametrize("name", SHIPPED)
def test_a_theme_can_be_read_in_the_light_and_in_the_dark(name: str) -> None:
    theme = shipped_theme(name)
    for book in (Book("any", "Any", BookSettings(), (), (), (), theme=theme),):
        assert colours(book) == theme.colours, "a theme chooses every colour"
        for chosen, scheme in zip((theme.colours.light, theme.colours.dark), schemes(book), strict=True):
            assert (chosen.ink, chosen.accent) == (scheme.ink, scheme.accent), "none of them needed help"
            for ground in (scheme.paper, scheme.raised):
                assert min(contrast(colour, ground) for colour in (scheme.ink, scheme.soft, scheme.accent)) >= 4.5


def test_a_page_has_the_look_and_the_faces_of_its_theme(tmp_path: Path) -> None:
    shelf = shelf_with(tmp_path, "theme: academic\n")
    files = {file.path: file.content for file in render_site(shelf, {}, to_read())}
    [look] = [path for path in files if path.startswith("site/static/academic-")]
    [text] = [path for path in files if path.startswith("site/static/fonts/stix-two-text-basic-400-normal-")]
    page, home = files["site/saga/start.html"].decode(), files["site/index.html"].decode()
    assert f'<link rel="stylesheet" href="../{look.removeprefix("site/")}" data-look>' in page
    assert f'data-faces="../{text.removeprefix("site/")}"' in page, "the one family that this page begins with"
    assert "data-look" not in home
    assert '--face-text: "STIX Two Text"' in files[look].decode()
    assert not [path for path in files if "plex" in path], "faces that no book is set in stay away"
    [licences] = [files[path].decode() for path in files if path.startswith("site/static/licences-")]
    assert "The face STIX Two Text" in licences
    assert "Plex" not in licences


def test_the_shelf_has_a_theme_for_every_book_that_chooses_none(tmp_path: Path) -> None:
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "shelf.yml").write_text("theme: terminal\n", encoding="utf-8")
    shelf = shelf_with(tmp_path, "emblem: star\n")
    assert (shelf.theme.name, shelf.books[0].theme.name) == ("terminal", "terminal")
    assert "data-look" in pages_of(shelf)["site/index.html"]
    assert book_colour(shelf.books[0]) == shelf.theme.colours.light.accent


def test_what_a_book_chooses_counts_for_more_than_its_theme(tmp_path: Path) -> None:
    shelf = shelf_with(tmp_path, 'theme: terminal\naccent: "#aa0000"\ncolours: {dark: {paper: "#000000"}}\n')
    [book] = shelf.books
    light, dark = schemes(book)
    assert (light.accent, dark.paper, dark.ink) == ("#aa0000", "#000000", book.theme.colours.dark.ink)
    assert palette(book, Inks.COLOUR).deep == "#aa0000"


def themed(folder: Path, files: dict[str, str], settings: str = "") -> tuple[Shelf, tuple[Diagnostic, ...]]:
    """The files of a folder theme/, the text of book.yml -> a shelf of one book with that theme."""
    shelf_with(folder, settings)
    for name, text in files.items():
        path = folder / "theme" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    sources, unread = load(folder / "content", folder / "data", folder / "theme")
    shelf, found = assembled(sources)
    return shelf, (*unread, *found)


OWN_THEME = {
    "theme.yml": 'base: academic\ncolours: {light: {accent: "#aa0000"}}\nfonts: {headings: Grenze Gotisch}\n',
    "screen.css": ".text p { letter-spacing: 0.01em; }\n",
    "print.css": "p { letter-spacing: .1mm }\n",
    "templates/pages/chapter.html": '{% extends "standard/pages/chapter.html" %}\n'
    "{% block after_text %}<p>Ask {{ view.book.title }}.</p>{% endblock %}\n",
    "templates/parts/breadcrumbs.html": "{% macro breadcrumbs(crumbs, here, label) %}<nav>ours</nav>{% endmacro %}\n",
}


def test_the_folder_theme_comes_after_ours(tmp_path: Path) -> None:
    shelf, found = themed(tmp_path, OWN_THEME)
    assert found == ()
    theme = shelf.books[0].theme
    assert (theme.name, shelf.theme) == ("own", theme), "every book that chooses no other has it, and the home page"
    assert theme.fonts == Fonts("STIX Two Text", "Grenze Gotisch", "STIX Two Text")
    assert (theme.colours.light.accent, theme.colours.light.paper) == ("#aa0000", "#ffffff")
    files = {file.path: file.content.decode(errors="replace") for file in render_site(shelf, {}, to_read())}
    [look] = [text for path, text in files.items() if path.startswith("site/static/own-")]
    assert look.rindex("letter-spacing: 0.01em") > look.rindex(".text > h2"), "after the theme that it changes"
    page = files["site/saga/start.html"]
    assert "<p>Ask The Saga.</p>" in page
    assert "<nav>ours</nav>" in page
    assert "<nav>ours</nav>" in files["site/saga/index.html"]
    assert shelf.books[0].theme.paper.endswith(OWN_THEME["print.css"])


def test_a_book_may_choose_another_than_the_folders(tmp_path: Path) -> None:
    shelf, found = themed(tmp_path, OWN_THEME, "theme: standard\n")
    assert (found, shelf.books[0].theme.name, shelf.theme.name) == ((), "standard", "own")


def test_a_template_of_a_theme_can_reach_for_nothing_else(tmp_path: Path) -> None:
    reach = "{{ ''.__class__.__mro__[1].__subclasses__() }}"
    shelf, _ = themed(tmp_path, {"templates/pages/home.html": reach})
    with pytest.raises(SecurityError):
        render_site(shelf, {}, to_read())


def promised(table: str) -> list[str]:
    """A table of data/guide/theme.yml -> what its first column promises."""
    documents = (ROOT / "data" / "guide" / "theme.yml").read_text(encoding="utf-8").split("---\n")
    text = next(document for document in documents if document.startswith(f"table: {table}\n"))
    return re.findall(r'name: "`([^`]+)`"', text)


def test_every_variable_that_is_promised_is_there() -> None:
    tokens = (THEME / "styles" / "tokens.css").read_text(encoding="utf-8")
    styles = "".join(path.read_text(encoding="utf-8") for path in (THEME / "styles").glob("*.css"))
    names = promised("variables")
    assert len(names) >= 15
    for name in names:
        assert f"  {name}:" in tokens, name
        assert f"var({name})" in styles, name


def test_every_ink_and_face_that_is_promised_is_there() -> None:
    styles = "".join(path.read_text(encoding="utf-8") for path in (THEME / "print").glob("*.css"))
    names = promised("inks")
    assert len(names) >= 9
    for name in names:
        assert (f"var({name})" if name.startswith("--") else f'"{name}"') in styles, name


def test_every_block_that_is_promised_is_there() -> None:
    names = promised("blocks")
    assert len(names) >= 6
    pages = "".join(path.read_text(encoding="utf-8") for path in (THEME / "pages").glob("*.html"))
    for name in names:
        assert f"{{% block {name} %}}" in pages, name


def test_pictures_for_all_books_are_published_once_where_they_are_shown(tmp_path: Path) -> None:
    media = tmp_path / "content" / "_media"
    media.mkdir(parents=True)
    for name in ("map.png", "front.png", "unused.png"):
        (media / name).write_bytes(painted(30, 20))
    other = tmp_path / "content" / "tale"
    other.mkdir()
    text = "# Start\n\n![Ours](front.png) ![Shared](map.png) ![The same, as an editor sees it](../_media/map.png)\n"
    (other / "start.md").write_text(text, encoding="utf-8")
    shelf_with(tmp_path, "cover: _media/front.png\n")
    (tmp_path / "content" / "saga" / "start.md").write_text(text, encoding="utf-8")
    shelf, found = read_shelf(tmp_path / "content", tmp_path / "data")
    assert found == ()
    files = [file.path for file in render_site(shelf, {}, to_read())]
    assert len([path for path in files if path.startswith("site/static/media/map-")]) == 1
    assert not [path for path in files if "unused" in path]
    pages = pages_of(shelf)
    assert pages["site/saga/start.html"].count('src="../static/media/map-') == 2
    assert 'src="media/front-' in pages["site/saga/start.html"], "a book's own picture comes first"
    assert 'src="../static/media/front-' in pages["site/tale/start.html"]
    assert 'class="cover-picture" src="static/media/front-' in pages["site/index.html"]


def photograph(width: int, height: int, kind: str = "JPEG") -> bytes:
    """-> a picture with so much in it that it can't be stored in little room; held upright by its camera."""
    noise = Image.effect_noise((width // 4, height // 4), 90).resize((width, height))
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = 6
    file = BytesIO()
    noise.convert("RGB").save(file, kind, quality=95, exif=exif)
    return file.getvalue()


def test_a_large_photograph_comes_in_copies_for_each_screen(tmp_path: Path) -> None:
    shelf_with(tmp_path, "cover: photo.jpg\n")
    book = tmp_path / "content" / "saga"
    (book / "photo.jpg").write_bytes(photograph(2400, 1600))
    (book / "start.md").write_text("# Start\n\n![A face](photo.jpg) ![Small](front.png)\n", encoding="utf-8")
    shelf, found = read_shelf(tmp_path / "content", tmp_path / "data")
    assert found == ()
    with Results().in_use():
        files = {file.path: file.content for file in render_site(shelf, {}, to_read())}
    copies = {path: content for path, content in files.items() if "/photo-" in path}
    sizes = sorted(Image.open(BytesIO(content)).size for content in copies.values())
    three = [(480, 720), (960, 1440), (1600, 2400)]
    assert sizes == sorted([*three, *three, (960, 1440)]), "upright, as it is seen"
    assert max(map(len, copies.values())) < 2_000_000, "the photograph itself stays at home"
    page = files["site/saga/start.html"].decode()
    first, second = re.findall(r'<source type="([^"]+)" srcset="media/photo-480-\w+\.\w+ 480w, [^"]+ 1600w"', page)
    assert (first, second) == ("image/avif", "image/webp")
    assert re.search(r'<img src="media/photo-960-\w+\.jpg" alt="A face" width="1600" height="2400">', page)
    assert page.count("srcset") == 2, "a small picture is published as it is"
    assert page.count('loading="lazy"') == 1, "the first is fetched at once"
    assert 'class="cover-picture" src="media/photo-960-' in files["site/saga/index.html"].decode()


@pytest.mark.parametrize("content", [b"", bytes(200_000), b"\x89PNG\r\n\x1a\n" + bytes(200_000)])
def test_what_is_small_or_damaged_has_no_copies(content: bytes) -> None:
    assert resized(content) == ()


def test_colours_are_held_to_the_paper_of_the_book_s_theme(tmp_path: Path) -> None:
    """Ink that reads well on white paper and not on a terminal's."""
    text = 'theme: {}\ncolours: {{dark: {{accent: "{}"}}}}\n'
    paper = filled(shipped_theme("academic").colours, STANDARD).dark.paper
    other = filled(shipped_theme("terminal").colours, STANDARD).dark.paper
    grey = next(f"#{shade:02x}{shade:02x}{shade:02x}" for shade in range(255) if _reads_on_one(shade, paper, other))
    book = tmp_path / "content" / "saga"
    book.mkdir(parents=True)
    (book / "start.md").write_text("# Start\n\nWords.\n", encoding="utf-8")
    codes = {}
    for theme in ("academic", "terminal"):
        (book / "book.yml").write_text(text.format(theme, grey), encoding="utf-8")
        codes[theme] = [problem.code for problem in read_shelf(tmp_path / "content", tmp_path / "data")[1]]
    assert sorted(codes.values()) == [[], ["low-contrast"]]


def _reads_on_one(shade: int, paper: str, other: str) -> bool:
    grey = f"#{shade:02x}{shade:02x}{shade:02x}"
    return (contrast(grey, paper) >= 4.5) is not (contrast(grey, other) >= 4.5)
