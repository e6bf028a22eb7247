"""The files that every page shares: one stylesheet, the scripts, the fonts, the icon. Each name holds its hash."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rollbook.model.book import Book
from rollbook.model.output import OutputFile
from rollbook.model.settings import STANDARD
from rollbook.model.toolkit import Files, Toolkit
from rollbook.render.accent import accent, colours, schemes
from rollbook.render.fonts.site_fonts import fonts
from rollbook.render.hashed import fingerprint, hashed_name
from rollbook.theme_files import theme_text

# In the order of the cascade: later files may lean on earlier ones.
STYLES = (
    *("tokens", "type", "layout", "navigation", "text", "tables", "terms", "cover"),
    *("rolls", "log", "dice-box", "widgets", "chart", "tools", "screen", "search"),
    "print",
)

# Variables of tokens.css, by the part of a scheme that they hold.
_VARIABLES = {
    "paper": "paper",
    "paper-raised": "raised",
    "ink": "ink",
    "ink-soft": "soft",
    "hairline": "hairline",
    "hairline-strong": "strong",
    "accent": "accent",
}

# Remarks on lines of their own are for people who read the sources; they would be a fifth of what readers fetch.
_CSS_REMARK = re.compile(r"^[ \t]*/\*(?:[^*]|\*(?!/))*\*/[ \t]*\n", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class StaticFiles:
    """The files to write, and the paths below the site's root that pages link to."""

    files: tuple[OutputFile, ...]
    stylesheet: str
    first_faces: tuple[str, ...]
    start_script: str
    moved_script: str
    icon: str


def static_files(books: Iterable[Book], toolkit: Toolkit) -> StaticFiles:
    """The books, for their colours, and the toolkit -> everything below site/static."""
    faces = fonts(toolkit.fonts)
    stylesheet = _stylesheet(faces.rules, books)
    scripts, folder = _scripts(toolkit.scripts)
    icon = theme_text("icon.svg").encode()
    style_path = hashed_name("static/site.css", stylesheet)
    icon_path = hashed_name("static/icon.svg", icon)
    return StaticFiles(
        files=(
            OutputFile(f"site/{style_path}", stylesheet),
            OutputFile(f"site/{icon_path}", icon),
            *scripts,
            *faces.files,
        ),
        stylesheet=style_path,
        first_faces=faces.first,
        start_script=f"{folder}/start.js",
        moved_script=f"{folder}/moved.js",
        icon=icon_path,
    )


def _stylesheet(faces: str, books: Iterable[Book]) -> bytes:
    styles = (_CSS_REMARK.sub("", theme_text(f"styles/{name}.css")) for name in STYLES)
    return "\n".join([faces, *styles, *map(_colour_rules, books)]).encode()


def _colour_rules(book: Book) -> str:
    """A book -> the rules that give its card and its pages their colours. The policy allows no style attributes."""
    shades, chosen = accent(book), f'[data-book="{_css_text(book.id)}"]'
    card = (
        f"{chosen} {{ --accent: light-dark({shades.light}, {shades.dark}); "
        f"--cover: {shades.cover}; --cover-ink: {shades.lettering}; }}"
    )
    if colours(book) == STANDARD:
        return card
    light, dark = schemes(book)
    pages = "; ".join(
        f"--{name}: light-dark({getattr(light, field)}, {getattr(dark, field)})" for name, field in _VARIABLES.items()
    )
    return f"{card}\n:root{chosen} {{ {pages}; }}"


def _css_text(text: str) -> str:
    """A text -> the same between double quotes in CSS; whatever is no plain letter, digit or hyphen is escaped."""
    return "".join(c if c.isascii() and (c.isalnum() or c in "-_") else f"\\{ord(c):x} " for c in text)


def _scripts(contents: Files) -> tuple[list[OutputFile], str]:
    """The scripts -> their files and their folder. Modules name each other, so the folder carries one hash for all."""
    mark = fingerprint(b"\0".join(name.encode() + b"\0" + content for name, content in contents.items()))
    folder = f"static/scripts-{mark}"
    return [OutputFile(f"site/{folder}/{name}", content) for name, content in contents.items()], folder
