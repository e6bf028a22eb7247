"""A language's words -> what is said: a phrase whose gaps are filled, in the form that a number asks for.

The same small format here and in the scripts' words.mjs: `{name}` is filled in, `{+name}` is a number that always shows
its sign, and a phrase may have several forms, of which `{count}` picks one.
"""

from __future__ import annotations

from collections.abc import Mapping

from .lean import Fraction
from .nodes import Exact, Value

_VULGAR = {(1, 2): "½", (1, 4): "¼", (3, 4): "¾", (1, 3): "⅓", (2, 3): "⅔"}


class Phrase(str):
    """A text with gaps. `forms` are the phrases for numbers that don't take the usual one, which is this one.

    `pieces` is the text cut at its gaps, once: what stands before each gap, its name, and whether it shows a sign.
    """

    __slots__ = ("forms", "pieces", "tail")

    forms: tuple[tuple[range, Phrase], ...]
    pieces: tuple[tuple[str, str, bool], ...]
    tail: str

    def __new__(cls, text: str, forms: tuple[tuple[range, Phrase], ...] = ()) -> Phrase:
        phrase = super().__new__(cls, text)
        phrase.forms = forms
        phrase.pieces, phrase.tail = _cut(text)
        return phrase

    def format(self, *_: object, **values: object) -> str:
        """What is in the gaps -> the text."""
        form = self._form(values.get("count")) if self.forms else self
        text = ""
        for before, name, signed in form.pieces:
            value = values[name]
            text += before + (value if isinstance(value, str) else _filled(value, signed))
        return text + form.tail

    def _form(self, count: object) -> Phrase:
        if not _is_number(count):
            return self
        size = abs(int(count))  # type: ignore[call-overload]  # a number, as was just asked
        return next((form for numbers, form in self.forms if size in numbers), self)


def _cut(text: str) -> tuple[tuple[tuple[str, str, bool], ...], str]:
    """A text with gaps -> what stands before each gap, its name and whether it shows a sign; what follows the last."""
    before, *rest = text.split("{")
    pieces = []
    for piece in rest:
        gap, _closing, after = piece.partition("}")
        pieces.append((before, gap.lstrip("+"), gap[0] == "+"))
        before = after
    return tuple(pieces), before


class Words:
    """The phrases of one language by key, such as `roll.from`."""

    __slots__ = ("_phrases",)

    def __init__(self, phrases: Mapping[str, Phrase]) -> None:
        self._phrases = phrases

    def say(self, key: str, /, **values: object) -> str:
        """A phrase's key, and what is in its gaps -> the text."""
        return self._phrases[key].format(**values)

    def value(self, value: Value) -> str:
        """A value -> how it is written: yes and no are words, an empty text is `nothing`."""
        if isinstance(value, bool):
            return self.say("yes" if value else "no")
        return (value or self.say("nothing")) if isinstance(value, str) else number_text(value)

    def spoken(self, value: Value) -> str:
        """A value -> how it sounds: `minus 2`, `10 over 3`."""
        written = self.value(value)
        if isinstance(value, (str, bool)):
            return written
        size = written.lstrip("−")
        above, over, below = size.partition("/")
        said = self.say("over", above=above, below=below) if over else size
        return self.say("minus", number=said) if size != written else said

    def decimal(self, value: Fraction | float, places: int = 2) -> str:
        """An average -> with at most two decimals, as people say it."""
        text = f"{float(value):.{places}f}"
        if places:
            text = text.rstrip("0").rstrip(".")
        return text.replace("-", "−").replace(".", self.say("decimal_mark"))

    def percent(self, chance: Fraction, places: int = 1) -> str:
        """A chance -> percent with at most one decimal; what is neither sure nor impossible never looks so."""
        steps = 10**places
        number = chance * 100 * steps
        shown = number if chance in (0, 1) else min(max(number, 1), 100 * steps - 1)
        mark = "<" if shown > number else ">" if shown < number else ""
        return self.say("percent", number=f"{mark}{self.decimal(shown / steps, places)}")

    def whole_percent(self, chance: Fraction) -> str:
        """A chance -> in whole percent, as a sentence says it."""
        return self.percent(chance, 0)

    def listed(self, names: list[str], last: str) -> str:
        """Names, `and` or `or` -> `a, b and c`."""
        if len(names) == 1:
            return names[0]
        return self.say(last, first=self.say("comma").join(names[:-1]), last=names[-1])


def read_words(data: Mapping[str, object], plural: Mapping[str, str]) -> dict[str, Phrase]:
    """Phrases as written, in sections or not, and which numbers take which form -> phrases by `section.key`."""
    phrases: dict[str, Phrase] = {}
    for key, entry in data.items():
        if isinstance(entry, str):
            phrases[key] = Phrase(entry)
        elif entry.keys() <= {"other", *plural}:  # type: ignore[attr-defined]  # what isn't a text is a mapping
            phrases[key] = _with_forms(entry, plural)  # type: ignore[arg-type]
        else:
            inside = read_words(entry, plural)  # type: ignore[arg-type]
            phrases.update({f"{key}.{name}": phrase for name, phrase in inside.items()})
    return phrases


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


def _with_forms(forms: Mapping[str, str], plural: Mapping[str, str]) -> Phrase:
    others = [(_numbers(plural[form]), Phrase(forms[form])) for form in forms if form != "other"]
    return Phrase(forms["other"], tuple(others))


def _numbers(written: str) -> range:
    """`1`, or `0-1` -> the numbers."""
    low, _, high = written.partition("-")
    return range(int(low), int(high or low) + 1)


def _filled(value: object, signed: bool) -> str:
    if not _is_number(value):
        return str(value)
    return signed_text(value) if signed else number_text(value)  # type: ignore[arg-type]  # just asked


def signed_text(value: Exact) -> str:
    """A number -> how it is written with its sign: `+2`, `−1`, `+0`."""
    text = number_text(value)
    return text if text[0] == "−" else f"+{text}"


def _is_number(value: object) -> bool:
    """Whether it is whole or a Fraction, which is not imported for the asking: most rolls never need one."""
    return hasattr(value, "denominator") and not isinstance(value, bool)


# Every language's words, for whoever has only the engine: none here; packing it for a browser puts them in.
# By language: which numbers take which form, and the phrases as they are written.
_WRITTEN: Mapping[str, tuple[Mapping[str, str], Mapping[str, object]]] = {}

LANGUAGES = {language: Words(read_words(phrases, plural)) for language, (plural, phrases) in _WRITTEN.items()}
