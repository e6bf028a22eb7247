"""English that is left where a book speaks another language: found by the words of en.yml that it alone has."""

from __future__ import annotations

import re
from functools import cache

from rollbook.words import phrases

from tests.shelves import CASES

SECTIONS = ("page", "widget", "script", "engine", "command")
FRENCH = CASES / "french"
# Of the notation and of file formats, which are the same in every language.
_EVERYWHERE = {"and", "else", "then", "floor", "min", "max", "pdf", "atom", "alt", "esc", "ctrl", "rollbook"}
_WORD = re.compile(r"[a-zà-öø-ÿœ]{3,}")


@cache
def english_words() -> frozenset[str]:
    """-> the words of English phrases that no French phrase has, and that the French book itself does not use."""
    written = "".join(path.read_text(encoding="utf-8") for path in sorted(FRENCH.rglob("*.*")))
    english, french = (_words_of(language) for language in ("en", "fr"))
    return frozenset(english - french - _words(written) - _EVERYWHERE)


def english_in(text: str) -> list[str]:
    """A text -> the English words in it."""
    return sorted(_words(text) & english_words())


def _words_of(language: str) -> set[str]:
    texts = (text for section in SECTIONS for phrase in phrases(language, section).values() for text in _forms(phrase))
    return {word for text in texts for word in _words(re.sub(r"{\+?\w+}", " ", text))}


def _forms(phrase: object) -> list[str]:
    return [str(phrase), *(form for _, form in getattr(phrase, "forms", ()))]


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower()))
