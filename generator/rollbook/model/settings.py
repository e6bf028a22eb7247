"""What book.yml and shelf.yml can say. Each field's comment is its documentation, which editors show too."""

from __future__ import annotations

import re

from rollbook.model.quick_dataclass import dataclass

# An https address without query, fragment or password, and the hint that asks for one.
ADDRESS = re.compile(r"https://[^\s/?#@]+(/[^\s?#@]*)?")
ADDRESS_HINT = "write the full address, starting with https://"

# What can be stamped into a cover, by the names of drawings in site_templates/ornaments.
DICE = ("d4", "d6", "d8", "d10", "d12", "d20", "d100", "fate")
SYMBOLS = ("coin", "compass", "drop", "shield", "star")
EMBLEMS = (*DICE, *SYMBOLS, "none")


@dataclass(frozen=True, slots=True)
class CoverSettings:
    """`cover` in book.yml. A single text is the picture, or the cloth if it is a colour."""

    picture: str = ""  # a picture from the book that fills the cover; default: cloth with the emblem
    cloth: str = ""  # the colour of the cover as #rrggbb; default: the accent, made dark enough
    lettering: str = ""  # the colour of the lettering; default: pale gold
    words: str = ""  # no: the picture already contains the title, so nothing is written on it


@dataclass(frozen=True, slots=True)
class Shades:
    """The colours of a page in light or dark mode, as #rrggbb. Anything not set is as usual."""

    paper: str = ""  # the background
    ink: str = ""  # the text; lines and small print are mixed from it and the paper
    accent: str = ""  # headings, links and everything that can be pressed


@dataclass(frozen=True, slots=True)
class Colours:
    """`colours` in book.yml."""

    light: Shades = Shades()  # for light mode, and for print, whose paper is white
    dark: Shades = Shades()  # for dark mode


NO_COLOURS = Colours()
# Those of site_templates/styles/tokens.css; a test keeps them in step. Without an accent each book has its own.
STANDARD = Colours(Shades("#faf5e9", "#2a211b"), Shades("#1b1815", "#e9e0cf"))
COVER_LETTERING = "#f7ecd2"


def filled(chosen: Colours, usual: Colours) -> Colours:
    """Colours, some perhaps missing, and defaults -> both together."""
    return Colours(_filled(chosen.light, usual.light), _filled(chosen.dark, usual.dark))


def _filled(chosen: Shades, usual: Shades) -> Shades:
    return Shades(chosen.paper or usual.paper, chosen.ink or usual.ink, chosen.accent or usual.accent)


@dataclass(frozen=True, slots=True)
class Fonts:
    """`fonts`: what each part of a page is set in, by the name of a family that comes with Rollbook."""

    text: str = ""  # the running text
    headings: str = ""  # titles and headings
    tables: str = ""  # tables, buttons and small print


NO_FONTS = Fonts()


def filled_fonts(chosen: Fonts, usual: Fonts) -> Fonts:
    """Faces, some perhaps missing, and defaults -> both together."""
    return Fonts(chosen.text or usual.text, chosen.headings or usual.headings, chosen.tables or usual.tables)


@dataclass(frozen=True, slots=True)
class LogoSettings:
    """`logo` in book.yml and shelf.yml. A single text is the picture."""

    picture: str = ""  # a picture from the book or content/_media: the logo on light backgrounds
    dark: str = ""  # the same for dark backgrounds: dark mode and covers; default: the picture
    words: str = ""  # what the logo says, if it contains the name: the name is then not repeated beside it


@dataclass(frozen=True, slots=True)
class FontSettings:
    """`fonts` in book.yml and shelf.yml: for each, a font file of the shelf or a family that comes with Rollbook."""

    text: str = ""  # the running text
    headings: str = ""  # titles and headings
    tables: str = ""  # tables, buttons and small print
    licence: str = ""  # how the files may be used; default: what they say themselves


