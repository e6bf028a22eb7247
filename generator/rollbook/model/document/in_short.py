"""A paragraph's inlines -> its sentences, and which of them say it in short.

In short, a paragraph is the sentences in which its author set words in bold; without bold words, its first sentence.
What ends in a colon leads on to what follows it, and stays whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from rollbook.model.document.inlines import Emphasis, Inline, LineBreak, RawTag, Text, plain_text
from rollbook.model.document.walk import inlines_in

Sentence = tuple[Inline, ...]

# Where a sentence ends inside words, and at their end. After letters that form no syllable, a full stop belongs to
# them: 5 ft., p. 7, St. What may end one is looked for first, and only then what is before it: there is far less of it.
_VOWEL = "[aeiouyäöüéèêàAEIOUYÄÖÜ]"
_SYLLABLE = rf"(?:[^\W\d_]{_VOWEL}|{_VOWEL}[^\W\d_])[^\W\d_]*"
_BEFORE = rf"(?:^|{_SYLLABLE}|\d|[)\]%])"
_MARKS = r"[.!?…][.!?…]*[’”»\"')\]]*"  # begun by one of a set, which `re` finds fastest
_MAY_END = re.compile(rf"{_MARKS}\s+(?=[^\W\d_a-zß-ÿ]|[“„«‘(])")
_CAN_END = re.compile(rf"{_BEFORE}\Z")
_ENDS = re.compile(rf"{_BEFORE}{_MARKS}\s*$")


def in_short(inlines: tuple[Inline, ...]) -> tuple[tuple[bool, Sentence], ...]:
    """The inlines of a paragraph -> its runs of sentences, each with whether it belongs to the paragraph in short."""
    if len(inlines) == 1 and isinstance(words := inlines[0], Text):  # as most are: only its first sentence counts
        end = next(_ends(words.text), 0)
        if not end or words.text.rstrip().endswith(":"):
            return ((True, inlines),)
        return (True, (Text(words.text[:end]),)), (False, (Text(words.text[end:]),))
    sentences = _sentences(inlines)
    if len(sentences) < 2 or plain_text(inlines).endswith(":"):
        return ((True, inlines),)
    bold = [any(isinstance(each, Emphasis) and each.tag == "strong" for each in inlines_in(s)) for s in sentences]
    short = bold if any(bold) else [True, *[False] * (len(sentences) - 1)]
    runs = groupby(zip(short, sentences, strict=True), key=lambda pair: pair[0])
    return tuple((kept, tuple(inline for _, sentence in run for inline in sentence)) for kept, run in runs)


def _sentences(inlines: tuple[Inline, ...]) -> list[Sentence]:
    # A tag may be opened in one sentence and closed in another.
    if any(isinstance(inline, RawTag) for inline in inlines):
        return [inlines]
    found: list[Sentence] = []
    sentence: list[Inline] = []
    for inline in _pieces(inlines):
        # A break or the next words tell whether the sentence before them had ended.
        if sentence and _is_over(sentence, inline):
            found.append(tuple(sentence))
            sentence = []
        sentence.append(inline)
    return [*found, tuple(sentence)]


def _pieces(inlines: tuple[Inline, ...]) -> Iterator[Inline]:
    """Inlines -> the same, words divided where a sentence ends in them."""
    for inline in inlines:
        if not isinstance(inline, Text):
            yield inline
            continue
        start = 0
        for end in _ends(inline.text):
            yield Text(inline.text[start:end])
            start = end
        if inline.text[start:]:
            yield Text(inline.text[start:]) if start else inline


def _ends(text: str) -> Iterator[int]:
    """Words -> where in them a sentence ends and another begins."""
    for found in _MAY_END.finditer(text):
        if _CAN_END.search(text, _last_word(text, found.start()), found.start()):
            yield found.end()


def _is_end(text: str) -> bool:
    """Words -> whether a sentence ends with them."""
    return bool(_ENDS.search(text, _last_word(text, len(text.rstrip()))))


def _last_word(text: str, end: int) -> int:
    """Words, where to stop -> where the last of them begins, or before: nothing that ends a sentence has a space."""
    return text.rfind(" ", 0, end) + 1


def _is_over(sentence: list[Inline], following: Inline) -> bool:
    last = sentence[-1]
    if isinstance(last, Text):
        # Before a link or bold words there must be a space; a closing mark right after it belongs to it.
        return _is_end(last.text) and (last.text[-1:].isspace() or isinstance(following, LineBreak))
    if isinstance(last, LineBreak):
        return len(sentence) > 1 and _is_end(plain_text(sentence))
    # **Blinded.** in front is a title of what follows.
    is_title = len(sentence) == 1 and isinstance(last, Emphasis) and last.tag == "strong"
    starts = isinstance(following, Text) and following.text[:1].isspace() and following.text.lstrip()[:1].isupper()
    return not is_title and starts and _is_end(plain_text((last,)))
