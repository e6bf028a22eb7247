"""An outcome's Markdown -> HTML with holes, `<span data-hole="0">damage</span>`, that the page fills in after a roll.

What comes out is whole and harmless by itself: it is cleaned here, and once more with the page that it stands in.
"""

from __future__ import annotations

import re
from html import escape

import nh3
from markupsafe import Markup

from rollbook.engine.plain_words import HOLE, with_holes
from rollbook.engine.template import Template
from rollbook.markdown import OnePlace, read_blocks
from rollbook.model.source import Place
from rollbook.render.write_html import HtmlWriter

_TAGS = {"p", "br", "em", "strong", "del", "code", "ul", "ol", "li", "blockquote", "a"}
_TAG = re.compile(r"<[^>]*>")
# A place in the book has another address on each page and on paper; an outcome appears on any of them.
_LINK_INSIDE = re.compile(r'<a href="(?!https?:|mailto:)[^"]*"[^>]*>(.*?)</a>', re.DOTALL)


class _Writer(HtmlWriter):
    breaks = True


def rich_text(template: Template, language: str) -> Markup:
    """A sentence in Markdown, the book's language -> its HTML."""
    blocks, _ = read_blocks(with_holes(template), OnePlace(Place("")), language)
    html = nh3.clean(
        _Writer().blocks(blocks),
        tags=_TAGS,
        attributes={"a": {"href"}, "ol": {"start"}},
        url_schemes={"http", "https", "mailto"},
        link_rel=None,
    )
    html = _LINK_INSIDE.sub(r"\1", _TAG.sub(lambda tag: tag[0].replace(HOLE, ""), html))
    first, *texts = html.strip().split(HOLE)
    for number, (expression, text) in enumerate(zip(template.expressions, texts, strict=False)):
        first += f'<span data-hole="{number}">{escape(expression.text.strip())}</span>{text}'
    return Markup(first)
