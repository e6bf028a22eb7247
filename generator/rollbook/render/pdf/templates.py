"""The print edition's templates: site_templates/print."""

from __future__ import annotations

from jinja2 import Environment, StrictUndefined, Template

from rollbook.theme_files import theme_text


def template(name: str) -> Template:
    """A template's file name -> the template; whatever it places is escaped, and a misspelt name is an error."""
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(theme_text(f"print/{name}"))
