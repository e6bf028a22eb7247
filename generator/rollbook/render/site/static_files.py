"""The files that every page shares: one stylesheet, the scripts, the fonts, the icon. Each name holds its hash.

The stylesheet has the rules by which books and themes differ from the usual look: their colours and faces.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from rollbook.model.book import Book, Shelf
from rollbook.model.files import OutputFile
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.settings import STANDARD, filled
from rollbook.model.theme import STANDARD_LOOK, Theme
from rollbook.model.toolkit import Files, Toolkit
from rollbook.render.accent import Scheme, accent, colours, schemes, schemes_of, shelf_shades
from rollbook.render.address import fingerprint, hashed_name
from rollbook.render.fonts import FAMILIES, licence_file
from rollbook.render.fonts.own_fonts import css_name, own_site_fonts
from rollbook.render.fonts.site_fonts import SiteFonts, site_fonts, stack
from rollbook.render.picture_markup import width_rules
from rollbook.theme_files import package_bytes, theme_text

# In the order of the cascade: later files may lean on earlier ones.
STYLES = (
    *("tokens", "type", "layout", "navigation", "text", "pictures", "tables", "records", "terms", "cover"),
    *("rolls", "log", "dice-box", "widgets", "chart", "tools", "screen", "tracker", "search"),
    "print",
)


@dataclass(frozen=True, slots=True)
class StaticFiles:
    """The files to write, and the paths below the site's root that pages link to.

    By the theme's name: `looks` are the style sheets of themes, `first_faces` the faces that a page begins with, and
    `bold_faces` those that it needs besides where something in it is bold.
    """

    files: tuple[OutputFile, ...]
    stylesheet: str
    looks: Mapping[str, str]
    first_faces: Mapping[str, tuple[str, ...]]
    bold_faces: Mapping[str, tuple[str, ...]]
    start_script: str
    moved_script: str
    icon: str
    logo: tuple[str, ...]  # of the shelf: for bright pages, and for dark ones if that is another


def static_files(shelf: Shelf, toolkit: Toolkit) -> StaticFiles:
    """The shelf, for its colours and themes, and the toolkit -> everything below site/static."""
    themes = {theme.name: theme for theme in (STANDARD_LOOK, shelf.theme, *(book.theme for book in shelf.books))}
    faces = site_fonts(
        toolkit.fonts, [*dict.fromkeys(name for theme in themes.values() for name in families_of(theme))]
    )
    own = {family.name: own_site_fonts(family) for theme in themes.values() for family in theme.own_fonts.families}
    looks = {
        name: _hashed(f"static/{name}.css", look_styles(theme, faces.rules, {n: f.rules for n, f in own.items()}))
        for name, theme in themes.items()
        if replace(theme, logo=None) != STANDARD_LOOK
    }
    style = _hashed("static/site.css", _stylesheet(shelf, faces))
    icon = _hashed("static/icon.svg", theme_text("icon.svg"))
    logos = _logos(shelf.theme)
    scripts, folder = _scripts(toolkit.scripts)
    return StaticFiles(
        files=(
            *(style, icon, *logos, *looks.values(), *scripts, *faces.files),
            *{file.path: file for fonts in own.values() for file in fonts.files}.values(),
        ),
        stylesheet=_path(style),
        looks={name: _path(file) for name, file in looks.items()},
        first_faces={
            name: (
                *(own[family.name].first for family in theme.own_fonts.families),
                *faces.first(_shipped_first(theme)),
            )
            for name, theme in themes.items()
        },
        bold_faces={name: faces.bold(_shipped_first(theme)) for name, theme in themes.items()},
        start_script=f"{folder}/start.js",
        moved_script=f"{folder}/moved.js",
        icon=_path(icon),
        logo=tuple(map(_path, logos)),
    )


def _shipped_first(theme: Theme) -> tuple[str, ...]:
    """A theme -> our families that a page in it begins with."""
    own = (theme.own_fonts.text, theme.own_fonts.headings, theme.own_fonts.tables)
    return tuple(name for name, instead in zip(families_of(theme), own, strict=True) if instead is None)


def _logos(theme: Theme) -> tuple[OutputFile, ...]:
    if theme.logo is None:
        return ()
    # Here and not above: most shelves have none, and start faster without.
    from rollbook.render.painting import logo_file

    pictures = dict.fromkeys((theme.logo.light, theme.logo.dark))
    files = (logo_file(picture) for picture in pictures)
    return tuple(
        OutputFile(f"site/{hashed_name(f'static/logo.{ending}', content)}", content) for ending, content in files
    )


def _hashed(path: str, text: str) -> OutputFile:
    return OutputFile(f"site/{hashed_name(path, text.encode())}", text.encode())


def _path(file: OutputFile) -> str:
    return file.path.removeprefix("site/")


def _stylesheet(shelf: Shelf, faces: SiteFonts) -> str:
    usual = [faces.rules[name] for name in families_of(STANDARD_LOOK)]
    styles = (without_css_remarks(theme_text(f"styles/{name}.css")) for name in STYLES)
    return "\n".join(["".join(usual), *styles, width_rules(), *map(colour_rules, shelf.books)])


def _scripts(contents: Files) -> tuple[list[OutputFile], str]:
    """The scripts -> their files and their folder. Modules name each other, so the folder carries one hash for all."""
    mark = fingerprint(b"\0".join(name.encode() + b"\0" + content for name, content in contents.items()))
    folder = f"static/scripts-{mark}"
    return [OutputFile(f"site/{folder}/{name}", content) for name, content in contents.items()], folder


# By the name of their file under site_templates/licences.
_PROGRAMS = {
    "rollbook": "Scripts, styles and the rules engine (static/scripts-…, engine/): Rollbook, MIT licence",
    "pyodide": "Python in the browser (engine/pyodide-…): Pyodide, Mozilla Public License 2.0; its sources are at\n"
    "https://github.com/pyodide/pyodide. It is shipped without names and functions that only libraries loaded later\n"
    "need, its WebAssembly without the data it first writes to memory if a snapshot of that memory comes with it, and\n"
    "the snapshot without anything that rolls don't need",
    "fzstd": "What unpacks the snapshot (in engine/start-…): fzstd, MIT licence",
    "python": "Python and its standard library (in engine/): Python Software Foundation License",
}
_LINE = "\n\n" + "=" * 80 + "\n\n"


def licences(shelf: Shelf) -> OutputFile:
    """The shelf -> one file with all of them. The books state their own licences on their covers."""
    themes = (STANDARD_LOOK, shelf.theme, *(book.theme for book in shelf.books))
    used = {name for theme in themes for name in families_of(theme)}
    families = [(family.name, family.package) for family in FAMILIES.values() if family.name in used]
    parts = [
        *(f"{what}\n\n{theme_text(f'licences/{name}.txt').strip()}" for name, what in _PROGRAMS.items()),
        *(
            f"The face {family} (static/fonts/): SIL Open Font License 1.1; here with fewer characters\n\n"
            + package_bytes(licence_file(package)).decode().strip()
            for family, package in families
        ),
        *(
            f"The face {family.name} (static/fonts/own-…), which this shelf brings along"
            f"{'' if all(file.divisible for file in family.files) else ', whole'}\n\n{family.licence}"
            for family in {family.name: family for theme in themes for family in theme.own_fonts.families}.values()
        ),
    ]
    content = (_LINE.join(parts) + "\n").encode()
    return OutputFile(f"site/{hashed_name('static/licences.txt', content)}", content)


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
# The faces of tokens.css, in the order of `fonts`.
_USES = ("text", "title", "interface")

# Remarks on lines of their own are for people who read the sources; they would be a fifth of what readers fetch.
_CSS_REMARK = re.compile(r"^[ \t]*/\*(?:[^*]|\*(?!/))*\*/[ \t]*\n", re.MULTILINE)


def colour_rules(book: Book) -> str:
    """A book -> the rules that give its card and its pages their colours. The policy allows no style attributes."""
    shades, chosen = accent(book), f'[data-book="{_css_text(book.id)}"]'
    card = (
        f"{chosen} {{ --accent: light-dark({shades.light}, {shades.dark}); "
        f"--cover: {shades.cover}; --cover-ink: {shades.lettering}; }}"
    )
    if colours(book) == STANDARD:
        return card
    return f"{card}\n:root{chosen} {{ {_variables(*schemes(book))}; }}"


def _variables(light: Scheme, dark: Scheme) -> str:
    return "; ".join(
        f"--{name}: light-dark({getattr(light, field)}, {getattr(dark, field)})" for name, field in _VARIABLES.items()
    )


def look_styles(theme: Theme, faces: Mapping[str, str], own: Mapping[str, str]) -> str:
    """A theme, the rules of our fonts and of the shelf's own -> its style sheet: faces, colours of the home page."""
    shipped = dict.fromkeys(families_of(theme))
    rules = [faces[name] for name in shipped if name not in families_of(STANDARD_LOOK)]
    rules += [own[family.name] for family in theme.own_fonts.families]
    chosen_first = (theme.own_fonts.text, theme.own_fonts.headings, theme.own_fonts.tables)
    stacks = (
        f'"{css_name(first)}", {stack(name)}' if first else stack(name)
        for first, name in zip(chosen_first, families_of(theme), strict=True)
    )
    variables = "; ".join(f"--face-{use}: {names}" for use, names in zip(_USES, stacks, strict=True))
    chosen = filled(theme.colours, STANDARD)
    home = f":root:not([data-book]) {{ {_variables(*schemes_of(chosen, shelf_shades(chosen)))}; }}"
    return "\n".join(["".join(rules), f":root {{ {variables}; }}", home, without_css_remarks(theme.screen)])


def families_of(theme: Theme) -> tuple[str, ...]:
    """A theme -> what text, headings and tables are set in."""
    return theme.fonts.text, theme.fonts.headings, theme.fonts.tables


def without_css_remarks(style: str) -> str:
    """A style sheet -> the same without the remarks that stand on lines of their own."""
    return _CSS_REMARK.sub("", style)


def _css_text(text: str) -> str:
    """A text -> the same between double quotes in CSS; whatever is no plain letter, digit or hyphen is escaped."""
    return "".join(c if c.isascii() and (c.isalnum() or c in "-_") else f"\\{ord(c):x} " for c in text)
