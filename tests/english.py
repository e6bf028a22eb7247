"""Wording: English left where a book is in another language, and English that reads like a translation."""

from __future__ import annotations

import re
from functools import cache

from rollbook.engine.words import Words
from rollbook.words import languages, phrases, speech

from tests.shelves import CASES

SECTIONS = ("page", "widget", "script", "engine", "command")
FRENCH = CASES / "french"
# Of the notation and of file formats, which are the same in every language.
_EVERYWHERE = {"and", "else", "then", "floor", "min", "max", "pdf", "atom", "alt", "esc", "ctrl", "rollbook"}
_WORD = re.compile(r"[a-zà-öø-ÿœ]{3,}")
# German in English clothes. Add a phrase when you weed one out, with what to say instead.
TRANSLATED = {
    r"\banew\b": "again, from scratch",
    r"\bbelongs? into\b": "belongs in",
    r"\bin line (?:\d|{)": "on line",
    r"\bbehind (?:a|the|its|it|them|dice|each)\b(?! (?:crate|wall|screen|scenes))": "after",
    r"\b(?:stands?|stood) (?:here|there|behind|below|above|beside|between|in two|in the|at the|on the)\b": "is, goes",
    r"(?<!there )\bis no (?:date|font|key|number|picture|text|track|way|whole|width)\b": "is not a",
    r"\bnone of the choices\b": "not one of the choices",
    r"\bone text\b": "text",
    r"\bsmall letters\b": "lowercase letters",
    r"\bwrong use\b": "wrong usage",
    r"\bforbids? to\b": "forbids embedding",
    r"\bwithout end\b": "forever",
    r"\bmay be repeated\b": "can be repeated",
    r"\b(?:all|just) the same\b(?! (?:face|size|way))": "anyway, still",
    r"\bmend(?:s|ed|ing)?\b": "fix",
    r"\bin all books\b": "in every book",
    r"\bexchange min and max\b": "swap",
    r"\bwhole (?:address|path)\b": "full address, absolute path",
    r"\b(?:his|her|its|their) greatest\b|\bthe greatest\b": "maximum",
}


@cache
def every_speech() -> dict[str, Words]:
    """-> what is said of dice, by language: what a Door speaks."""
    return {language: speech(language) for language in languages()}


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


def translated(text: str) -> list[str]:
    """A text -> the phrases in it that read like a translation."""
    return [found[0] for phrase in TRANSLATED for found in re.finditer(phrase, text, re.IGNORECASE)]
