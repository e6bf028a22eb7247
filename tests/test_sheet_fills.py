"""A number that the sheet knows is filled in by every calculator that uses it, over the whole shelf.

Each value of a book's sheet is changed through the engine. A calculator that names the value, by the label of an input
or by the words of a rule that it carries out, must start from another number then.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

import pytest
from rollbook.build.examine import Examined
from rollbook.compare.passages import find_passages
from rollbook.engine.calculator import Calculator
from rollbook.engine.calculator.inputs import filled_in, read_inputs_given
from rollbook.engine.calculator.roll import roll_calculator
from rollbook.engine.dice import seeded
from rollbook.engine.sheet.derive import derive
from rollbook.model.book import Book
from rollbook.model.comparison import Passage
from rollbook.words import speech

from tests.characters import Alteration, alterations, empty_character, fed_dice, full_character

BOOKS = ("microluxe20", "microluxe20-first", "microluxe20-space", "game-reference", "skill20", "fen-mail")

# What a rule names and its calculator rightly leaves alone: calculators, and the values of the sheet, by the reason.
_PASSING = "the rule mentions it in passing; nothing is rolled or worked out with it here"
_SOMEBODY = "it is somebody else's number, which the reader's sheet does not know"
_KNOWING = "knowing the skill or spell lets you use it; it is no number"
_MOMENT = "it is chosen in the moment, not by what the sheet says"
_RESULT = "the calculator works it out"
_WORDS = "the sheet keeps it as words, without numbers"
_ELSEWHERE = "another calculator of the same rule uses it"
_MOVED = "a track that the result is written to, whatever stood there"
EXCEPTIONS: dict[str, dict[str, set[tuple[str, str]]]] = {
    "fen-mail": {
        _SOMEBODY: {("work", "grit")},
        _MOVED: {("clash", "grit"), *((name, "strain") for name in ("test", "bear-it", "lead", "sleep"))},
    },
    "microluxe20": {
        _SOMEBODY: {("unit-attack", "AC"), ("unit-attack", "HP"), ("unit-breath", "HP"), ("unit-scale", "HP")},
        _PASSING: {
            *(("metamagic", "MP"), ("stabilize", "HP"), ("healing", "HP"), ("next-level", "milestones")),
            *(("bulk", "DEX"), ("gain-level", "DEX"), ("magic-attack", "Communication")),
            *(("gain-level", "Guile"), ("gain-level", "Communication")),
        },
        _RESULT: {("beginner", skill) for skill in ("Physical", "Guile", "Knowledge", "Communication")},
    },
    "microluxe20-first": {
        _SOMEBODY: {("unit-attack", "AC"), ("unit-attack", "HP"), ("unit-scale", "HP")},
        _PASSING: {
            *(("metamagic", "HP"), ("stabilize", "HP"), ("healing", "HP"), ("next-level", "milestones")),
            *(("gain-level", "DEX"), ("gain-level", "MIND"), ("magic-attack", "Communication")),
            *(("gain-level", "Guile"), ("gain-level", "Communication")),
        },
        _RESULT: {("beginner", skill) for skill in ("Physical", "Guile", "Knowledge", "Communication")},
    },
    "microluxe20-space": {
        _PASSING: {
            *((name, "class") for name in ("attack", "skill-check", "spend-stats")),
            *((name, "HP") for name in ("stay-alive", "stun-hit")),
        },
        _WORDS: {("trait-balance", "traits"), ("trait-balance", "quirks")},
    },
    "game-reference": {
        _PASSING: {
            *(("cast", "suit"), ("lightning-bolt", "suit")),
            *((name, "HP") for name in ("check", "climb", "injury-roll")),
            *((name, "AR") for name in ("grapple", "net-escape", "poison")),
            *((name, "STR") for name in ("first-kit", "ranged", "turn-distance")),
            *(("turn-distance", "AGI"), ("melee", "WON"), ("ranged", "WON"), ("ranged", "weapon")),
        },
        _SOMEBODY: {
            *(("cleave", "AR"), ("cleave", "HP"), ("spell-save", "HP"), ("stealth", "WON")),
            *(("lightning-bolt", "AGI"), ("spell-attack", "AGI")),
        },
        _KNOWING: {
            *(("lightning-bolt", "Lightning Bolt"), ("spell-attack", "Fireball")),
            *(("spell-save", "Curse"), ("spell-save", "Illusion"), ("cleave", "Cleave"), ("tumble", "Tumble")),
        },
        _MOMENT: {
            *((name, value) for name in ("melee", "ranged") for value in ("Big Swing", "Enchant Weapon")),
            ("melee", "Point Blank Shot"),
        },
        _ELSEWHERE: {("net", "STR")},
    },
    "skill20": {
        _PASSING: {
            *((name, "STR") for name in ("armor-class", "initiative", "status-turn")),
            *((name, value) for name in ("spell-failure", "status-turn") for value in ("AC", "DEX")),
        },
        _SOMEBODY: {("concentration", "level"), ("grappling-attack", "CON")},
    },
}

# Not filled in yet. This list only ever gets shorter.
GAPS: dict[str, set[tuple[str, str]]] = {}

# What counts wherever another value does: a calculator that starts from the first must start from the others, too.
TOGETHER: dict[str, dict[str, tuple[str, ...]]] = {
    "game-reference": {"STR": ("injuries", "backpack"), "AGI": ("injuries",), "WON": ("injuries",)},
    "skill20": {"weapon": ("finesse",), "missile": ("DEX",)},
}


def book_of(examined: Examined, name: str) -> Book:
    return next(book for book in examined.shelf.books if book.id == name)


@pytest.mark.parametrize("name", BOOKS)
def test_a_calculator_that_names_a_value_of_the_sheet_starts_from_it(name: str, examined: Examined) -> None:
    excused = set[tuple[str, str]]().union(*EXCEPTIONS.get(name, {}).values())
    found = unmoved(book_of(examined, name))
    known = GAPS.get(name, set())
    assert sorted(found - excused - known) == [], "fill these in, or say above why not"
    assert sorted((excused | known) - found) == [], "these are filled in now, or gone: strike them from the lists above"


@pytest.mark.parametrize("name", [name for name in BOOKS if name in TOGETHER])
def test_what_counts_together_is_filled_in_together(name: str, examined: Examined) -> None:
    book = book_of(examined, name)
    altered = changes_of(book)
    missing = {
        (calculator.id, other)
        for calculator in book.rules.calculators.values()
        for value, others in TOGETHER[name].items()
        if moves(calculator, value, altered)
        for other in others
        if not moves(calculator, other, altered)
    }
    assert missing == set()


@pytest.mark.parametrize("name", BOOKS)
def test_every_calculator_opens_without_an_error(name: str, examined: Examined) -> None:
    """With no sheet, an empty one and a full one: nothing is refused, something is said, and no sign appears twice."""
    book = book_of(examined, name)
    sheet = book.rules.sheet
    assert sheet is not None
    characters = (empty_character(sheet), full_character(sheet, fed_dice(book)))
    for held in ({}, *(derive(sheet, character).values for character in characters)):
        for calculator in book.rules.calculators.values():
            assert read_inputs_given(calculator, {}, held)[1] == (), calculator.id
            for seed in range(5):
                run = roll_calculator(calculator, {}, seeded(seed), held)
                assert run.outcome is not None, calculator.id
                said = run.text(speech("en"))
                assert not re.search(r"[+−-]\s?[+−-]", said), (calculator.id, said)


# Labels that speak of somebody else, whose number the reader's sheet does not know.
_OTHERS = re.compile(
    r"\b(target|enemy|enemies|foe|opponent|other|others|their|theirs|them|they|unit|watchers?|patient|animal|caster"
    r"|attacker|whoever|object)\b",
    re.IGNORECASE,
)


@cache
def _phrase(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(words)}(?![\w-])")


def phrases(book: Book) -> dict[str, set[str]]:
    """Every value of the book's sheet and the words for it: its own name and label, and the book's vocabulary."""
    sheet = book.rules.sheet
    assert sheet is not None
    found: dict[str, set[str]] = {}
    for each in (*sheet.fields, *sheet.derived):
        found[each.name] = {each.name, each.label}
    for phrase, meaning in book.rules.phrases.items():
        if meaning.strip("`") in found:
            found[meaning.strip("`")].add(phrase)
    return found


def labelled(calculator: Calculator, words: set[str]) -> bool:
    """Whether an input asks for the reader's own number under one of these names."""
    own = [re.sub(r"^your ", "", each.label, flags=re.IGNORECASE) for each in calculator.inputs]
    labels = [label.casefold() for label in own if not _OTHERS.search(label)]
    return any(label == word.casefold() for word in words for label in labels)


