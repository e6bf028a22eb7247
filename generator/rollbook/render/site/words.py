"""The words of the interface, one file per language under site_templates/words."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache

import yaml

from rollbook.render.theme_files import THEME


@dataclass(frozen=True, slots=True)
class Words:
    """Every word that the site itself says. en.yml explains each beside its text."""

    language: str
    skip: str
    shelf: str
    book: str
    cover: str
    contents: str
    chapters: str
    on_this_page: str
    place: str
    turn_page: str
    turn_keys: str
    previous: str
    next: str
    start_reading: str
    chapter: str
    by: str
    edit: str
    feed: str
    take_along: str
    paper_a4: str
    paper_letter: str
    paper_plain: str
    paper_a5: str
    pages: str
    one_page: str
    pdf_size: str
    decimal_mark: str
    pdf: str
    licence: str
    theme: str
    theme_system: str
    theme_light: str
    theme_dark: str
    not_found: str
    not_found_text: str
    to_shelf: str
    moved_page: str
    moved_text: str
    moved_passage: str
    roll_range: str
    roll_fixed: str
    roll_with_names: str
    list_and: str
    roll_die: str
    on_table: str
    modifier: str
    chances: str
    search: str
    dice: str
    lost: str
    link_to: str
    pin: str
    pin_name: str


@cache
def words(language: str) -> Words:
    """A BCP 47 tag -> the words in that language, or in English where nobody has translated them yet."""
    primary = language.split("-")[0].lower()
    path = THEME / "words" / f"{primary}.yml"
    if not path.is_file():
        return words("en")
    # BaseLoader keeps every value a text: a translator may write `no` or `on` unquoted.
    entries = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    return Words(
        language=primary, **{field.name: entries[field.name] for field in fields(Words) if field.name != "language"}
    )