@dataclass(frozen=True, slots=True)
class PrintShopSettings:
    """`print_shop` in book.yml: what the edition `print-shop` must meet."""

    paper: str = "a5"  # the page size after trimming: a4, letter or a5
    bleed: str = "3"  # how far pictures and colours extend beyond the edge, in millimetres
    marks: str = "yes"  # no: without crop marks, as some shops ask
    leaf: str = "0.1"  # the thickness of a leaf in millimetres; the spine is that for every two pages


@dataclass(frozen=True, slots=True)
class BookSettings:
    """content/<book>/book.yml; every key is optional."""

    title: str = ""  # the book's name; default: the first $header-main or heading, or the folder's name
    subtitle: str = ""  # a line below the title on the cover
    edition: str = ""  # "Current edition", "2nd printing, 2026"
    authors: tuple[str, ...] = ()  # as they should appear on the cover
    description: str = ""  # one sentence for the shelf, search engines and the PDF's metadata
    language: str = "en"  # a BCP 47 tag; sets quotation marks, hyphenation and the interface's words
    theme: str = ""  # standard, grimoire, terminal or academic; default: the shelf's
    accent: str = ""  # the book's colour as #rrggbb; default: chosen from the book's id
    colours: Colours = Colours()  # paper, ink and accent in light and dark mode
    fonts: FontSettings = FontSettings()  # what text, headings and tables are set in; default: the theme's
    emblem: str = ""  # the die or symbol on the cover; default: a die chosen from the book's id
    cover: CoverSettings = CoverSettings()  # a picture, or colours
    logo: LogoSettings = LogoSettings()  # on the book's covers; default: the shelf's
    licence: str = ""  # how the content may be used, one line of Markdown
    repository: str = ""  # https address of the repository: gives every page an "Edit this page" link
    branch: str = "main"  # the branch that such a link edits
    path: str = ""  # where the book's folder is in that repository; default: "content/<book>"
    chapters: tuple[str, ...] = ()  # the Markdown files in reading order; default: by name
    classes: tuple[str, ...] = ()  # its own classes, which a theme styles as .own-NAME: no warning about them
    papers: tuple[str, ...] = ()  # one PDF for each of a4, letter, both, plain, a5; default: the shelf's
    chapter_start: str = "run-on"  # where a chapter starts in print: below the one before, on a new page, on a recto
    index: str = "yes"  # no: without an index at the end of the PDF
    print: tuple[str, ...] = ()  # "yes", or files whose lists for the screen should be printed too; see in_print()
    site_only: tuple[str, ...] = ()  # Markdown files that are not printed
    editions: tuple[str, ...] = ()  # sheet, screen, epub, booklet, cards, print-shop; or none; default: the shelf's
    print_shop: PrintShopSettings = PrintShopSettings()  # page size, bleed, crop marks and paper of `print-shop`
    initials: str = ""  # whether a chapter's first letter is large in print; default: the theme's
    appendix: tuple[str, ...] = ()  # Markdown files for the appendix; default: those that only list and compare
    screen_words: str = "no"  # yes: the book may mention clicks and browsers on paper too
    system_fonts: str = ""  # yes: print takes characters that Rollbook's typefaces lack from the machine's fonts


@dataclass(frozen=True, slots=True)
class ShelfSettings:
    """content/shelf.yml; every key is optional."""

    title: str = "The shelf"  # the name of the whole site
    description: str = ""  # one sentence below it
    language: str = "en"  # the language of the home page
    address: str = ""  # where the site will be published: for search engines, previews, feeds and links from PDFs
    books: tuple[str, ...] = ()  # folders in shelf order; default: by name
    theme: str = ""  # how the home page looks, and every book that doesn't choose another
    logo: LogoSettings = LogoSettings()  # in the bar of every page, and on the covers of books without their own
    fonts: FontSettings = FontSettings()  # for the home page, and every book that doesn't choose others
    requires: str = ""  # the oldest version that can build this shelf, such as ">=1.2"
    papers: tuple[str, ...] = ("a4",)  # one PDF of each book for each of a4, letter, both (fits either), plain, a5
    editions: tuple[str, ...] = ("sheet", "screen", "epub")  # what else to make from each book; or none
