"""Every language's words, for whoever has only the engine: none here; packing it for a browser puts them in."""

from __future__ import annotations

from .words import Words, read_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# By language: which numbers take which form, and the phrases as they are written.
WRITTEN: Mapping[str, tuple[Mapping[str, str], Mapping[str, object]]] = {}

LANGUAGES = {language: Words(read_words(phrases, plural)) for language, (plural, phrases) in WRITTEN.items()}
