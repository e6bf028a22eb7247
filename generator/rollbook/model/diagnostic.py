"""An author's mistake as a value: where it is, what is wrong, and a way out."""

from __future__ import annotations

import difflib
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable
from enum import Enum
from itertools import islice

from rollbook.model.quick_dataclass import dataclass
from rollbook.model.source import Place


class Severity(Enum):
    """An error stops the build, or where it only shows in print that PDF; a warning does so only under --strict."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem in the content."""

    code: str
    message: str
    place: Place
    hint: str = ""

    @property
    def severity(self) -> Severity:
        return SEVERITIES[self.code]


_E, _W = Severity.ERROR, Severity.WARNING

# Every code there is. Each has a folder of its own name under tests/cases/diagnostics.
SEVERITIES: dict[str, Severity] = {
    # files
    "not-utf8": _E,
    "no-chapters": _E,
    "reserved-name": _E,
    "bad-name": _E,
    "ownerless-data": _W,
    "outside-link": _E,
    "unreadable-file": _E,
    # pictures
    "bad-picture": _E,
    "picture-limit": _E,
    "svg-removed": _W,
    # YAML
    "yaml-syntax": _E,
    "yaml-feature": _E,
    "duplicate-key": _E,
    "too-deep": _E,
    # book.yml and shelf.yml
    "unknown-setting": _E,
    "bad-setting": _E,
    "needs-newer": _E,
    "low-contrast": _W,
    "bad-theme": _E,
    "missing-font": _E,
    "bad-font": _E,
    "restricted-font": _W,
    "unlicensed-font": _W,
    "lacking-font": _W,
    # changes.yml
    "bad-change": _E,
    "unshown-changes": _W,
    # moved.yml
    "bad-move": _E,
    "dead-move": _E,
    "idle-move": _W,
    "moved-link": _W,
    # data files
    "bad-document": _E,
    "bad-table": _E,
    "bad-cell": _E,
    "duplicate-table": _E,
    "cell-count": _W,
    "unused-table": _W,
    "bad-records": _E,
    "unknown-records": _E,
    "bad-stat-block": _E,
    "unknown-stat-block": _E,
    # readings of the source
    "bad-reading": _E,
    "unshown-readings": _W,
    # quick references
    "row-disagrees": _W,
    # directives
    "unknown-directive": _E,
    "bad-directive": _E,
    "misplaced-directive": _E,
    "unknown-file": _E,
    "unknown-table": _E,
    "unknown-class": _W,
    "unknown-book": _E,
    "unknown-pin": _E,
    # Markdown
    "unclosed-comment": _E,
    "text-after-directive": _W,
    "front-matter": _W,
    "unclosed-fence": _W,
    "unruled-table": _W,
    "spaced-link": _W,
    "foreign-markdown": _W,
    "lone-footnote": _W,
    "nested-too-deep": _E,
    "html-removed": _W,
    "html-unclosed": _W,
    "empty-heading": _W,
    "screen-words": _W,
    "dead-link": _W,
    "bad-given": _W,
    "missing-image": _E,
    "wordless-picture": _W,
    "bad-attribute": _E,
    # glossaries
    "bad-term": _E,
    "duplicate-term": _E,
    "unknown-glossary": _E,
    "unused-glossary": _W,
    "unused-term": _W,
    # dice and rules
    "duplicate-rule": _E,
    "unknown-rule": _E,
    "unlisted-rule": _W,
    "vanished-rule": _E,
    "unknown-calculator": _E,
    "unknown-sheet": _E,
    "bad-calculator": _E,
    "bad-sheet": _E,
    "duplicate-document": _E,
    "failing-formula": _E,
    "unknown-value": _W,
    "unknown-track": _E,
    "example-differs": _E,
    # check --mutate
    "unnoticed-change": _W,
    "unplayed-rule": _W,
    # dice
    "bad-roll": _E,
    "bad-range": _W,
    "range-overlap": _W,
    "range-hole": _W,
    "range-unreachable": _W,
    # print
    "text-lost": _E,
    "print-limit": _E,
    "print-failed": _E,
    "print-remark": _W,
    "missing-glyph": _W,
}


# Longer words are texts that are in the wrong place, not names with a slip in them.
_LONGEST_WORD = 200
# Of many names so many are compared with a word, in each of their orders.
_NEAREST = 24
_MOST_LISTED = 30


def closest(word: str, known: Iterable[str]) -> str:
    """A mistyped word and the known ones -> "did you mean …?", or nothing when none is near."""
    if len(word) > _LONGEST_WORD:
        return ""
    by_folded = {name.casefold(): name for name in known}
    near = difflib.get_close_matches(word.casefold(), sorted(by_folded), n=1, cutoff=0.65)
    return f"did you mean {by_folded[near[0]]!r}?" if near else ""


class _Names:
    """Names in two orders: those that begin like a word, and those that end like it, are around its place there."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_folded = {name.casefold(): name for name in names}
        self._forwards = sorted(self._by_folded)
        self._backwards = sorted(name[::-1] for name in self._by_folded)

    def around(self, word: str) -> list[str]:
        """A word -> all names if they are few, else those around it."""
        folded = word.casefold()
        endings = (name[::-1] for name in _around(folded[::-1], self._backwards))
        return [self._by_folded[name] for name in {*_around(folded, self._forwards), *endings}]


def _around(word: str, names: list[str]) -> list[str]:
    start = min(bisect_left(names, word) - _NEAREST // 2, len(names) - _NEAREST)
    return names[max(start, 0) :][:_NEAREST]


class Suggestions:
    """Ways out of many mistakes among many names, as for every link of a book to which nothing answers.

    Each mistake is compared with the names around it, since a book may have thousands of both. The names looked at are
    counted, and when they come to `most` further mistakes are reported without a guess: their author has enough to do.
    """

    def __init__(self, most: int = 100_000) -> None:
        self._left = most
        self._known: dict[str, _Names] = {}
        self._told: dict[tuple[str, str], str] = {}

    def closest(self, word: str, among: str, known: Callable[[], Iterable[str]]) -> str:
        """A mistyped word, what the known ones are called together, and they -> "did you mean …?", or nothing."""
        if (among, word) not in self._told:
            if among not in self._known:
                self._known[among] = _Names(known() if self._left > 0 else ())
            names = self._known[among].around(word) if self._left > 0 else []
            self._left -= len(names)
            self._told[among, word] = closest(word, names)
        return self._told[among, word]


def listed(label: str, names: Collection[str], sign: str = "") -> str:
    """A label and names -> both in one line, for a hint; nothing where there are none, the first of many."""
    shown = [sign + name for name in islice(names, _MOST_LISTED)]
    more = [f"and {len(names) - _MOST_LISTED} more"] if len(names) > _MOST_LISTED else []
    return f"{label} {', '.join((*sorted(shown), *more))}" if names else ""


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Diagnostics of all steps -> each once, by file, line and column."""
    return tuple(sorted(set(diagnostics), key=lambda d: (d.place, d.code, d.message)))


class WrongUse(Exception):  # noqa: N818 - the caller's mistake, not the program's error
    """Its text is the whole message; the command line prints it and ends with exit code 2."""
