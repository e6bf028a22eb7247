"""The words of calculators, examples and sheets, one file per language under site_templates/words/widgets."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache

import yaml

from rollbook.render.theme_files import THEME


@dataclass(frozen=True, slots=True)
class Wording:
    """Every word that stands in a widget's static text. en.yml explains each beside its text."""

    calculator: str
    given: str
    steps: str
    outcomes: str
    results: str
    at_defaults: str
    from_to: str
    at_least: str
    at_most: str
    yes_or_no: str
    yes: str
    no: str
    any_dice: str
    any_number: str
    any_text: str
    unless_said: str
    when: str
    otherwise: str
    always: str
    spread: str
    about: str
    never: str
    chance_yes: str
    list_and: str
    list_or: str
    example: str
    example_given: str
    example_defaults: str
    example_dice: str
    example_shows: str
    example_result: str
    checked: str
    sheet: str
    fields: str
    points: str
    pool: str
    pool_each: str
    limits_with_bonuses: str
    derived: str
    rolled_once: str
    rules: str
    levels: str
    level_start: str
    level_most: str
    level_xp: str
    level_surplus: str
    each_level: str
    adds: str
    more_points: str
    choose: str
    unchosen: str
    only_if: str
    plus: str
    roll: str
    odds: str
    reset: str
    how: str
    play: str
    points_left: str
    character: str
    new_character: str
    delete_character: str
    save_file: str
    load_file: str
    print_sheet: str
    roll_value: str
    level: str
    add_xp: str
    add: str
    rise: str
    level_choices: str
    board: str
    index: str
    index_show: str
    index_all: str
    index_calculators: str
    index_roll_tables: str
    index_tables: str
    index_sheets: str
    index_calculator: str
    index_roll_table: str
    index_table: str
    index_sheet: str
    index_name: str
    index_kind: str
    index_section: str
    carries_out: str
    coverage_rule: str
    coverage_section: str
    coverage_played: str
    coverage_checked: str
    coverage_nothing: str
    compare_rules: str
    compare_tables: str
    compare_formulas: str
    compare_odds: str
    compare_same: str
    reading_ours: str
    reading_literal: str
    reading_other: str


@cache
def wording(language: str) -> Wording:
    """A BCP 47 tag -> the words in that language, or in English where nobody has translated them yet."""
    path = THEME / "words" / "widgets" / f"{language.split('-')[0].lower()}.yml"
    if not path.is_file():
        return wording("en")
    # BaseLoader keeps every value a text: `yes` and `no` are words here.
    entries = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    return Wording(**{field.name: entries[field.name] for field in fields(Wording)})
