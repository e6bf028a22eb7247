"""A language's words -> what is said: a phrase whose gaps are filled, in the form that a number asks for.

The same small format everywhere, here and in scripts/page/words.mjs: `{name}` is filled in, `{+name}` is a number that
always shows its sign, and a phrase may have several forms, of which `{count}` picks one.
"""

from __future__ import annotations

import re
from fractions import Fraction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from .nodes import Exact


_GAP = re.compile(r"\{(\+?)(\w+)\}")
_VULGAR = {(1, 2): "½", (1, 4): "¼", (3, 4): "¾", (1, 3): "⅓", (2, 3): "⅔"}


class Phrase(str):
    """A text with gaps. `forms` are the texts for numbers that don't take the usual one, which is the text itself."""

    __slots__ = ("forms",)

    forms: tuple[tuple[range, str], ...]

    def __new__(cls, text: str, forms: tuple[tuple[range, str], ...] = ()) -> Phrase:
        phrase = super().__new__(cls, text)
        phrase.forms = forms
        return phrase

    def format(self, *_: object, **values: object) -> str:
        """What stands in the gaps -> the text."""
        text = str(self)
        count = values.get("count")
        if self.forms and isinstance(count, int | Fraction):
            size = abs(int(count))
            text = next((form for numbers, form in self.forms if size in numbers), text)
        return _GAP.sub(lambda gap: _written(values[gap[2]], gap[1]), text)


class Words:
    """The phrases of one language by key, such as `roll.from`."""

    __slots__ = ("_phrases",)

    def __init__(self, phrases: Mapping[str, Phrase]) -> None:
        self._phrases = phrases

    def say(self, key: str, **values: object) -> str:
        """A phrase's key, and what stands in its gaps -> the text."""
        return self._phrases[key].format(**values)


def read_words(data: Mapping[str, object], plural: Mapping[str, str]) -> dict[str, Phrase]:
    """Phrases as written, in sections or not, and which numbers take which form -> phrases by `section.key`."""
    phrases: dict[str, Phrase] = {}
    for key, entry in data.items():
        if isinstance(entry, str):
            phrases[key] = Phrase(entry)
        elif "other" in entry:  # type: ignore[operator]  # a mapping, as is everything that isn't a text
            phrases[key] = _with_forms(entry, plural)  # type: ignore[arg-type]
        else:
            inside = read_words(entry, plural)  # type: ignore[arg-type]
            phrases |= {f"{key}.{name}": phrase for name, phrase in inside.items()}
    return phrases


def _with_forms(forms: Mapping[str, str], plural: Mapping[str, str]) -> Phrase:
    return Phrase(forms["other"], tuple([(_numbers(plural[form]), forms[form]) for form in forms if form != "other"]))


def _numbers(written: str) -> range:
    """`1`, or `0-1` -> the numbers."""
    low, _, high = written.partition("-")
    return range(int(low), int(high or low) + 1)


def number_text(value: Exact) -> str:
    """A number -> how it is written: a typographic minus, 3½ for a common fraction."""
    sign = "−" if value < 0 else ""
    size = max(value, -value)
    if isinstance(size, int):
        return f"{sign}{size}"
    number, rest = divmod(size.numerator, size.denominator)
    vulgar = _VULGAR.get((rest, size.denominator))
    if vulgar:
        return f"{sign}{number or ''}{vulgar}"
    return f"{sign}{size.numerator}/{size.denominator}"


def _written(value: object, sign: str) -> str:
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        return str(value)
    return f"+{number_text(value)}" if sign and value >= 0 else number_text(value)
