"""A book's HTML on a paper -> everything that its layout needs, in bytes: style sheets, faces, pictures and inks.

The inks of the print edition come from the book's accent; the cover's plate and the ornament are drawn in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from types import MappingProxyType

from markupsafe import Markup

from rollbook.model.book import Book
from rollbook.model.colour import mixed, readable
from rollbook.model.paper_format import Inks, PaperFormat
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.settings import STANDARD
from rollbook.render.accent import accent, colours, emblem
from rollbook.render.fonts.own_fonts import own_print_faces, set_first
from rollbook.render.fonts.print_faces import Face, faces_for, true_type, with_fallbacks
from rollbook.render.painting import logo_file
from rollbook.render.pdf.lay_out import PrintJob
from rollbook.render.pdf.paper import page_styles, picture, references
from rollbook.render.pdf.print_index import BackIndex
from rollbook.render.pdf.print_pictures import print_pictures
from rollbook.render.pdf.print_view import chapter_start, logo_name
from rollbook.render.picture_markup import width_rules
from rollbook.render.templates import templates
from rollbook.theme_files import theme_text
from rollbook.words import direction, page_words

_PAPER = "#ffffff"
_INK = "#1d1916"
_RAYS = 120
_PLATE_WIDTH = 1480
_NO_FILES: Mapping[str, bytes] = MappingProxyType({})


def book_job(book: Book, paper: PaperFormat, html: str, index: BackIndex | None) -> PrintJob:
    """A book, its paper, its HTML and its index -> everything that the layout needs, in bytes."""
    inks = palette(book, paper.inks, paper.trim is not None)
    faces = faces_for(html + (index.html({}, 1) if index else ""), book.theme.fonts)
    own = tuple(own_print_faces(book.theme.own_fonts))
    files = {f"fonts/{face.name}": true_type(face) for face in faces}
    files |= {f"fonts/{face.name}": face.content for face in own}
    files |= drawings(inks, paper, emblem(book))
    files |= print_pictures(book, paper)
    if book.theme.logo:
        _, logo = logo_file(book.theme.logo.dark if paper.inks is Inks.COLOUR else book.theme.logo.light)
        files[logo_name(book, paper.inks)] = logo
    styles = (
        "\n".join([*(face.rule for face in own), *(face.rule for face in faces)]),
        inks.variables,
        width_rules(),
        _cover_rule(book),
        page_styles(paper, runs_on(book, paper)),
        references(page_words(book.settings.language)),
        *(set_first(with_fallbacks(style, faces), own) for style in _styles(book, paper)),
    )
    return PrintJob(html, styles, files, book.settings.system_fonts == "yes", trim=paper.trim, index=index)


def _styles(book: Book, paper: PaperFormat) -> Iterator[str]:
    """The style sheets of a book on a paper; where ink is spared its theme has no say."""
    yield from (theme_text(f"print/{name}") for name in ("book.css", "widgets.css", "form.css", *paper.styles))
    if paper.inks is Inks.COLOUR:
        yield book.theme.paper


def _cover_rule(book: Book) -> str:
    """A book -> the rule that fills its cover with a picture, if it has one."""
    name = book.settings.cover.picture
    return f'.cover.pictured {{ background-image: url("{picture(name)}") }}' if name else ""


def runs_on(book: Book, paper: PaperFormat) -> bool:
    """Whether chapters of a book begin anywhere on a page of this paper."""
    return chapter_start(book, paper.inks) == "run-on"


def leaflet(
    book: Book,
    paper: PaperFormat,
    title: str,
    body: str,
    *,
    fillable: bool = False,
    files: Mapping[str, bytes] = _NO_FILES,
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


@dataclass(frozen=True, slots=True)
class Palette:
    """`cover` and `night` fill the cover, `lettering` and `glow` stand on it; the rest is for white paper."""

    ink: str
    cover: str
    night: str
    lettering: str
    glow: str
    deep: str
    rule: str
    tint: str
    wash: str

    @property
    def variables(self) -> str:
        """The inks as CSS variables. Margin boxes inherit from the page, not from the root, so that both have them."""
        inks = " ".join(f"--{field.name}: {getattr(self, field.name)};" for field in fields(self))
        return f":root {{ {inks} }}\n@page {{ {inks} }}"


# Nothing is filled and nothing is coloured; what is grey is a thin line.
_BLACK = Palette(
    ink="#000000",
    cover=_PAPER,
    night=_PAPER,
    lettering="#000000",
    glow="#000000",
    deep="#000000",
    rule="#777777",
    tint=_PAPER,
    wash=_PAPER,
)


def palette(book: Book, inks: Inks, pure: bool = False) -> Palette:
    """A book -> its inks, all mixed from the colour that it has on the site; or black alone.

    `pure`: its text is black and nothing else, or four plates that don't quite meet would blur it.
    """
    if inks is Inks.BLACK:
        return _BLACK
    shades, chosen = accent(book), colours(book).light
    deep = readable(chosen.accent, _PAPER) if chosen.accent else shades.light
    return Palette(
        ink=_BLACK.ink if pure else _INK if chosen.ink == STANDARD.light.ink else readable(chosen.ink, _PAPER),
        cover=shades.cover,
        night=shades.night,
        lettering=shades.lettering,
        glow=mixed(shades.cover, shades.lettering, 0.55),
        deep=deep,
        rule=mixed(deep, _PAPER, 0.5),
        tint=mixed(deep, _PAPER, 0.88),
        wash=mixed(deep, _PAPER, 0.945),
    )


@dataclass(frozen=True, slots=True)
class Ray:
    """A line of the sunburst behind the die; angle in degrees, lengths in the plate's units."""

    angle: float
    start: int
    end: int


def drawings(inks: Palette, paper: PaperFormat, emblem: str) -> dict[str, bytes]:
    """A book's inks, its paper, the emblem of its cover or none -> its drawings by file name."""
    # Long, short, middle, short: four lengths make the burst shimmer instead of looking like a wheel.
    ends = (545, 470, 505, 470)
    rays = tuple(Ray(360 * turn / _RAYS, -420, -ends[turn % 4]) for turn in range(_RAYS))
    cover, ornament = (templates("print").get_template(name) for name in ("cover.svg", "ornament.svg"))
    plate = cover.render(inks=inks, rays=rays, emblem=emblem, engraving=_engraving, height=_plate_height(paper))
    return {"cover.svg": plate.encode(), "ornament.svg": ornament.render(inks=inks, engraving=_engraving).encode()}


def _plate_height(paper: PaperFormat) -> int:
    """A paper -> how high the cover's plate is in its own units, of which it is 1,480 wide."""
    return round(_PLATE_WIDTH * paper.height / paper.width)


def _engraving(name: str) -> Markup:
    """One of the site's ornaments -> its lines, without the element around them."""
    inside = theme_text(f"ornaments/{name}.svg").partition(">")[2].rpartition("</svg>")[0]
    return Markup(inside)
