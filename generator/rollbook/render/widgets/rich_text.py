"""An outcome's Markdown -> HTML with holes, `<span data-hole="0">damage</span>`, that the page fills in after a roll.

What comes out is whole and harmless by itself: it is cleaned here, and once more with the page that it stands in.
"""

from __future__ import annotations

import re
from html import escape

import nh3
from markupsafe import Markup

from rollbook.engine.plain_words import HOLE, with_holes
from rollbook.engine.rolls_in_text import RollInText, rolls_in_text
from rollbook.engine.template import Template
from rollbook.markdown import OnePlace, read_blocks
from rollbook.model.document.inlines import Inline, Text
from rollbook.model.source import Place
from rollbook.render.write_html import HtmlWriter, escaped

_TAGS = {"p", "br", "em", "strong", "del", "code", "ul", "ol", "li", "blockquote", "a", "span"}
_TAG = re.compile(r"<[^>]*>")
# A place in the book has another address on each page and on paper; an outcome appears on any of them.
_LINK_INSIDE = re.compile(r'<a href="(?!https?:|mailto:)[^"]*"[^>]*>(.*?)</a>', re.DOTALL)


class _Writer(HtmlWriter):
    """Dice in the words are marked, for the page to make them roll."""

    breaks = True

    def inline(self, inline: Inline) -> str:
        if not isinstance(inline, Text):
            return super().inline(inline)
        written, done = "", 0
        for found in _rolls(inline.text):
            words = inline.text[found.start : found.end]
            written += escaped(inline.text[done : found.start])
            written += f'<span data-roll="{escaped(found.target)}">{escaped(words)}</span>'
            done = found.end
        return written + escaped(inline.text[done:])


def _rolls(text: str) -> list[RollInText]:
    """A text -> the dice in it; where a number is still to be filled in, there is nothing to throw yet."""
    found = rolls_in_text(text)
    return [each for each in found if each.kind == "roll" and HOLE not in each.target and text[each.start] != "["]


def has_rolls(template: Template) -> bool:
    """A sentence -> whether dice stand in it."""
    return bool(_rolls(with_holes(template)))


def rich_note(text: str, language: str) -> Markup:
    """A note in Markdown, the book's language -> its HTML: of one paragraph the words alone."""
    blocks, _ = read_blocks(text, OnePlace(Place("")), language)
    html = _cleaned(HtmlWriter().blocks(blocks)).strip()
    alone = html.startswith("<p>") and html.count("<p>") == 1 and html.endswith("</p>")
    return Markup(html.removeprefix("<p>").removesuffix("</p>") if alone else html)


def _cleaned(html: str) -> str:
    cleaned = nh3.clean(
        html,
        tags=_TAGS,
        attributes={"a": {"href"}, "ol": {"start"}, "span": {"data-roll"}},
        url_schemes={"http", "https", "mailto"},
        link_rel=None,
    )
    return _LINK_INSIDE.sub(r"\1", cleaned)


def rich_text(template: Template, language: str) -> Markup:
    """A sentence in Markdown, the book's language -> its HTML."""
    blocks, _ = read_blocks(with_holes(template), OnePlace(Place("")), language)
    html = _TAG.sub(lambda tag: tag[0].replace(HOLE, ""), _cleaned(_Writer().blocks(blocks)))
    first, *texts = html.strip().split(HOLE)
    for number, (expression, text) in enumerate(zip(template.expressions, texts, strict=False)):
        first += f'<span data-hole="{number}">{escape(expression.text.strip())}</span>{text}'
    return Markup(first)
