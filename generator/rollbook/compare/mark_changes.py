"""Two texts -> both in stretches, those that differ marked: what a reader of the old one looks for in the new."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher

# A word with the space after it, so that marked words that follow each other are one stretch.
_WORDS = re.compile(r"\S+\s*")
# Texts that share less than this were written anew; marks on almost every word would only be in the way.
_RELATED = 0.3


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some words, and whether the other text lacks them."""

    words: str
    changed: bool


def mark_changes(old: str, new: str) -> tuple[tuple[Stretch, ...], tuple[Stretch, ...]]:
    """Two texts -> their stretches; put together, each is its text. Nothing is marked where nothing was kept."""
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    matcher = SequenceMatcher(None, [word.strip() for word in before], [word.strip() for word in after], autojunk=False)
    if matcher.ratio() < _RELATED:
        return (Stretch(old, changed=False),), (Stretch(new, changed=False),)
    blocks = matcher.get_opcodes()
    return (
        tuple(each for tag, low, high, _, _ in blocks for each in _stretches("".join(before[low:high]), tag)),
        tuple(each for tag, _, _, low, high in blocks for each in _stretches("".join(after[low:high]), tag)),
    )


def _stretches(words: str, tag: str) -> tuple[Stretch, ...]:
    """Words and what became of them -> them; the space behind marked ones is not marked."""
    if tag == "equal":
        return (Stretch(words, changed=False),)
    marked = words.rstrip()
    pair = Stretch(marked, changed=True), Stretch(words[len(marked) :], changed=False)
    return tuple(each for each in pair if each.words)
