"""Reading an expression's characters: spaces, words, numbers and quoted text, each with its columns."""

from __future__ import annotations

from .lean import Protocol
from .limits import MAX_DEPTH, MAX_INTEGER, MAX_TEXT
from .nodes import Exact, Node
from .problem import Problem, ProblemError
from .vocabulary import Vocabulary, fold


class ReadExpression(Protocol):
    def __call__(self, reader: Reader, power: int = 0, counts: bool = True) -> Node: ...


_VULGAR = {"½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅛": (1, 8), "⅜": (3, 8)}
# Looked up one by one: int() also reads signs, spaces and other scripts, and takes ten microseconds when first asked.
_DIGITS = {digit: value for value, digit in enumerate("0123456789")}
COMPARISONS = {"<": "<", ">": ">", "=": "=", "≤": "<=", "≥": ">=", "≠": "!=", "<=": "<=", ">=": ">="}
COMPARISONS |= {"==": "=", "<>": "!=", "!=": "!=", "=<": "<=", "=>": ">="}


class Reader:
    """A place in an expression's text. `low` is the folded text; `depth` counts the constructs around the place.

    `read` is the parser's own door, so that operands and dice can have expressions inside without the modules
    that read them importing each other in a circle. `dice_end` is where the last dice ended.
    """

    __slots__ = ("depth", "dice_end", "low", "pos", "read", "text", "vocabulary")

    def __init__(self, text: str, vocabulary: Vocabulary, read: ReadExpression, depth: int = 0) -> None:
        if len(text) > MAX_TEXT:
            message = f"this is too long: an expression may have {MAX_TEXT} characters"
            raise ProblemError(Problem("too-long", message, MAX_TEXT, len(text)))
        self.text = text
        # The NUL marks the end: every look at `low[pos]` and `low[pos + 1]` is then safe without a length check.
        self.low = vocabulary.with_d(fold(text)) + "\0\0"
        self.pos = 0
        self.dice_end = -1
        self.read = read
        self.depth = depth
        self.vocabulary = vocabulary

    def skip(self) -> str:
        """-> the next character that is not a space, with the place moved to it."""
        low, pos = self.low, self.pos
        while low[pos] == " ":
            pos += 1
        self.pos = pos
        return low[pos]

    def at_end(self) -> bool:
        return self.pos >= len(self.text)

    def take(self, expected: str) -> bool:
        """Expected characters -> whether they stood next; then they are passed."""
        if self.low.startswith(expected, self.pos):
            self.pos += len(expected)
            return True
        return False

    def enter(self) -> None:
        """One construct further in; a problem when that is too deep."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.problem("too-deep", f"more than {MAX_DEPTH} levels of nesting", self.pos)

    def problem(
        self, code: str, message: str, start: int, end: int | None = None, suggestion: str = ""
    ) -> ProblemError:
        """What is wrong -> the error to raise; `end` left out means one character, or none at the text's end."""
        size = len(self.text)
        first, last = min(start, size), min(start + 1 if end is None else end, size)
        values = (("piece", self.text[first:last]), ("instead", suggestion))
        return ProblemError(Problem(code, message, first, last, suggestion, (), values))

    def inside(self, closing: str, opening: int) -> Node:
        """Behind an opening bracket -> the expression up to `closing`, which is left to be read."""
        self.enter()
        node = self.read(self)
        self.depth -= 1
        if self.skip() not in closing:
            raise self.unclosed(closing[-1], opening)
        return node

    def parenthesis(self) -> Node:
        """At `(` -> what is in the parentheses, which are passed."""
        opening = self.pos
        self.pos += 1
        node = self.inside(")", opening)
        self.pos += 1
        return node

    def unclosed(self, closing: str, opening: int) -> ProblemError:
        if self.at_end():
            message = f"the {self.text[opening]} here has no closing {closing}"
            return self.problem("not-closed", message, opening, opening + 1, closing)
        message = f"a {closing} or an operator is missing before this"
        return self.problem("unexpected", message, self.pos, None, closing)

    def word_end(self, start: int) -> int:
        """Start of a word -> its end. Dots join words (`weapon.damage`) when a letter follows."""
        low, end = self.low, start
        while low[end].isalnum() or low[end] == "_" or (low[end] == "." and low[end + 1].isalpha()):
            end += 1
        return end

    def letters_end(self, start: int) -> int:
        """Start of a run of plain letters -> its end: modifiers stand directly before their numbers (`kh3`)."""
        low, end = self.low, start
        while "a" <= low[end] <= "z":
            end += 1
        return end

    def whole(self) -> int | None:
        """-> the whole number that stands next, or None."""
        low, start = self.low, self.pos
        end, value = start, 0
        while (digit := _DIGITS.get(low[end])) is not None:
            value = 10 * value + digit
            end += 1
        if end == start:
            return None
        self.pos = end
        if value > MAX_INTEGER:
            raise self.too_large(start)
        return value

    def number(self) -> Exact | None:
        """-> the number that stands next (`3`, `2.5`, `½`, `1½`) as an exact value, or None."""
        start = self.pos
        value = self.whole()
        following = self.low[self.pos]
        if value is not None and following == "." and self.low[self.pos + 1] in _DIGITS:
            return self._decimal(start, value)
        if following not in _VULGAR:
            return value
        from fractions import Fraction

        self.pos += 1
        part = Fraction(*_VULGAR[following])
        return part if value is None else value + part

    def _decimal(self, start: int, whole: int) -> Exact:
        self.pos += 1
        digits = self.pos
        self.whole()
        from fractions import Fraction

        # The digits may be many zeros: Fraction reads them exactly, but only to a length that stays in the limits.
        value = whole + Fraction(int(self.low[digits : self.pos]), 10 ** min(self.pos - digits, 400))
        if max(abs(value.numerator), value.denominator) > MAX_INTEGER:
            raise self.too_large(start)
        return value.numerator if value.denominator == 1 else value

    def too_large(self, start: int) -> ProblemError:
        message = "numbers go up to 10 to the power of 15 (a thousand million million)"
        return self.problem("too-large", message, start, self.pos)

    def quoted(self, quote: str, code: str, what: str) -> str:
        """At an opening quote -> the text up to the closing one; a doubled quote stands for itself."""
        start = self.pos
        pieces = []
        while True:
            end = self.low.find(quote, self.pos + 1)
            if end < 0:
                raise self.problem(code, f"this {what} is not closed", start, len(self.text), quote)
            pieces.append(self.text[self.pos + 1 : end])
            self.pos = end + 1
            if self.low[self.pos] != quote:
                return quote.join(pieces)


def read_comparison(reader: Reader) -> str:
    """-> the comparison operator that is here, passed, or ""."""
    low, pos = reader.low, reader.pos
    operator = COMPARISONS.get(low[pos : pos + 2])
    if operator:
        reader.pos += 2
        return operator
    operator = COMPARISONS.get(low[pos], "")
    if operator:
        reader.pos += 1
    return operator
