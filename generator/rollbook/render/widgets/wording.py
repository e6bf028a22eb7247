"""The words of calculators, examples and sheets, and expressions, bounds and choices as a reader reads them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from rollbook.engine.choices import Choice
from rollbook.engine.expression import Expression
from rollbook.engine.quantity import Quantity
from rollbook.engine.words import Phrase, Words, number_text
from rollbook.model.quick_dataclass import dataclass
from rollbook.words import known_language, phrases, speech

if TYPE_CHECKING:
    from rollbook.engine.nodes import Value


@dataclass(frozen=True, slots=True)
class Line:
    """A name and what is said of it; `formula` as its author wrote it; `key`: what the engine calls it."""

    name: str
    formula: str = ""
    words: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Wording:
    """Every word that is in a widget's static text. en.yml explains each beside its text."""

    speech: Words  # what is said of dice
    note: Phrase
    note_back: Phrase
    box_ticked: Phrase
    box_open: Phrase
    calculator: Phrase
    colon: Phrase
    semicolon: Phrase
    given: Phrase
    steps: Phrase
    outcomes: Phrase
    results: Phrase
    at_defaults: Phrase
    from_to: Phrase
    at_least: Phrase
    at_most: Phrase
    yes_or_no: Phrase
    yes: Phrase
    no: Phrase
    any_dice: Phrase
    any_number: Phrase
    any_text: Phrase
    picture: Phrase
    any_of: Phrase
    any_rows: Phrase
    rows_with: Phrase
    clock: Phrase
    track: Phrase
    unless_said: Phrase
    always: Phrase
    spread: Phrase
    about: Phrase
    said_range: Phrase
    never: Phrase
    chance_yes: Phrase
    list_and: Phrase
    list_or: Phrase
    example: Phrase
    examples: Phrase
    example_given: Phrase
    example_defaults: Phrase
    example_dice: Phrase
    example_shows: Phrase
    example_result: Phrase
    checked: Phrase
    sheet: Phrase
    fields: Phrase
    points: Phrase
    pool: Phrase
    pool_each: Phrase
    limits_with_bonuses: Phrase
    derived: Phrase
    rolled_once: Phrase
    rules: Phrase
    levels: Phrase
    level_start: Phrase
    level_most: Phrase
    level_xp: Phrase
    level_surplus: Phrase
    each_level: Phrase
    adds: Phrase
    more_points: Phrase
    choose: Phrase
    unchosen: Phrase
    only_if: Phrase
    plus: Phrase
    roll: Phrase
    carry_out: Phrase
    odds: Phrase
    more: Phrase
    more_about: Phrase
    reset: Phrase
    how: Phrase
    play: Phrase
    points_left: Phrase
    character: Phrase
    new_character: Phrase
    delete_character: Phrase
    save_file: Phrase
    load_file: Phrase
    print_sheet: Phrase
    one_less: Phrase
    one_more: Phrase
    row_name: Phrase
    row_number: Phrase
    remove_row: Phrase
    choose_picture: Phrase
    remove_picture: Phrase
    form_at_end: Phrase
    form_from: Phrase
    form_down: Phrase
    form_up: Phrase
    form_nearest: Phrase
    form_higher: Phrase
    form_lower: Phrase
    form_pool: Phrase
    form_xp: Phrase
    form_notes: Phrase
    roll_value: Phrase
    level: Phrase
    add_xp: Phrase
    add: Phrase
    rise: Phrase
    undo_level: Phrase
    copy_character: Phrase
    link_character: Phrase
    level_choices: Phrase
    board: Phrase
    tracker: Phrase
    index: Phrase
    index_show: Phrase
    index_all: Phrase
    index_calculators: Phrase
    index_roll_tables: Phrase
    index_tables: Phrase
    index_records: Phrase
    index_stat_blocks: Phrase
    index_sheets: Phrase
    index_calculator: Phrase
    index_roll_table: Phrase
    index_table: Phrase
    index_record: Phrase
    index_stat_block: Phrase
    index_sheet: Phrase
    index_name: Phrase
    index_kind: Phrase
    index_section: Phrase
    carries_out: Phrase
    coverage_rule: Phrase
    coverage_section: Phrase
    coverage_played: Phrase
    coverage_checked: Phrase
    coverage_nothing: Phrase
    coverage_summary: Phrase
    compare_rules: Phrase
    compare_tables: Phrase
    compare_formulas: Phrase
    compare_odds: Phrase
    compare_same: Phrase
    reading_ours: Phrase
    reading_literal: Phrase
    reading_other: Phrase


@cache
def wording(language: str) -> Wording:
    """A BCP 47 tag -> the words in that language, or in English where nobody has translated them yet."""
    known = known_language(language)
    return Wording(speech=speech(known), **phrases(known, "widget"))


# A table's rows as choices: beyond these the table itself is the better place to read them.
_MOST_CHOICES = 12


def formula(expression: Expression) -> str:
    """An expression -> its author's words, without the back quotes that names with a space stand in."""
    return " ".join(expression.text.replace("`", "").split())


def value_text(value: Value, words: Wording) -> str:
    """A value -> as it is written in the widget's language."""
    return words.speech.value(value)


def bounds(low: Quantity | None, high: Quantity | None, words: Wording) -> str:
    """The least and the most that a number may be -> in words."""
    if low is not None and high is not None:
        return words.from_to.format(low=number_text(low), high=number_text(high))
    if low is not None:
        return words.at_least.format(low=number_text(low))
    return words.any_number if high is None else words.at_most.format(high=number_text(high))


def listed(names: list[str], last: str) -> str:
    """`a, b or c`; `last` is what stands before the last."""
    return last.join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def choice_names(choices: tuple[Choice, ...], words: Wording) -> str:
    """Choices -> their names in a row; of very many only the first."""
    names = [choice.name for choice in choices]
    if len(names) > _MOST_CHOICES:
        return ", ".join([*names[:_MOST_CHOICES], "…"])
    return listed(names, words.list_or)