def told(passages: str, words: set[str]) -> bool:
    """Whether the words of the rules name the value; everyday words (weapon, armour) are no names."""
    return any(_phrase(word).search(passages) for word in words if re.search(r"[A-Z]", word) and word != "Name")


def named_values(calculator: Calculator, passages: Mapping[str, Passage], known_as: Mapping[str, set[str]]) -> set[str]:
    words = "\n".join(passages[rule].text for rule in calculator.rules if rule in passages)
    return {
        name for name, known in known_as.items() if labelled(calculator, known) or told(words, known - {name.lower()})
    }


def trials(calculator: Calculator) -> list[dict[str, object]]:
    """Nothing chosen, then one choice or tick at a time: what is filled in may depend on it."""
    chosen: list[dict[str, object]] = [{}]
    for each in calculator.inputs:
        if each.kind == "choice":
            chosen += [{each.name: choice.name} for choice in each.choices]
        elif each.kind == "flag":
            chosen.append({each.name: not each.default})
    return chosen


def moves(calculator: Calculator, name: str, altered: list[Alteration]) -> bool:
    """Whether the calculator starts from another number once this value, or what it follows from, has changed."""
    own = [each for each in altered if each.field == name]
    return any(
        filled_in(calculator, given, each.before) != filled_in(calculator, given, each.after)
        for each in own or altered
        if name in each.changed
        for given in trials(calculator)
    )


def changes_of(book: Book) -> list[Alteration]:
    assert book.rules.sheet is not None
    return list(alterations(book.rules.sheet, fed_dice(book)))


def unmoved(book: Book) -> set[tuple[str, str]]:
    """(calculator, value) for every calculator that names a value of the sheet and does not start from it."""
    altered = changes_of(book)
    changing = frozenset(name for each in altered for name in each.changed)
    passages, known_as = find_passages(book), phrases(book)
    return {
        (calculator.id, name)
        for calculator in book.rules.calculators.values()
        for name in named_values(calculator, passages, known_as) & changing
        if not moves(calculator, name, altered)
    }
