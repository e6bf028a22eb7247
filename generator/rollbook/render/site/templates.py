"""The templates of site_templates, ready to be filled."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from rollbook.render.site.views import ChapterView, CoverView, Head, HomeView, Link, MovedView
from rollbook.theme_files import THEME
from rollbook.words import PageWords


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(THEME),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )


def fill_page(
    template: str, head: Head, words: PageWords, view: HomeView | CoverView | ChapterView | MovedView | None
) -> bytes:
    """A template of pages/ and what it places -> the finished page."""
    return _environment().get_template(f"pages/{template}.html").render(head=head, words=words, view=view).encode()


def fill_chapter_item(chapter: Link, current: bool) -> Markup:
    """One line of a book's navigation -> its HTML."""
    return Markup(_environment().get_template("parts/chapter_item.html").render(chapter=chapter, current=current))
