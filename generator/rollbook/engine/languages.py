"""Every language's words, for whoever has only the engine: none here; packing it for a browser puts them in."""

from __future__ import annotations

from collections.abc import Mapping

from .words import Words, read_words

# By language: which numbers take which form, and the phrases as they are written.
WRITTEN: Mapping[str, tuple[Mapping[str, str], Mapping[str, object]]] = {}

LANGUAGES = {language: Words(read_words(phrases, plural)) for language, (plural, phrases) in WRITTEN.items()}
