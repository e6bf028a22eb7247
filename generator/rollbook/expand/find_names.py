"""A passage -> the words in it that must name a number, though the book's vocabulary doesn't explain them.

They are what the reader is asked for when rolling: "situation modifiers", "Attribute modifier".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import field

from rollbook.model.quick_dataclass import dataclass

_ENDINGS = "bonus|level|modifiers?|penalty|rank|score|skill|stat|value"
_NAME = rf"(?:[A-Za-z][\w’']*\s+){{0,3}}?(?i:{_ENDINGS})\b(?:\s+(?i:{_ENDINGS})\b)*|[A-Z]\w+(?:\s+[A-Z]\w+){{0,3}}"
# A name is added to or taken from something; an attribute in capitals may follow it: `Melee Fighting (STR)`.
_ADDED = re.compile(rf"[+×*−–-]\s*(?P<name>(?:{_NAME})(?:\s\([A-Z]{{2,5}}\))?)")

_SIGNS = re.compile(r"[-+*/×÷−–(),]|\d*[dD]\d+|\d+½?|½")
_BOUND = re.compile(r"\(with a (?:minimum|maximum) of \d+\)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Names:
    """Names of one passage, in the order in which they first stand in it."""

    words: tuple[str, ...]
    _by_length: dict[int, dict[str, int]] = field(default_factory=dict)

    @property
    def phrases(self) -> dict[str, str]:
        """Each name with the expression that it stands for."""
        return {name: f"`{name}`" for name in self.words}

    def within(self, expression: str) -> tuple[str, ...]:
        """An expression of the passage -> those of the names that stand in it.

        Looked up by what stands at each of its places: a long passage may have as many names as expressions.
        """
        text = " ".join(expression.split())
        found = {
            known[text[start : start + length]]
            for length, known in self._lengths().items()
            for start in range(len(text) - length + 1)
            if text[start : start + length] in known
        }
        return tuple(self.words[number] for number in sorted(found))

    def _lengths(self) -> dict[int, dict[str, int]]:
        if not self._by_length:
            for number, name in enumerate(self.words):
                self._by_length.setdefault(len(name), {})[name] = number
        return self._by_length


NO_NAMES = Names(())


def names_in_prose(text: str) -> Names:
    """A sentence with dice in it -> the names added to something in it."""
    return _named(found["name"] for found in _ADDED.finditer(text))


def names_in_formula(text: str) -> Names:
    """A whole formula -> the names in it: every run of words between signs and numbers."""
    runs = _SIGNS.split(_BOUND.sub("", text))
    return _named(run for run in runs if run.strip()[:1].isalpha() and "`" not in run)


def _named(runs: Iterable[str]) -> Names:
    return Names(tuple(dict.fromkeys(" ".join(run.split()) for run in runs)))
