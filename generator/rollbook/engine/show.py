"""Roll -> what is shown of it: the author's own words with every die in its place, or a sentence.

`breakdown` gives pieces: beside each dice term and name what it came to. Their texts put together are exactly the
expression's text. `sentence` is `Attack: 17, from d20 (12) + 5` for eyes and, with signs as words, `spoken` for ears.
Where the text around a roll calls a number otherwise than its formula does, `called` says so and is shown instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .lean import frozen
from .nodes import Call, Dice, FaceDice, Group, Modified, Name, Value
from .roll import Roll
from .rolled import Die, Rolled, plain
from .words import Words

_NO_WORDS: Mapping[str, str] = {}


@frozen
class Piece:
    """A piece of the expression.

    `kind` is "text" (words that stay as they are), "dice" (a term with its dice), "choice" (a group, or advantage
    and disadvantage: `rolls` are the totals it chose from, each with whether it counts) or "name" (a name, a phrase
    of the book or a function whose own words say nothing of the value; with the dice thrown for it, if any).
    """

    kind: str
    text: str
    value: Value = ""
    dice: tuple[Die, ...] = ()
    rolls: tuple[tuple[Value, bool], ...] = ()

    def to_json(self) -> dict[str, object]:
        """Piece -> plain data for the page."""
        if self.kind == "text":
            return {"kind": self.kind, "text": self.text}
        return {
            "kind": self.kind,
            "text": self.text,
            "value": plain(self.value),
            "dice": [_die_json(die) for die in self.dice],
            "rolls": [{"value": plain(value), "kept": kept} for value, kept in self.rolls],
        }


def breakdown(roll: Roll, called: Mapping[str, str] = _NO_WORDS) -> tuple[Piece, ...]:
    """Roll, what its names are called in the text around it -> its spans, left to right."""
    text = roll.expression.text
    root = roll.rolled
    spans = [Piece("text", text[: root.node.start]), *_spans(root, text), Piece("text", text[root.node.end :])]
    return tuple([_renamed(span, called) for span in _joined(spans)] if called else _joined(spans))


def _renamed(span: Piece, called: Mapping[str, str]) -> Piece:
    words = called.get(span.text) if span.kind == "name" else None
    return span if words is None else Piece("name", words, span.value, span.dice, span.rolls)


def _spans(rolled: Rolled, text: str) -> list[Piece]:
    """Part of a roll -> the spans of its stretch of the text."""
    if (span := _leaf(rolled, text)) is not None:
        return [span]
    spans = []
    place = rolled.node.start
    for part in sorted(rolled.parts, key=lambda part: part.node.start):
        spans.append(Piece("text", text[place : part.node.start]))
        spans += _spans(part, text)
        place = part.node.end
    spans.append(Piece("text", text[place : rolled.node.end]))
    return spans


def _leaf(rolled: Rolled, text: str) -> Piece | None:
    """Part of a roll -> its span where it is shown as one piece; None where its own parts are shown."""
    node = rolled.node
    words = text[node.start : node.end]
    if _is_choice(node):
        size = len(node.source.members) if isinstance(node, Modified) and isinstance(node.source, Group) else 2
        rolls = tuple([(part.value, not part.dropped) for part in rolled.parts[:size]])
        return Piece("choice", words, rolled.value, tuple(rolled.all_dice()), rolls)
    if isinstance(node, (Dice, FaceDice, Modified)):
        # The dice thrown for its count, sides and modifiers, and then its own as they are shown.
        inside = [die for part in rolled.parts for die in part.all_dice()]
        return Piece("dice", words, rolled.value, (*inside, *rolled.dice))
    opaque = isinstance(node, Call) and node.function in ("maximum", "minimum", "mean", "lookup")
    if opaque or isinstance(node, Name) or _is_phrase(rolled):
        return Piece("name", words, rolled.value, tuple(rolled.all_dice()))
    return None


def _is_choice(node: object) -> bool:
    if isinstance(node, Modified):
        return isinstance(node.source, Group)
    return isinstance(node, Call) and node.function in ("adv", "dis")


def _is_phrase(rolled: Rolled) -> bool:
    """Whether the part is a phrase of the book: what it stands for has the same columns as the phrase itself."""
    node = rolled.node
    return any(part.node.start == node.start and part.node.end == node.end for part in rolled.parts)


def _joined(spans: list[Piece]) -> list[Piece]:
    """Spans -> the same without empty ones, neighbouring texts made one."""
    joined: list[Piece] = []
    for span in spans:
        if span.kind == "text" and joined and joined[-1].kind == "text":
            joined[-1] = Piece("text", joined[-1].text + span.text)
        elif span.text:
            joined.append(span)
    return joined


def _die_json(die: Die) -> dict[str, object]:
    shown = die.to_json()
    shown.update(value=plain(die.value), natural=die.natural, marks=list(die.marks))
    if die.fudge:
        shown["fudge"] = True
    return shown


_MANY_DICE = 30
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
    return _Teller(words.say, words.value, _spaced, _signed).tell(breakdown(roll, called), roll.total, title)


def spoken(roll: Roll, words: Words, title: str = "", called: Mapping[str, str] = _NO_WORDS) -> str:
    """The same as `sentence`, as it should sound: signs are words, minus 2 is not a dash."""
    teller = _Teller(words.say, words.spoken, lambda text, _: _sounding(text, words), lambda die: "")
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


@frozen
class _Teller:
    """One way to tell of a roll: in these words, with values so written and the author's signs so shown.

    `sign` is what is on a die instead of its number, if anything does."""

    say: Callable[..., str]
    write: Callable[[Value], str]
    between: Callable[[str, bool], str]
    sign: Callable[[Die], str]

    def tell(self, spans: tuple[Piece, ...], came_to: Value, title: str) -> str:
        text = self._sentence(spans, self.write(came_to))
        return self.say("titled", title=title, text=text) if title else text

    def _sentence(self, spans: tuple[Piece, ...], total: str) -> str:
        if all(span.kind == "text" for span in spans):
            return total
        told = [
            self.between(span.text, span is spans[0]) if span.kind == "text" else self._term(span) for span in spans
        ]
        return self.say("roll.from", total=total, parts=_single_spaced("".join(told)))

    def _term(self, span: Piece) -> str:
        """A term -> its words, and in parentheses what it came to."""
        return self.say("roll.term", term=" ".join(span.text.strip("`").split()), value=self._came_to(span))

    def _came_to(self, span: Piece) -> str:
        if span.kind == "choice":
            rolls = [self._kept(self.write(value), kept) for value, kept in span.rolls]
            return self.say("comma").join(rolls)
        total = self.write(span.value)
        if len(span.dice) > _MANY_DICE:
            return self.say("roll.came_to", dice=self.say("roll.many", count=len(span.dice)), total=total)
        dice = self.say("comma").join([self._die(die) for die in span.dice])
        if span.kind == "name":
            return self.say("roll.name_came_to", total=total, dice=dice) if len(span.dice) > 1 else total
        kept = [die for die in span.dice if die.kept]
        # Where the dice do not simply add up (successes counted, a die that only says how many) the result is said.
        adds_up = sum([die.value for die in kept]) == span.value and not any(die.marks for die in kept)
        return dice if adds_up and dice else self.say("roll.came_to", dice=dice, total=total) if dice else total

    def _die(self, die: Die) -> str:
        """Die -> its face and what became of it, in few words."""
        shown = self.sign(die) or self.write(die.face)
        if die.sides == 20 and die.natural and die.kept:
            shown = self.say("roll.natural", face=shown)
        if "rerolled" in die.marks:
            return self.say("roll.rerolled", face=shown)
        # A compounding die counts for those on top of it, which are shown after it.
        carries_others = "exploded" in die.marks and "added" not in die.marks
        if die.value != die.face and not carries_others and "compounded" not in die.marks:
            shown = self.say("roll.counting_as", face=shown, value=self.write(die.value))
        for mark in ("exploded", "success", "failure"):
            if mark in die.marks:
                shown = self.say(f"roll.{mark}", face=shown)
        return self._kept(shown, die.kept)

    def _kept(self, shown: str, kept: bool) -> str:
        return shown if kept else self.say("roll.dropped", value=shown)
