"""The files of words: every language has every phrase, with the same gaps, and everyone fills them the same way."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import fields

import pytest
from rollbook.engine.words import Phrase, read_words
from rollbook.render.site.live_words import live_words
from rollbook.render.widgets.wording import Wording, wording
from rollbook.theme_files import THEME
from rollbook.words import PageWords, languages, page_words, phrases, written_words

SECTIONS = ("page", "widget", "script", "engine", "command")


def gaps(phrase: Phrase) -> set[str]:
    """A phrase -> the names of its gaps, in all its forms."""
    return {gap for text in (phrase, *(form for _, form in phrase.forms)) for gap in re.findall(r"{\+?\w+}", text)}


def all_phrases(language: str) -> dict[str, Phrase]:
    return {f"{section}.{key}": phrase for section in SECTIONS for key, phrase in phrases(language, section).items()}


@pytest.mark.parametrize("language", languages())
def test_every_language_has_every_phrase_with_its_gaps(language: str) -> None:
    english, own = all_phrases("en"), all_phrases(language)
    assert sorted(own) == sorted(english)
    assert sorted(written_words(language)) == sorted(["plural", *SECTIONS])
    for key, phrase in own.items():
        assert phrase.strip(), key
        assert gaps(phrase) == gaps(english[key]), key
        assert not re.search(r"[{}]", re.sub(r"{\+?\w+}", "", phrase)), f"{key}: a brace that is no gap"


def test_pages_and_widgets_know_every_phrase_of_their_section() -> None:
    assert {*phrases("en", "page")} == {f.name for f in fields(PageWords)} - {"language", "speech"}
    assert {*phrases("en", "widget")} == {field.name for field in fields(Wording)} - {"speech"}


def test_the_scripts_say_every_phrase_of_their_section_and_no_other() -> None:
    scripts = "".join(path.read_text(encoding="utf-8") for path in sorted((THEME / "scripts").rglob("*.mjs")))
    said = {*re.findall(r'\bsay\(\s*"(\w+)"', scripts)}
    assert len(said) > 30
    assert said <= {*phrases("en", "script")}


def test_a_regional_language_uses_the_words_of_its_family() -> None:
    assert page_words("de-AT") == page_words("de") != page_words("en")
    assert page_words("xx") == page_words("en")
    assert wording("de-AT") == wording("de") != wording("xx") == wording("en")


def test_a_module_holds_the_words_of_a_language() -> None:
    modules = live_words()
    assert sorted(modules) == [f"words-{language}.mjs" for language in languages()]
    module = json.loads(modules["words-en.mjs"].decode().removeprefix("export default ").removesuffix(";\n"))
    assert module["phrases"] == written_words("en")["script"]


FRENCH = {"one": "0-1"}
ENGLISH = {"one": "1"}


@pytest.mark.parametrize(
    ("phrase", "plural", "values", "text"),
    [
        ("{a} of {b}", ENGLISH, {"a": 3, "b": "x"}, "3 of x"),
        ("{+a}", ENGLISH, {"a": 3}, "+3"),
        ("{+a}", ENGLISH, {"a": 0}, "+0"),
        ("{+a} {a}", ENGLISH, {"a": -2}, "−2 −2"),
        ({"one": "{count} die", "other": "{count} dice"}, ENGLISH, {"count": 1}, "1 die"),
        ({"one": "{count} die", "other": "{count} dice"}, ENGLISH, {"count": 0}, "0 dice"),
        ({"one": "{count} die", "other": "{count} dice"}, ENGLISH, {"count": 21}, "21 dice"),
        ({"one": "{count} dé", "other": "{count} dés"}, FRENCH, {"count": 0}, "0 dé"),
        ({"one": "{count} dé", "other": "{count} dés"}, FRENCH, {"count": -1}, "−1 dé"),
        ({"one": "{count} dé", "other": "{count} dés"}, FRENCH, {"count": 2}, "2 dés"),
    ],
)
def test_gaps_are_filled(
    phrase: str | Mapping[str, str], plural: Mapping[str, str], values: Mapping[str, object], text: str
) -> None:
    assert read_words({"key": phrase}, plural)["key"].format(**values) == text
