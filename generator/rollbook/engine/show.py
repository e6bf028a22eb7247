"""Roll, words -> a sentence: `Attack: 17, from d20 (12) + 5`, for eyes and, with signs as words, for ears."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .breakdown import Piece, breakdown
from .lean import TypeAlias
from .nodes import Value
from .roll import Roll
from .rolled import Die
from .words import Words

Write: TypeAlias = Callable[[Value], str]


_MANY_DICE = 30
_NO_WORDS: Mapping[str, str] = {}
_SIGNS = frozenset("+-−–×*/÷<>=≤≥≠!%")
_DOUBLE_SIGNS = frozenset(("<=", ">=", "!=", "==", "<>", "//", "**"))
# Signs of the notation and the words for them. Longer signs first: they are replaced one after the other.
_SPOKEN = (
    *(("<=", "at_most"), (">=", "at_least"), ("!=", "other_than"), ("//", "divided_down"), ("**", "power")),
    *(("≤", "at_most"), ("≥", "at_least"), ("≠", "other_than"), ("−", "minus"), ("–", "minus"), ("-", "minus")),
    *(("+", "plus"), ("×", "times"), ("*", "times"), ("÷", "divided"), ("/", "divided")),
    *(("<", "less_than"), (">", "more_than"), ("=", "equals"), (" vs ", "against")),
)
_SILENT = (("(", " "), (")", " "), ("[", ", "), ("]", ""))


def sentence(roll: Roll, words: Words, title: str = "", called: Mapping[str, str] = _NO_WORDS) -> str:
    """Roll, words, what it is for, what its names are called there -> a sentence that shows every die."""
    return _Teller(words, words.value, _spaced, _signed).tell(breakdown(roll, called), roll.total, title)


def spoken(roll: Roll, words: Words, title: str = "", called: Mapping[str, str] = _NO_WORDS) -> str:
    """The same as `sentence`, as it should sound: signs are words, minus 2 is not a dash."""
    teller = _Teller(words, words.spoken, lambda text, _: _sounding(text, words), lambda die: "")
    return teller.tell(breakdown(roll, called), roll.total, title)


def _signed(die: Die) -> str:
    """A die -> the sign on the face that it shows, where its faces are signs."""
    return {-1: "−", 0: "0", 1: "+"}[int(die.face)] if die.fudge else ""


def _spaced(text: str, opening: bool) -> str:
    """Words between terms, whether they open the expression -> the same with a space on each side of an operator."""
    pieces: list[str] = []
    operand_next = opening
    place = 0
    while place < len(text):
        piece = text[place : place + 2] if text[place : place + 2] in _DOUBLE_SIGNS else text[place]
        place += len(piece)
        if piece[0] in _SIGNS:
            # Where an operand is due, the sign belongs to it: -1d4.
            pieces.append(piece if operand_next else f" {piece} ")
            operand_next = True
        else:
            pieces.append(piece)
            operand_next = piece in "(,{" if piece != " " else operand_next
    return "".join(pieces)


def _sounding(text: str, words: Words) -> str:
    for sign, key in _SPOKEN:
        if sign in text:
            text = text.replace(sign, f" {words.say(f'sign.{key}')} ")
    for sign, silence in _SILENT:
        text = text.replace(sign, silence)
    return text


def _single_spaced(text: str) -> str:
    # Only common spaces: those that a language puts before its colons stay as they are.
    return " ".join([word for word in text.replace("\n", " ").replace("\t", " ").split(" ") if word])


class _Teller:
    """One way to tell of a roll: in these words, with values so written and the author's signs so shown.

    `sign` is what is on a die instead of its number, if anything does."""

    __slots__ = ("_between", "_say", "_sign", "_write")

    def __init__(
        self, words: Words, write: Write, between: Callable[[str, bool], str], sign: Callable[[Die], str]
    ) -> None:
        self._say = words.say
        self._write = write
        self._between = between
        self._sign = sign

    def tell(self, spans: tuple[Piece, ...], came_to: Value, title: str) -> str:
        text = self._sentence(spans, self._write(came_to))
        return self._say("titled", title=title, text=text) if title else text

    def _sentence(self, spans: tuple[Piece, ...], total: str) -> str:
        if all(span.kind == "text" for span in spans):
            return total
        told = [
            self._between(span.text, span is spans[0]) if span.kind == "text" else self._term(span) for span in spans
        ]
        return self._say("roll.from", total=total, parts=_single_spaced("".join(told)))

    def _term(self, span: Piece) -> str:
        """A term -> its words, and in parentheses what it came to."""
        return self._say("roll.term", term=" ".join(span.text.strip("`").split()), value=self._came_to(span))

    def _came_to(self, span: Piece) -> str:
        if span.kind == "choice":
            rolls = [self._kept(self._write(value), kept) for value, kept in span.rolls]
            return self._say("comma").join(rolls)
        total = self._write(span.value)
        if len(span.dice) > _MANY_DICE:
            return self._say("roll.came_to", dice=self._say("roll.many", count=len(span.dice)), total=total)
        dice = self._say("comma").join([self._die(die) for die in span.dice])
        if span.kind == "name":
            return self._say("roll.name_came_to", total=total, dice=dice) if len(span.dice) > 1 else total
        kept = [die for die in span.dice if die.kept]
        # Where the dice do not simply add up (successes counted, a die that only says how many) the result is said.
        adds_up = sum([die.value for die in kept]) == span.value and not any(die.marks for die in kept)
        return dice if adds_up and dice else self._say("roll.came_to", dice=dice, total=total) if dice else total

    def _die(self, die: Die) -> str:
        """Die -> its face and what became of it, in few words."""
        shown = self._sign(die) or self._write(die.face)
        if die.sides == 20 and die.natural and die.kept:
            shown = self._say("roll.natural", face=shown)
        if "rerolled" in die.marks:
            return self._say("roll.rerolled", face=shown)
        # A compounding die counts for those on top of it, which are shown after it.
        carries_others = "exploded" in die.marks and "added" not in die.marks
        if die.value != die.face and not carries_others and "compounded" not in die.marks:
            shown = self._say("roll.counting_as", face=shown, value=self._write(die.value))
        for mark in ("exploded", "success", "failure"):
            if mark in die.marks:
                shown = self._say(f"roll.{mark}", face=shown)
        return self._kept(shown, die.kept)

    def _kept(self, shown: str, kept: bool) -> str:
        return shown if kept else self._say("roll.dropped", value=shown)
