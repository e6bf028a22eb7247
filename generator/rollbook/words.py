"""A language -> its words: site_templates/words has one file for each, with a section for each of those who speak."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import yaml

from rollbook.engine.rolls_in_text import DieWords, die_words
from rollbook.engine.words import Phrase, Words, read_words
from rollbook.model.quick_dataclass import dataclass
from rollbook.theme_files import THEME

FILES = THEME / "words"
# Languages whose script runs from right to left.
_FROM_THE_RIGHT = frozenset(("ar", "arc", "ckb", "dv", "fa", "he", "nqo", "ps", "sd", "syr", "ug", "ur", "yi"))


@dataclass(frozen=True, slots=True)
class PageWords:
    """Every word of the section `page`. en.yml explains each beside its text."""

    language: str
    speech: Words  # what is said of dice
    skip: Phrase
    shelf: Phrase
    book: Phrase
    cover: Phrase
    contents: Phrase
    chapters: Phrase
    set_in: Phrase
    on_page: Phrase
    index: Phrase
    screen_words: Phrase
    see: Phrase
    see_also: Phrase
    articles: Phrase
    on_this_page: Phrase
    plays_here: Phrase
    place: Phrase
    turn_page: Phrase
    turn_keys: Phrase
    previous: Phrase
    next: Phrase
    start_reading: Phrase
    chapter: Phrase
    appendix: Phrase
    glance: Phrase
    number_words: Phrase
    editor_view: Phrase
    editor_facts: Phrase
    by: Phrase
    edit: Phrase
    feed: Phrase
    take_along: Phrase
    paper_a4: Phrase
    paper_letter: Phrase
    paper_both: Phrase
    paper_plain: Phrase
    paper_a5: Phrase
    edition_sheet: Phrase
    edition_sheet_blank: Phrase
    edition_screen: Phrase
    edition_booklet_a4: Phrase
    edition_booklet_letter: Phrase
    edition_cards: Phrase
    edition_epub: Phrase
    epub_summary: Phrase
    pages: Phrase
    pdf_size: Phrase
    file_size: Phrase
    pdf: Phrase
    licence: Phrase
    licences: Phrase
    theme: Phrase
    theme_system: Phrase
    theme_light: Phrase
    theme_dark: Phrase
    not_found: Phrase
    not_found_text: Phrase
    to_shelf: Phrase
    moved_page: Phrase
    moved_text: Phrase
    moved_passage: Phrase
    roll_range: Phrase
    roll_fixed: Phrase
    roll_with_names: Phrase
    list_and: Phrase
    table: Phrase
    roll_die: Phrase
    on_table: Phrase
    modifier: Phrase
    chances: Phrase
    search: Phrase
    dice: Phrase
    lost: Phrase
    link_to: Phrase
    pin: Phrase
    pin_name: Phrase


def languages() -> tuple[str, ...]:
    """-> the languages that there are words for."""
    return tuple(sorted(path.stem for path in FILES.glob("*.yml")))


@cache
def command_words(language: str) -> Words:
    """A BCP 47 tag -> what the command line says besides, in that language or in English."""
    known = known_language(language)
    return Words(phrases(known, "engine") | phrases(known, "command"))


@cache
def speech(language: str) -> Words:
    """A BCP 47 tag -> what is said of dice in that language, or in English where nobody has translated it yet."""
    return Words(phrases(known_language(language), "engine"))


@cache
def page_words(language: str) -> PageWords:
    """A BCP 47 tag -> what pages say in that language, or in English where nobody has translated it yet."""
    known = known_language(language)
    return PageWords(language=known, speech=speech(known), **phrases(known, "page"))


def known_language(tag: str) -> str:
    """A BCP 47 tag -> the language of the words for it: its own, or English where nobody has translated them yet."""
    primary = tag.split("-")[0].lower()
    return primary if primary in languages() else "en"


def die_letter(tag: str) -> str:
    """A BCP 47 tag -> the letter that its people write for a die, as in 2d6 or 2W6."""
    letter = phrases(known_language(tag), "script")["tray_die"]
    return letter if letter == "d" else letter.upper()


def dice_phrases(tag: str) -> dict[str, str]:
    """A BCP 47 tag -> the phrase by which a vocabulary knows its letter for dice; none where that is a d."""
    letter = die_letter(tag)
    return {} if letter == "d" else {f"{letter}#": "d#"}


@cache
def words_around_dice(tag: str) -> DieWords:
    """A BCP 47 tag -> the words beside a die that speak about it in that language."""
    return die_words(speech(tag))


def direction(tag: str) -> str:
    """A BCP 47 tag -> which way its lines run: `rtl` from right to left, `ltr` from left to right."""
    return "rtl" if tag.split("-")[0].lower() in _FROM_THE_RIGHT else "ltr"


def phrases(language: str, section: str) -> dict[str, Phrase]:
    """A language that there are words for, a section of its file -> the phrases by key."""
    written = written_words(language)
    return read_words(written[section], written["plural"])


# Keeps every value a text: a translator may write `no` or `on` unquoted.
_LOADER = yaml.CBaseLoader


@cache
def written_words(language: str) -> Mapping[str, Mapping[str, str]]:
    """A language that there are words for -> its file as it is written, section by section."""
    text = (FILES / f"{language}.yml").read_text(encoding="utf-8")
    written: Mapping[str, Mapping[str, str]] = yaml.load(text, Loader=_LOADER)
    return written
