"""The spots inside a page that an address can name, as its HTML will have them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.allowed_html import own_id
from generator.book import Page
from generator.glossary import Definition


@dataclass(frozen=True, slots=True)
class Anchor:
    """One of them: its id, what its author calls it, and for a glossary's entry what it explains."""

    id: str
    name: str
    definition: Definition | None = None


def page_anchors(page: Page) -> Iterator[Anchor]:
    """A page -> its anchors in reading order: those that the assemble step gave, and the ids in authors' own HTML."""
    for token in page.tokens:
        if "anchor" in token.meta:
            yield Anchor(token.meta["anchor"], token.meta["anchor"], token.meta.get("definition"))
        for part in (token, *(token.children or ())):
            yield from (Anchor(own_id(name), name) for name in part.meta.get("ids", ()))
