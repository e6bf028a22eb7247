"""What a page places -> the page, from its template."""

from __future__ import annotations

from markupsafe import Markup

from rollbook.model.theme import STANDARD_LOOK, Theme
from rollbook.render.site.views import ChapterView, CoverView, Head, HomeView, Link, MovedView
from rollbook.render.templates import templates
from rollbook.words import PageWords


def fill_page(
    template: str,
    head: Head,
    words: PageWords,
    view: HomeView | CoverView | ChapterView | MovedView | None,
    theme: Theme = STANDARD_LOOK,
) -> bytes:
    """A template of pages/ or the theme's own in its place, and what it places -> the finished page."""
    return (
        templates("", theme.templates)
        .get_template(f"pages/{template}.html")
        .render(head=head, words=words, view=view)
        .encode()
    )


def fill_chapter_item(chapter: Link, current: bool) -> Markup:
    """One line of a book's navigation -> its HTML."""
    return Markup(templates().get_template("parts/chapter_item.html").render(chapter=chapter, current=current))
