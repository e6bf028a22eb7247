"""Definitions of a glossary -> the list that readers see, sorted. A meaning is Markdown: its dice roll."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from rollbook.markdown import read_line
from rollbook.model.document.blocks import GlossaryBlock, GlossaryEntry
from rollbook.model.glossary import Definition
from rollbook.model.spelling import verbatim


def make_glossary(definitions: Iterable[Definition], language: str) -> GlossaryBlock:
    """Definitions and the book's language -> their list."""
    return GlossaryBlock(tuple(_entry(definition, language) for definition in sorted(definitions, key=_sort_key)))


def _entry(definition: Definition, language: str) -> GlossaryEntry:
    title = read_line(definition.title, verbatim(definition.place), language)
    meaning = read_line(definition.meaning.text.rstrip(), definition.meaning.spelling, language)
    return GlossaryEntry(definition, title, meaning)


def _sort_key(definition: Definition) -> tuple[str, str]:
    """An accent tells apart only what is otherwise the same: Ä stands with A."""
    letters = unicodedata.normalize("NFKD", definition.title.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)), definition.title
