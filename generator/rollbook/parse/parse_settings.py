"""book.yml and shelf.yml -> settings. The fields of the dataclasses in settings.py are the keys that are known."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields
from urllib.parse import unquote

from rollbook.cache import reused
from rollbook.markdown import read_line
from rollbook.model.allowed_markup import OUTSIDE_SCHEMES
from rollbook.model.diagnostic import Diagnostic, closest
from rollbook.model.document.inlines import Link, Picture
from rollbook.model.document.walk import inlines_in
from rollbook.model.edition import OTHER_EDITIONS
from rollbook.model.paper_format import PAPER_FORMATS
from rollbook.model.settings import ADDRESS, ADDRESS_HINT, EMBLEMS, BookSettings, Shades, ShelfSettings
from rollbook.model.source import Source, find_picture, verbatim
from rollbook.model.theme import THEMES
from rollbook.model.yaml_tree import Entry
from rollbook.parse.read_settings import COLOUR, Checks, Rules, Shape, check_cover, check_names, read_settings, texts_of

_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|\d{3}))?(-[A-Za-z0-9]{5,8})*")
_FOLDER = re.compile(r"(?!/)(?!.*(^|/)\.\.?(/|$))[^\s\\]+")
_AT_LEAST = re.compile(r">= ?(\d+(?:\.\d+){0,2})")
_NO_EDITION = "none"
_BRANCH = re.compile(r"[\w.-]+(/[\w.-]+)*")

_A_COLOUR = (COLOUR, 'write it as "#7a1f1f", with the quotation marks: without them YAML takes # for a comment')
_SHADES = tuple(field.name for field in fields(Shades))
_YES_OR_NO = (re.compile("yes|no"), "write yes or no")
# What a single text must look like, and the hint where it doesn't.
SHAPES: dict[str, Shape] = {
    "accent": _A_COLOUR,
    **dict.fromkeys((f"colours.{part}.{name}" for part in ("light", "dark") for name in _SHADES), _A_COLOUR),
    "cover": _A_COLOUR,
    "cover.cloth": _A_COLOUR,
    "cover.lettering": _A_COLOUR,
    "cover.words": _YES_OR_NO,
    "language": (_LANGUAGE, "write a language tag such as en, de or pt-BR"),
    "repository": (ADDRESS, ADDRESS_HINT),
    "address": (ADDRESS, ADDRESS_HINT),
    "branch": (_BRANCH, "write the name of a branch, such as main"),
    "path": (_FOLDER, "write a folder inside the repository, such as content/rules"),
    "requires": (_AT_LEAST, 'write the oldest version that will do, such as ">=1.2"'),
    "index": _YES_OR_NO,
    "screen_words": _YES_OR_NO,
    "system_fonts": _YES_OR_NO,
    "initials": _YES_OR_NO,
    "print_shop.paper": (re.compile("a4|letter|a5"), "write a4, letter or a5"),
    "print_shop.bleed": (re.compile(r"\d(\.\d{1,3})?"), "write millimetres, such as 3 or 3.175"),
    "print_shop.marks": _YES_OR_NO,
    "print_shop.leaf": (re.compile(r"\d|\d?\.\d{1,4}"), "write millimetres, such as 0.1"),
    "chapter_start": (re.compile("run-on|page|recto"), "write run-on, page or recto"),
}
# Written without their quotation marks, colours are comments.
NEEDED = tuple(key for key, shape in SHAPES.items() if shape is _A_COLOUR)


@reused
def parse_book_settings(
    source: Source | None,
    chapters: tuple[str, ...],
    pictures: tuple[str, ...] = (),
    themes: tuple[str, ...] = THEMES,
) -> tuple[BookSettings, tuple[Diagnostic, ...]]:
    """book.yml, the names of the book's chapters and pictures, of themes -> its settings, what is wrong in them."""
    checks: Checks = {
        "chapters": lambda entry: _check_chapters(entry, chapters),
        "cover": check_cover,
        "cover.picture": lambda entry: _check_picture(entry, pictures),
        **_logo_checks(pictures),
        "emblem": lambda entry: check_names(entry, EMBLEMS, "emblem"),
        "editions": _check_editions,
        "licence": _check_licence,
        "theme": lambda entry: check_names(entry, themes, "theme"),
        "papers": _check_papers,
        "print": lambda entry: check_names(entry, ("yes", *chapters), "chapter"),
        "site_only": lambda entry: check_names(entry, chapters, "chapter"),
        "appendix": lambda entry: check_names(entry, ("no", *chapters), "chapter"),
    }
    short = {"cover": lambda text: "cloth" if text.startswith("#") else "picture", **_SHORT_LOGO}
    values, found = read_settings(source, BookSettings, Rules(SHAPES, checks, NEEDED, short))
    return BookSettings(**values), tuple(found)


