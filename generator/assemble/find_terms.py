"""A text -> the terms of a glossary in it: whole words, the longest term first.

The words of the text are looked up one after the other, so the time it takes doesn't grow with the glossary.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from generator.glossary import Definition

# A compound is one word: `level` is not found in `level-up`.
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_SIBILANTS = ("s", "x", "z", "ch", "sh")


@dataclass(frozen=True, slots=True)
class FoundTerm:
    """text[start:end] is the term."""

    start: int
    end: int
    definition: Definition


@dataclass(frozen=True, slots=True)
class _Spelling:
    """One way to write a term: its words, folded unless they count as written, and what stands between them."""

    words: tuple[str, ...]
    gaps: tuple[str, ...]
    as_written: bool
    definition: Definition


class TermFinder:
    """Finds the terms of one book in its texts."""

    def __init__(self, definitions: Iterable[Definition], language: str) -> None:
        self._by_first_word: defaultdict[str, list[_Spelling]] = defaultdict(list)
        english = language.split("-")[0].lower() == "en"
        for definition in (each for each in definitions if each.match != "nowhere"):
            for text in _with_plurals(definition.spellings) if english else definition.spellings:
                spelling = _read(text, definition)
                if spelling.words:
                    self._by_first_word[spelling.words[0].casefold()].append(spelling)
        for spellings in self._by_first_word.values():
            spellings.sort(key=lambda spelling: len(spelling.words), reverse=True)

    def find(self, text: str) -> Iterator[FoundTerm]:
        """A text -> its terms from left to right; none lies in another."""
        words = list(_WORD.finditer(text))
        position = 0
        while position < len(words):
            spelling = self._at(text, words, position)
            if spelling is None:
                position += 1
                continue
            last = position + len(spelling.words) - 1
            yield FoundTerm(words[position].start(), words[last].end(), spelling.definition)
            position = last + 1

    def _at(self, text: str, words: Sequence[re.Match[str]], position: int) -> _Spelling | None:
        for spelling in self._by_first_word.get(words[position][0].casefold(), ()):
            here = words[position : position + len(spelling.words)]
            if _words(here, spelling.as_written) == spelling.words and _gaps(text, here) == spelling.gaps:
                return spelling
        return None


def _read(text: str, definition: Definition) -> _Spelling:
    # DEX is no name for a dexter hand: what is written in capitals counts only so.
    as_written = definition.match == "as written" or text.rstrip("s").isupper()
    words = list(_WORD.finditer(text))
    return _Spelling(_words(words, as_written), _gaps(text, words), as_written, definition)


def _words(found: Sequence[re.Match[str]], as_written: bool) -> tuple[str, ...]:
    return tuple(word[0] if as_written else word[0].casefold() for word in found)


def _gaps(text: str, words: Sequence[re.Match[str]]) -> tuple[str, ...]:
    """Words in a text -> what stands between them; any white space is a space, any apostrophe the same."""
    between = (text[left.end() : right.start()] for left, right in pairwise(words))
    return tuple(" " if gap.isspace() else gap.replace("’", "'") for gap in between)


def _with_plurals(spellings: Iterable[str]) -> Iterator[str]:
    for spelling in spellings:
        yield spelling
        yield from _plural(spelling)


def _plural(word: str) -> Iterator[str]:
    """The plural by rule of an English word; one that looks like a plural already has none."""
    if word.isupper():
        yield f"{word}s"
    elif word.endswith("y") and word[-2:-1] not in "aeiou":
        yield f"{word[:-1]}ies"
    elif word.endswith(_SIBILANTS):
        if not word.endswith("s") or word.endswith(("ss", "us")):
            yield f"{word}es"
    else:
        yield f"{word}s"
