"""An author's mistake as a value: where it is, what is wrong, and a way out."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from generator.source import Place


class Severity(Enum):
    """An error stops the build; a warning does so only under --strict."""

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
    "outside-link": _E,
    "unreadable-file": _E,
    # YAML
    "yaml-syntax": _E,
    "yaml-feature": _E,
    "duplicate-key": _E,
    "too-deep": _E,
    # book.yml and shelf.yml
    "unknown-setting": _E,
    "bad-setting": _E,
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
    # directives
    "unknown-directive": _E,
    "bad-directive": _E,
    "misplaced-directive": _E,
    "unknown-file": _E,
    "unknown-table": _E,
    "unknown-class": _E,
    "unknown-book": _E,
    "unknown-pin": _E,
    # Markdown
    "unclosed-comment": _E,
    "text-after-directive": _W,
    "nested-too-deep": _E,
    "html-removed": _W,
    "html-unclosed": _W,
    "empty-heading": _W,
    "dead-link": _W,
    "missing-image": _E,
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
    "unknown-rules": _E,
    "bad-rules": _E,
    "duplicate-rules": _E,
    "failing-rules": _E,
    "example-differs": _E,
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
}


def closest(word: str, known: Iterable[str]) -> str:
    """A mistyped word and the known ones -> "did you mean …?", or nothing when none is near."""
    by_folded = {name.casefold(): name for name in known}
    near = difflib.get_close_matches(word.casefold(), sorted(by_folded), n=1, cutoff=0.65)
    return f"did you mean {by_folded[near[0]]!r}?" if near else ""


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Diagnostics of all steps -> each once, by file, line and column."""
    return tuple(sorted(set(diagnostics), key=lambda d: (d.place, d.code, d.message)))
