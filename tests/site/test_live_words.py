"""The words of the scripts: every language has every one of them, and the scripts say no others."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml
from rollbook.render.site.live_words import live_words
from rollbook.render.theme_files import THEME

LANGUAGES = sorted(path.stem for path in (THEME / "words").glob("*.yml"))


def entries(language: str) -> dict[str, str]:
    path = THEME / "words" / "live" / f"{language}.yml"
    read: dict[str, str] = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    return read


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_word_of_the_scripts(language: str) -> None:
    english, own = entries("en"), entries(language)
    assert sorted(own) == sorted(english)
    for name, text in own.items():
        assert text.strip(), name
        assert sorted(re.findall(r"{\w+}", text)) == sorted(re.findall(r"{\w+}", english[name])), name


def test_the_scripts_say_no_other_words() -> None:
    known = entries("en")
    scripts = [Path(path).read_text(encoding="utf-8") for path in sorted((THEME / "scripts").glob("*.mjs"))]
    said = {word for text in scripts for word in re.findall(r'\bsay\("(\w+)"', text)}
    assert len(said) > 30
    assert sorted(said - set(known)) == []


def test_a_module_holds_the_words_of_a_language() -> None:
    modules = live_words()
    assert sorted(modules) == [f"words-{language}.mjs" for language in LANGUAGES]
    text = modules["words-en.mjs"].decode()
    assert json.loads(text.removeprefix("export default ").removesuffix(";\n")) == entries("en")