def parse_shelf_settings(
    source: Source | None, books: tuple[str, ...], themes: tuple[str, ...] = THEMES, pictures: tuple[str, ...] = ()
) -> tuple[ShelfSettings, tuple[Diagnostic, ...]]:
    """shelf.yml, the ids of books, names of themes and shared pictures -> the settings, and what is wrong in them."""
    checks: Checks = {
        **_logo_checks(pictures),
        "books": lambda entry: check_names(entry, books, "book"),
        "editions": _check_editions,
        "papers": _check_papers,
        "requires": _check_version,
        "theme": lambda entry: check_names(entry, themes, "theme"),
    }
    values, found = read_settings(source, ShelfSettings, Rules(SHAPES, checks, short=_SHORT_LOGO))
    return ShelfSettings(**values), tuple(found)


_SHORT_LOGO: dict[str, Callable[[str], str]] = {"logo": lambda text: "picture"}


def _logo_checks(pictures: tuple[str, ...]) -> Checks:
    """The pictures that a logo may be -> what is checked of it."""

    def check(entry: Entry) -> list[Diagnostic]:
        is_there = all(find_picture(each.text, pictures) for each in texts_of(entry))
        return [] if is_there else _check_picture(entry, pictures)

    return {"logo.picture": check, "logo.dark": check}


def _check_picture(entry: Entry, pictures: tuple[str, ...]) -> list[Diagnostic]:
    """A picture's path -> nothing where the book has that picture."""
    return [
        Diagnostic(
            "missing-image",
            f"there is no picture {scalar.text!r} in this book",
            scalar.place,
            closest(scalar.text, pictures) or "put the picture in the book's folder and write its path from there",
        )
        for scalar in texts_of(entry)
        if scalar.text not in pictures
    ]


def _check_licence(entry: Entry) -> list[Diagnostic]:
    """One line of Markdown: it may link to other sites, as the text of a book may, and shows no pictures."""
    found = []
    for scalar in texts_of(entry):
        for inline in inlines_in(read_line(scalar.text, verbatim(scalar.place)).inlines):
            if isinstance(inline, Picture):
                found.append(
                    Diagnostic("bad-setting", "'licence' can't show pictures", scalar.place, "say it in words")
                )
            elif isinstance(inline, Link) and not inline.address.lower().startswith(OUTSIDE_SCHEMES):
                message = f"{unquote(inline.address)!r} is not an address that 'licence' can link to"
                found.append(Diagnostic("bad-setting", message, scalar.place, ADDRESS_HINT))
    return found


def _check_papers(entry: Entry) -> list[Diagnostic]:
    return check_names(entry, tuple(PAPER_FORMATS), "paper")


def _check_editions(entry: Entry) -> list[Diagnostic]:
    names = [scalar.text.strip() for scalar in texts_of(entry)]
    if _NO_EDITION in names and len(names) > 1:
        hint = f"keep either {_NO_EDITION!r} or the editions"
        return [Diagnostic("bad-setting", f"{_NO_EDITION!r} can't be combined with editions", entry.value.place, hint)]
    return check_names(entry, (*OTHER_EDITIONS, _NO_EDITION), "edition")


def _check_version(entry: Entry) -> list[Diagnostic]:
    """`requires` -> nothing where this program will do."""
    # Here and not above: hardly any book asks, and to load it takes longer than to read their settings.
    from importlib.metadata import version

    needed = [found[1] for scalar in texts_of(entry) if (found := _AT_LEAST.fullmatch(scalar.text.strip()))]
    hint = "install a newer one; `rollbook --version` says which one this is"
    return [
        Diagnostic("needs-newer", f"this shelf needs Rollbook {oldest} or newer", entry.value.place, hint)
        for oldest in needed
        if _numbers(oldest) > _numbers(version("rollbook"))
    ]


def _numbers(written: str) -> tuple[int, ...]:
    """`1.2` -> (1, 2, 0), to be compared; what follows the numbers, as in `1.2.0rc1`, doesn't count."""
    numbers = [int(number) for number in re.findall(r"\d+", written)[:3]]
    return (*numbers, 0, 0)[:3]


def _check_chapters(entry: Entry, chapters: tuple[str, ...]) -> list[Diagnostic]:
    """`chapters` must name every Markdown file of the book, so that none is left out of it by oversight."""
    found = check_names(entry, chapters, "chapter")
    listed = {scalar.text.strip() for scalar in texts_of(entry)}
    missing = [name for name in chapters if name not in listed]
    if listed and missing and not found:
        message = f"'chapters' leaves out {', '.join(missing)}"
        hint = "add what is missing where it belongs, or remove the file"
        found.append(Diagnostic("bad-setting", message, entry.key.place, hint))
    return found
