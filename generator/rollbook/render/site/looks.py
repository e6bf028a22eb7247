"""How books and themes differ from the usual look: the rules of their colours and faces."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rollbook.model.book import Book
from rollbook.model.settings import STANDARD, filled
from rollbook.model.theme import STANDARD_LOOK, Theme
from rollbook.render.accent import Scheme, accent, colours, schemes, schemes_of, shelf_shades
from rollbook.render.fonts.own_fonts import css_name
from rollbook.render.fonts.site_fonts import stack

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
