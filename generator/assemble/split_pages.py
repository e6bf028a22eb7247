"""A book's chapters -> its pages: a first-level heading starts a page of the site."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markdown_it.token import Token

from generator.assemble.name_anchors import slug, unique
from generator.assemble.outline import outline
from generator.book import Page
from generator.chapter import Chapter
from generator.source import Place
from generator.token_text import plain_text

# Tokens that show a reader nothing: a page is not begun for their sake.
_INVISIBLE = ("book_title", "page_break")


def split_pages(chapters: tuple[Chapter, ...], book_title: str) -> tuple[Page, ...]:
    """Chapters in reading order -> pages in reading order, each with an id of its own and its contents."""
    pages: list[Page] = []
    for chapter in chapters:
        for part in _parts(chapter):
            title = part.title or (book_title if not pages else _file_title(chapter))
            page_id = unique(slug(title), {"index", *(page.id for page in pages)}, fallback="page")
            tokens, sections = outline(_without_last_breaks(part.tokens))
            pages.append(Page(page_id, title, tokens, sections, chapter.name, part.place))
    return tuple(pages)


@dataclass(frozen=True, slots=True)
class _Part:
    title: str
    tokens: list[Token]
    place: Place


def _parts(chapter: Chapter) -> Iterator[_Part]:
    """A chapter -> what stands before its first first-level heading, if anything, and a part for each such heading."""
    title, place, tokens = "", Place(chapter.path), list[Token]()
    started = False
    skip = 0
    for position, token in enumerate(chapter.tokens):
        if skip:
            skip -= 1
        elif token.type == "heading_open" and token.tag == "h1" and token.level == 0:
            if started or _visible(tokens):
                yield _Part(title, tokens, place)
            inline = chapter.tokens[position + 1]
            title, place, tokens = plain_text(inline), inline.meta["origin"].at(0), []
            started, skip = True, 2
        elif token.type != "book_title":
            tokens.append(token)
    if started or _visible(tokens):
        yield _Part(title, tokens, place)


def _visible(tokens: list[Token]) -> bool:
    return any(
        token.type not in _INVISIBLE and (token.type != "html_block" or token.content.strip()) for token in tokens
    )


def _without_last_breaks(tokens: list[Token]) -> list[Token]:
    """A page break before the next chapter's heading would leave an empty page: every chapter starts one anyway."""
    while tokens and tokens[-1].type == "page_break":
        tokens = tokens[:-1]
    return tokens


def _file_title(chapter: Chapter) -> str:
    """A file without a first-level heading is titled by its name: `02-magic-items.md` -> `Magic items`."""
    stem = chapter.name.rsplit("/", 1)[-1].removesuffix(".md")
    return stem.lstrip("0123456789-_. ").replace("-", " ").replace("_", " ").capitalize() or stem
