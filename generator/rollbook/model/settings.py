"""What book.yml and shelf.yml may say. Each field's comment is its documentation; its default stands beside it."""

from __future__ import annotations

import re
from dataclasses import dataclass

# An https address without query, fragment or password, and how to say so.
ADDRESS = re.compile(r"https://[^\s/?#@]+(/[^\s?#@]*)?")
ADDRESS_HINT = "write the whole address, starting with https://"

# What can be stamped into a cover, by the names of drawings in site_templates/ornaments.
DICE = ("d4", "d6", "d8", "d10", "d12", "d20", "d100", "fate")
SYMBOLS = ("coin", "compass", "drop", "shield", "star")
EMBLEMS = (*DICE, *SYMBOLS, "none")


@dataclass(frozen=True, slots=True)
class CoverSettings:
    """`cover` in book.yml. One text alone is the picture, or the cloth if it is a colour."""

    picture: str = ""  # a picture of the book that fills the cover; without it cloth with the emblem
    cloth: str = ""  # the colour of the cover as #rrggbb; without it the accent, made dark enough
    lettering: str = ""  # the colour of what is written on it; without it pale gold
    words: str = ""  # no: the picture carries the title itself, so that nothing is written over it


@dataclass(frozen=True, slots=True)
class Shades:
    """The colours of a page in the light or in the dark, as #rrggbb. What is not set is as usual."""

    paper: str = ""  # what everything stands on
    ink: str = ""  # the text; lines and small print are mixed from it and the paper
    accent: str = ""  # headings, links and whatever can be pressed


@dataclass(frozen=True, slots=True)
class Colours:
    """`colours` in book.yml."""

    light: Shades = Shades()  # for readers whose device is bright, and for print, whose paper is white
    dark: Shades = Shades()  # for readers whose device is dark


NO_COLOURS = Colours()
# Those of site_templates/styles/tokens.css; a test holds them together. Without an accent each book has another.
STANDARD = Colours(Shades("#faf5e9", "#2a211b"), Shades("#1b1815", "#e9e0cf"))
COVER_LETTERING = "#f7ecd2"


def filled(chosen: Colours, usual: Colours) -> Colours:
    """Colours of which some may be missing, and others for these -> both together."""
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
    """Faces of which some may be missing, and others for these -> both together."""
    return Fonts(chosen.text or usual.text, chosen.headings or usual.headings, chosen.tables or usual.tables)


@dataclass(frozen=True, slots=True)
class LogoSettings:
    """`logo` in book.yml and shelf.yml. One text alone is the picture."""

    picture: str = ""  # a picture of the book, or of content/_media: the logo on bright grounds
    dark: str = ""  # the same for dark grounds: the page in the dark, the cover; without it the picture
    words: str = ""  # what the logo says, if it carries the name: then the name doesn't stand beside it


@dataclass(frozen=True, slots=True)
class FontSettings:
    """`fonts` in book.yml and shelf.yml: a font file of the shelf, or a family that comes with Rollbook, for each."""

    text: str = ""  # the running text
    headings: str = ""  # titles and headings
    tables: str = ""  # tables, buttons and small print
    licence: str = ""  # how the files may be used; without it what they say themselves


@dataclass(frozen=True, slots=True)
class PrintShopSettings:
    """`print_shop` in book.yml: what the edition `print-shop` is made for."""

    paper: str = "a5"  # the size of a page when it is cut: a4, letter or a5
    bleed: str = "3"  # how far what reaches an edge goes on beyond it, in millimetres
    marks: str = "yes"  # no: no crop marks, as some shops ask
    leaf: str = "0.1"  # how thick a leaf of the paper is, in millimetres: the spine is that for every two pages


@dataclass(frozen=True, slots=True)
class BookSettings:
    """content/<book>/book.yml; every key is optional."""

    title: str = ""  # the book's name; without it the first $header-main or heading, or the folder's name
    subtitle: str = ""  # a line under the title on the cover
    edition: str = ""  # "Current edition", "2nd printing, 2026"
    authors: tuple[str, ...] = ()  # as they should appear on the cover
    description: str = ""  # one sentence for the shelf, search engines and the PDF's metadata
    language: str = "en"  # a BCP 47 tag; sets quotation marks, hyphenation and the interface's words
    theme: str = ""  # standard, grimoire, terminal or academic; without it the shelf's
    accent: str = ""  # the book's colour as #rrggbb; without it one is chosen from the book's id
    colours: Colours = Colours()  # paper, ink and accent in the light and in the dark
    fonts: FontSettings = FontSettings()  # what text, headings and tables are set in; without it as the theme has it
    emblem: str = ""  # the die or symbol on the cover; without it a die is chosen from the book's id
    cover: CoverSettings = CoverSettings()  # a picture, or colours
    logo: LogoSettings = LogoSettings()  # on the covers of the book; without it the shelf's
    licence: str = ""  # how the content may be used, one line of Markdown
    repository: str = ""  # https address of the repository: gives every page an "Edit this page" link
    branch: str = "main"  # the branch that such a link edits
    path: str = ""  # where the content folder lies in that repository; without it "content/<book>"
    chapters: tuple[str, ...] = ()  # the Markdown files in reading order; without it by name
    classes: tuple[str, ...] = ()  # classes of its own that a theme styles, each as .own-NAME: no warning about them
    papers: tuple[str, ...] = ()  # a PDF for each of a4, letter, both, plain and a5; without it those of the shelf
    chapter_start: str = "run-on"  # where a chapter begins in print: below the one before, on a new page, on a recto
    index: str = "yes"  # no: no index at the end of the PDF
    print: tuple[str, ...] = ()  # "yes", or files whose lists for the screen should be printed too; see in_print()
    site_only: tuple[str, ...] = ()  # Markdown files that are not printed
    editions: tuple[str, ...] = ()  # sheet, screen, epub, booklet, cards, print-shop; or none; without it the shelf's
    print_shop: PrintShopSettings = PrintShopSettings()  # page size, bleed, crop marks and paper of `print-shop`
    initials: str = ""  # yes: a chapter's first letter is large in print; no: not; without it as the theme has it
    appendix: tuple[str, ...] = ()  # Markdown files that stand in the appendix; without it those that list and compare
    screen_words: str = "no"  # yes: the book may speak of clicks and browsers on paper too
    system_fonts: str = ""  # yes: print takes characters that Rollbook's own faces lack from the machine's fonts


@dataclass(frozen=True, slots=True)
class ShelfSettings:
    """content/shelf.yml; every key is optional."""

    title: str = "The shelf"  # the name of the whole site
    description: str = ""  # one sentence under it
    language: str = "en"  # the language of the home page
    address: str = ""  # where the site will be published: for search engines, previews, feeds and links from PDFs
    books: tuple[str, ...] = ()  # folders in shelf order; without it by name
    theme: str = ""  # how the home page looks, and every book that doesn't choose another
    logo: LogoSettings = LogoSettings()  # in the bar of every page, and on the covers of books without their own
    fonts: FontSettings = FontSettings()  # for the home page, and every book that doesn't choose others
    requires: str = ""  # the oldest Rollbook that may build this shelf, such as ">=1.2"
    papers: tuple[str, ...] = ("a4",)  # a PDF of each book for each of a4, letter, both (fits either), plain and a5
    editions: tuple[str, ...] = ("sheet", "screen", "epub")  # what else of each book; or none
