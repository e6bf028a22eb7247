"""The files of words: every language has every phrase, with the same gaps, and everyone fills them the same way."""

from __future__ import annotations

import ast
import json
import re
import subprocess
from collections.abc import Mapping
from dataclasses import fields
from html import unescape
from pathlib import Path

import pytest
import rollbook.engine
from rollbook.command_line import main
from rollbook.engine.words import Phrase, read_words
from rollbook.render.site import render_site
from rollbook.render.site.pack_scripts import live_words
from rollbook.render.widgets.wording import Wording, wording
from rollbook.theme_files import THEME
from rollbook.words import PageWords, direction, languages, page_words, phrases, written_words

from tests.english import FRENCH, SECTIONS, TRANSLATED, english_in, translated
from tests.shelves import shelf_of, to_read


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


ROOT = Path(__file__).parents[1]
DOCUMENTS = [
    *(
        ROOT / name
        for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "Makefile", "action.yml")
    ),
    *sorted((ROOT / "content" / "guide").glob("*.md")),
    *sorted((ROOT / "generator" / "rollbook" / "new_shelf").rglob("*.md")),
    THEME / "words" / "en.yml",
]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_no_document_reads_translated(path: Path) -> None:
    assert translated(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("package", sorted(path.name for path in (ROOT / "generator/rollbook").glob("[a-z]*/")))
def test_no_message_reads_translated(package: str) -> None:
    said = [text for path in (ROOT / "generator/rollbook" / package).rglob("*.py") for text in _texts(path)]
    assert [(text, phrases) for text in said if (phrases := translated(text))] == []


def _texts(path: Path) -> list[str]:
    """A module -> its texts, but for what explains the code."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    explains = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in explains
    ]


def test_a_translated_phrase_is_found() -> None:
    assert translated("Put it behind the dash; it belongs into line 5, and “x” is no number.") != []
    assert all(re.compile(phrase) for phrase in TRANSLATED)


def test_a_module_holds_the_words_of_a_language() -> None:
    modules = live_words()
    assert sorted(modules) == [f"words-{language}.mjs" for language in languages()]
    module = json.loads(modules["words-en.mjs"].decode().removeprefix("export default ").removesuffix(";\n"))
    assert module["phrases"] == written_words("en")["script"]


FROM_TWO = {"one": "0-1"}
BUT_ONE = {"one": "1"}


@pytest.mark.parametrize(
    ("phrase", "plural", "values", "text"),
    [
        ("{a} of {b}", BUT_ONE, {"a": 3, "b": "x"}, "3 of x"),
        ("{+a}", BUT_ONE, {"a": 3}, "+3"),
        ("{+a}", BUT_ONE, {"a": 0}, "+0"),
        ("{+a} {a}", BUT_ONE, {"a": -2}, "−2 −2"),
        ({"one": "{count} die", "other": "{count} dice"}, BUT_ONE, {"count": 1}, "1 die"),
        ({"one": "{count} die", "other": "{count} dice"}, BUT_ONE, {"count": 0}, "0 dice"),
        ({"one": "{count} die", "other": "{count} dice"}, BUT_ONE, {"count": 21}, "21 dice"),
        ({"one": "{count} dé", "other": "{count} dés"}, FROM_TWO, {"count": 0}, "0 dé"),
        ({"one": "{count} dé", "other": "{count} dés"}, FROM_TWO, {"count": -1}, "−1 dé"),
        ({"one": "{count} dé", "other": "{count} dés"}, FROM_TWO, {"count": 2}, "2 dés"),
    ],
)
def test_gaps_are_filled(
    phrase: str | Mapping[str, str], plural: Mapping[str, str], values: Mapping[str, object], text: str
) -> None:
    assert read_words({"key": phrase}, plural)["key"].format(**values) == text


def test_french_puts_a_narrow_space_before_its_signs() -> None:
    for key, phrase in all_phrases("fr").items():
        for text in (phrase, *(form for _, form in phrase.forms)):
            assert not re.search(r"(?<!\u202f)[;!?»%]|(?<![\u202f\d]):|«(?!\u202f)|[\"'“”]", text), (key, text)


def test_no_english_is_left_in_a_french_pdf_nor_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf = ["--content", str(FRENCH / "content"), "--data", str(FRENCH / "data")]
    assert main(["build", *shelf, "--out", str(tmp_path)]) == 0
    (pdf,) = (tmp_path / "pdf").glob("phare.pdf")
    printed = subprocess.run(["pdftotext", str(pdf), "-"], capture_output=True, text=True, check=True).stdout
    assert "Une lanterne du phare" in printed
    assert english_in(printed) == []
    chapter = (tmp_path / "site" / "phare" / "la-tempete.html").read_text(encoding="utf-8")
    assert "«\u202fjamais deux fois\u202f». Attention\u202f! Qui monte\u202f?" in chapter
    pages = sorted((tmp_path / "site").rglob("*.html"))
    assert len(pages) > 4
    for page in pages:
        assert english_in(_shown(page.read_text(encoding="utf-8"))) == [], page.name
    # What it looks for is found where it is.
    assert english_in("Nothing has been rolled yet: roll the dice") != []
    capsys.readouterr()
    said = [("roll", "4d6kh3r1!", "--seed", "3"), ("roll", "d20 - Force", "--set", "Force=3"), ("odds", "3d6 >= 7")]
    for command in (*said, ("odds", "2d6"), ("odds", "99d9+40d40"), ("roll", "4d6kx"), ("roll", "9999999d6")):
        main([*command, "--language", "fr"])
    told = capsys.readouterr()
    assert "probabilité" in told.out
    assert english_in(told.out + told.err) == []


def _shown(page: str) -> str:
    """A page -> everything in it that is read, seen or heard."""
    spoken = re.findall(r'\b(?:aria-label|title|alt|placeholder|content)="([^"]*)"', page.partition("<body")[2])
    seen = re.sub(r"<(script|style)\b.*?</\1>|<[^>]*>", " ", page.partition("<body")[2], flags=re.DOTALL)
    return unescape(" ".join((seen, *spoken)))


@pytest.mark.parametrize(
    ("tag", "way"), [("he", "rtl"), ("ar-EG", "rtl"), ("fa", "rtl"), ("fr", "ltr"), ("en-GB", "ltr")]
)
def test_some_languages_run_from_right_to_left(tag: str, way: str) -> None:
    assert direction(tag) == way


def test_a_hebrew_book_runs_from_right_to_left(tmp_path: Path) -> None:
    book = tmp_path / "content" / "sefer"
    book.mkdir(parents=True)
    (book / "book.yml").write_text("title: ספר\nlanguage: he\n", encoding="utf-8")
    (book / "01-one.md").write_text("# פרק\n\nטקסט 2d6.\n", encoding="utf-8")
    files = render_site(shelf_of(tmp_path), {}, to_read())
    pages = {file.path: file.content.decode() for file in files if file.path.endswith(".html")}
    mirrored = {path for path, text in pages.items() if re.search('<html[^>]* dir="rtl"', text)}
    assert mirrored == {path for path in pages if path.startswith("site/sefer/")} != set()


# Physical sides, and shorthands of four whose left and right differ. A float has its logical twin behind it, for
# browsers that know no other.
_PHYSICAL = re.compile(
    r"(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b|(?<![-\w])(?:left|right):"
    r"|text-align: (?:left|right)|border-(?:top|bottom)-(?:left|right)-radius"
    r"|(?:float|clear): (?:left|right);(?! (?:float|clear): inline-(?:start|end))"
)
_SHORTHAND = re.compile(r"(?<![-\w])(?:margin|padding|inset|scroll-margin|scroll-padding): ([^;{}]+)[;}]")


def _values(text: str) -> list[str]:
    """`0 calc(1px + 2px) auto 1em` -> its values."""
    return re.findall(r"(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+", text)


@pytest.mark.parametrize("path", sorted((THEME / "styles").glob("*.css")), ids=lambda path: path.name)
def test_styles_mirror_by_themselves(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert _PHYSICAL.findall(text) == []
    four = [values for found in _SHORTHAND.findall(text) if len(values := _values(found)) == 4]
    assert [values for values in four if values[1] != values[3]] == []


def test_the_engine_says_phrases_that_there_are() -> None:
    said: set[str] = set()
    for path in sorted((Path(rollbook.engine.__file__).parent).rglob("*.py")):
        said |= {*re.findall(r'say\(\s*"([\w.]+)"', path.read_text(encoding="utf-8"))}
    assert len(said) > 30
    assert said <= {*phrases("en", "engine")}


def test_a_script_fills_gaps_as_python_does(tmp_path: Path) -> None:
    """The format is written twice, in engine/words.py and in words.mjs; here both are asked the same."""
    written = {"signed": "{+a} {a}", "dice": {"one": "{count} die", "other": "{count} dice"}, "of": "{a} of {b}"}
    asked: list[tuple[str, dict[str, object]]] = [
        *(("signed", {"a": number}) for number in (-2, 0, 3)),
        *(("dice", {"count": number}) for number in (-1, 0, 1, 2, 21)),
        ("of", {"a": "x", "b": "{y}"}),
    ]
    (tmp_path / "words.mjs").write_bytes((THEME / "scripts" / "page" / "words.mjs").read_bytes())
    for language, plural in (("aa", BUT_ONE), ("bb", FROM_TWO)):
        module = json.dumps({"plural": plural, "phrases": written})
        (tmp_path / f"words-{language}.mjs").write_text(f"export default {module};\n", encoding="utf-8")
        script = (
            'import { say, useWords } from "./words.mjs";'
            f'await useWords("{language}");'
            f"console.log(JSON.stringify({json.dumps(asked)}.map(([key, values]) => say(key, values))));"
        )
        (tmp_path / "ask.mjs").write_text(script, encoding="utf-8")
        told = subprocess.run(["node", "ask.mjs"], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
        own = read_words(written, plural)
        assert json.loads(told) == [own[key].format(**values) for key, values in asked]
