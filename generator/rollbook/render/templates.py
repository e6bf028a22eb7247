"""The templates of site_templates, ready to be filled: whatever they place is escaped, a misspelt name is an error."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from rollbook.theme_files import THEME


@cache
def templates(folder: str = "") -> Environment:
    """A folder of site_templates, which its templates name each other from -> the templates in it."""
    return Environment(
        loader=FileSystemLoader(THEME / folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
