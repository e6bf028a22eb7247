"""Themes: those that come with Rollbook by their names, and the shelf's own from the files of its folder."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cache

from rollbook.model.diagnostic import Diagnostic, closest
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.settings import NO_COLOURS, NO_FONTS, STANDARD, Colours, Fonts, filled, filled_fonts
from rollbook.model.source import Place, Source
from rollbook.model.theme import FAMILY_NAMES, OWN, SHIPPED, STANDARD_LOOK, THEMES, Theme
from rollbook.model.yaml_tree import Entry
from rollbook.parse.parse_settings import NEEDED, SHAPES
from rollbook.parse.read_settings import Rules, check_colours, check_names, read_settings
from rollbook.theme_files import THEME, theme_text

_STYLES = ("screen.css", "print.css")
_TEMPLATES = "templates/"
# What a theme may replace: whole pages, what several share, and the frame of a printed book.
REPLACEABLE = ("pages", "parts", "print")


@dataclass(frozen=True, slots=True)
class ThemeSettings:
    """theme.yml; every key is optional."""

    base: str = ""  # the theme that this one changes: standard, grimoire, terminal or academic
    colours: Colours = NO_COLOURS  # as in book.yml
    fonts: Fonts = NO_FONTS  # families that come with Rollbook, for text, headings and tables
    initials: str = ""  # yes or no: whether a chapter's first letter is large in print


@cache
def shipped_theme(name: str) -> Theme:
    """The name of a theme, which may be empty -> one of those that come with Rollbook."""
    if name not in SHIPPED:
        return STANDARD_LOOK
    files = [Source(f"themes/{name}/{file}", theme_text(f"themes/{name}/{file}"), file) for file in _FILES]
    theme, problems = own_theme(tuple(files))
    assert not problems, problems
    return replace(theme, name=name)


_FILES = ("theme.yml", *_STYLES)


def own_theme(files: tuple[Source, ...]) -> tuple[Theme, tuple[Diagnostic, ...]]:
    """The files of a theme's folder -> the theme, built upon the one that it names, and what is wrong in them."""
    named = {file.name: file for file in files}
    settings, found = _settings(named.get("theme.yml"))
    base = shipped_theme(settings.base)
    found += check_colours(named.get("theme.yml"), filled(base.colours, STANDARD))
    screen, paper = (named[name].text if name in named else "" for name in _STYLES)
    templates = [file for file in files if file.name.startswith(_TEMPLATES)]
    for file in files:
        found += _check_file(file)
    theme = Theme(
        name=OWN,
        colours=filled(settings.colours, base.colours),
        fonts=filled_fonts(settings.fonts, base.fonts),
        screen=f"{base.screen}\n{screen}",
        paper=f"{base.paper}\n{paper}",
        initials=settings.initials or base.initials,
        templates=tuple((file.name.removeprefix(_TEMPLATES), file.text) for file in templates),
    )
    return theme, tuple(found)


def _settings(source: Source | None) -> tuple[ThemeSettings, list[Diagnostic]]:
    fonts = {f"fonts.{use.name}": _check_family for use in fields(Fonts)}
    checks = {**fonts, "base": lambda entry: check_names(entry, THEMES, "theme")}
    values, found = read_settings(source, ThemeSettings, Rules(SHAPES, checks, NEEDED))
    return ThemeSettings(**values), found


def _check_family(entry: Entry) -> list[Diagnostic]:
    return check_names(entry, FAMILY_NAMES, "family")


def _check_file(file: Source) -> list[Diagnostic]:
    """A file of a theme -> what is wrong with it: a name that nothing asks for, or a template that can't be read."""
    known = [*_FILES, *(_TEMPLATES + name for name in _replaceable())]
    if file.name not in known:
        hint = closest(file.name, known) or f"a theme has {', '.join(_FILES)}, and templates named like ours"
        return [Diagnostic("bad-theme", f"nothing reads {file.name!r} in a theme", Place(file.path), hint)]
    if file.name.endswith(".html"):
        # Here and not above: a check loads it for no other reason.
        from jinja2 import Environment, TemplateSyntaxError

        try:
            Environment(autoescape=True).parse(file.text)
        except TemplateSyntaxError as error:
            message = f"this template can't be read: {error.message}"
            return [Diagnostic("bad-theme", message, Place(file.path, error.lineno), "fix it, or remove the file")]
    return []


@cache
def _replaceable() -> tuple[str, ...]:
    """-> the names of the templates that a theme may replace."""
    paths = (path for folder in REPLACEABLE for path in (THEME / folder).glob("*.html"))
    return tuple(sorted(path.relative_to(THEME).as_posix() for path in paths))
