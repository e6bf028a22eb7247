"""Text -> the terms that it is found by. scripts/search/terms.mjs is its twin in the browser; a test compares the two.

`Armour −2, 1½ hours, 2d6+3` -> armour, -2, 1.5, hours, 2d6, +3. Letters lose case and accents, signs stay with their
number, dice stay whole. What a language makes of its words, such as plurals, is left to the browser, so that the
index holds only what is written.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import lru_cache

_LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l", "ı": "i"})
# The blocks of marks that are on a letter, as they are called in Unicode: combining diacritical marks.
_ACCENTS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]")
_FRACTIONS = frozenset("½¼¾/")
_SIGNS = (
    # Fractions as decimals, however they are written: 1½, 1 1/2.
    (re.compile(r"(?:([0-9]+) ?)?[½]"), r"\1.5"),
    (re.compile(r"(?:([0-9]+) ?)?[¼]"), r"\1.25"),
    (re.compile(r"(?:([0-9]+) ?)?[¾]"), r"\1.75"),
    (re.compile(r"(?:(?<![0-9/])([0-9]+) )?(?<![0-9/])1/2(?![0-9/])"), r"\1.5"),
    (re.compile(r"(?:(?<![0-9/])([0-9]+) )?(?<![0-9/])1/4(?![0-9/])"), r"\1.25"),
    (re.compile(r"(?:(?<![0-9/])([0-9]+) )?(?<![0-9/])3/4(?![0-9/])"), r"\1.75"),
)
_SAME = str.maketrans({**dict.fromkeys("‐‑‒–—−", "-"), **dict.fromkeys("’‘ʼ", "")})
# But the dot that sets the cells of a table apart, which stays what it is.
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f·]+")
# What to look for at all, and then more closely.
_MARKS = (
    # Each begins with what it is about, which is found faster than what stands before that.
    (",", re.compile(r",(?<=[0-9],)(?=[0-9]{3}(?![0-9]))"), ""),
    ("%", re.compile(r"([0-9]) +(?=%)"), r"\1"),
    # A formula's sign belongs to the number behind it: 2d6+3, d20 + 5.
    ("+", re.compile(r"(d(?:[0-9]+|%))(?=\+[0-9])"), r"\1 "),
    ("-", re.compile(r"(d(?:[0-9]+|%))(?=-[0-9])"), r"\1 "),
    ("+", re.compile(r"\+(?<= \+) +(?=[0-9])"), "+"),
    ("-", re.compile(r"-(?<= -) +(?=[0-9])"), "-"),
)
_TERM = re.compile(
    r"(?<![^\W_])[0-9]*d(?:[0-9]+|%)(?![^\W_])"  # dice
    r"|(?<![^\W_])(?<![.)%])[+-](?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)%?(?![^\W_])"  # a number with its sign
    r"|(?<![^\W_])(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)%?(?![^\W_])"  # a number
    r"|[^\W_]+"  # a word
)


def split_terms(text: str) -> list[str]:
    """A text -> its terms, in order."""
    return [term for word in fold(text).split() for term in _terms_in(word)]


def count_terms(text: str) -> dict[str, int]:
    """A text -> its terms as they first come, and how often each is in it."""
    found: dict[str, int] = {}
    for word, times in Counter(fold(text).split()).items():
        for term in _terms_in(word):
            found[term] = found.get(term, 0) + times
    return found


# A shelf says the same few thousand words again and again.
@lru_cache(maxsize=2**16)
def _terms_in(word: str) -> tuple[str, ...]:
    """What is between two spaces, folded -> its terms."""
    return tuple(_DICE.get(term, term) for term in _TERM.findall(word))


def fold(text: str) -> str:
    """A text -> the same in small plain letters, with one way to write each sign."""
    # Most texts have none, and six patterns take long over a whole shelf.
    if not _FRACTIONS.isdisjoint(text):
        for written, plain in _SIGNS:
            text = written.sub(plain, text)
    text = text.lower()
    if not text.isascii():
        text = _BEYOND_ASCII.sub(lambda letters: _plain(letters[0]), text)
    text = text.replace("'", "").replace("`", "")
    for sign, written, plain in _MARKS:
        if sign in text:
            text = written.sub(plain, text)
    return text


# The other letters of a language are few, and looking each one up takes longest.
@lru_cache(maxsize=2**12)
def _plain(letters: str) -> str:
    """Letters and signs beyond ASCII, small -> plain ones."""
    return _ACCENTS.sub("", unicodedata.normalize("NFKD", letters).lower()).translate(_LETTERS).translate(_SAME)


# Two ways to say the same die.
_DICE = {"d100": "d%", "1d100": "d%", "1d%": "d%"}
