"""book.yml and shelf.yml: what they may say is what settings.py says. Mistakes in them: tests/cases/mistakes."""

from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rollbook.model.settings import (
    BookSettings,
    Colours,
    CoverSettings,
    FontSettings,
    LogoSettings,
    PrintShopSettings,
    Shades,
    ShelfSettings,
)
from rollbook.model.source import Source
from rollbook.model.theme import THEMES
from rollbook.parse.parse_settings import parse_book_settings, parse_shelf_settings

BOOK = """
title: The Saga
subtitle: >
    A game of
    long evenings
edition: 2nd printing, 2026
authors: [Jane Doe, "Smith, John"]
description: "Rules: all of them"
language: pt-BR
theme: terminal
accent: "#7a1F1f"
colours: {light: {paper: "#ffffff", ink: "#000000", accent: "#0000aa"}, dark: {paper: "#000000"}}
fonts: {text: fonts/a.ttf, headings: Grenze Gotisch, tables: b.otf, licence: Free}
emblem: fate
cover: {picture: art/front.png, cloth: "#102030", lettering: "#ffeedd", words: no}
logo: {picture: art/front.png, dark: art/front.png, words: Saga}
licence: CC BY 4.0
repository: https://example.org/saga/rules
branch: next/one
path: books/saga
chapters: [start.md, combat/fight.md]
classes: [sidebar, handout]
papers: [letter, a5]
chapter_start: recto
index: no
print: [start.md]
site_only: combat/fight.md
editions: none
print_shop: {paper: a4, bleed: 3.175, marks: no, leaf: 0.09}
initials: no
appendix: [start.md]
screen_words: yes
system_fonts: yes
"""


def test_every_setting_of_a_book_is_read() -> None:
    read, found = parse_book_settings(Source("book.yml", BOOK), ("combat/fight.md", "start.md"), ("art/front.png",))
    assert found == ()
    assert read == BookSettings(
        title="The Saga",
        subtitle="A game of long evenings",
        edition="2nd printing, 2026",
        authors=("Jane Doe", "Smith, John"),
        description="Rules: all of them",
        language="pt-BR",
        theme="terminal",
        accent="#7a1F1f",
        colours=Colours(Shades("#ffffff", "#000000", "#0000aa"), Shades("#000000")),
        fonts=FontSettings("fonts/a.ttf", "Grenze Gotisch", "b.otf", "Free"),
        emblem="fate",
        cover=CoverSettings("art/front.png", "#102030", "#ffeedd", "no"),
        logo=LogoSettings("art/front.png", "art/front.png", "Saga"),
        licence="CC BY 4.0",
        repository="https://example.org/saga/rules",
        branch="next/one",
        path="books/saga",
        chapters=("start.md", "combat/fight.md"),
        classes=("sidebar", "handout"),
        papers=("letter", "a5"),
        chapter_start="recto",
        index="no",
        print=("start.md",),
        site_only=("combat/fight.md",),
        editions=("none",),
        print_shop=PrintShopSettings("a4", "3.175", "no", "0.09"),
        initials="no",
        appendix=("start.md",),
        screen_words="yes",
        system_fonts="yes",
    )
    unset = BookSettings()
    assert all(getattr(read, field.name) != getattr(unset, field.name) for field in fields(read))


def test_every_setting_of_a_shelf_is_read() -> None:
    text = "title: Games\ndescription: Ours.\nlanguage: de\naddress: https://example.org/games/\nbooks: [b, a]\n"
    text += "theme: academic\npapers: [plain, a4]\neditions: none\nrequires: '>=0.1'\n"
    text += "fonts: {text: a.ttf}\nlogo: a.svg\n"
    read, found = parse_shelf_settings(Source("shelf.yml", text), ("a", "b", "c"), THEMES, ("a.svg",))
    assert found == ()
    address = "https://example.org/games/"
    assert read == ShelfSettings(
        "Games",
        "Ours.",
        "de",
        address,
        ("b", "a"),
        "academic",
        LogoSettings("a.svg"),
        FontSettings("a.ttf"),
        ">=0.1",
        ("plain", "a4"),
        ("none",),
    )


@pytest.mark.parametrize(
    ("written", "codes"),
    [
        ("'>=0'", []),
        ("'>= 0.1.0'", []),
        ("", []),
        ("'>=0.0.99'", []),
        ("'>=99'", ["needs-newer"]),
        ("'>=0.99.1'", ["needs-newer"]),
        ("1.2", ["bad-setting"]),
        ("'<2'", ["bad-setting"]),
    ],
)
def test_a_shelf_may_require_a_version(written: str, codes: list[str]) -> None:
    _, found = parse_shelf_settings(Source("shelf.yml", f"requires: {written}\n"), ())
    assert [problem.code for problem in found] == codes


@pytest.mark.parametrize("text", ["", "# nothing", "---", "title:\nlanguage: ~\nchapters:\n", "{}"])
def test_what_is_not_said_keeps_its_default(text: str) -> None:
    assert parse_book_settings(Source("book.yml", text), ("a.md",)) == (BookSettings(), ())


def test_without_a_file_everything_keeps_its_default() -> None:
    assert parse_book_settings(None, ("a.md",)) == (BookSettings(), ())
    assert parse_shelf_settings(None, ("a",)) == (ShelfSettings(), ())


def test_a_wrong_setting_leaves_the_right_ones() -> None:
    read, found = parse_book_settings(Source("book.yml", "title: Saga\naccent: red\nlanguage: de\n"), ())
    assert [problem.code for problem in found] == ["bad-setting"]
    assert read == BookSettings(title="Saga", language="de")


def test_one_text_for_a_cover_is_its_picture_or_its_cloth() -> None:
    read, found = parse_book_settings(Source("book.yml", "cover: front.png"), (), ("front.png",))
    assert (read.cover, found) == (CoverSettings(picture="front.png"), ())
    read, found = parse_book_settings(Source("book.yml", "cover: '#123456'"), ())
    assert (read.cover, found) == (CoverSettings(cloth="#123456"), ())


@pytest.mark.parametrize("tag", ["en", "de", "pt-BR", "zh-Hant-TW", "es-419", "sl-rozaj", "gsw"])
def test_plausible_languages(tag: str) -> None:
    read, found = parse_book_settings(Source("book.yml", f"language: {tag}"), ())
    assert (read.language, found) == (tag, ())


@pytest.mark.parametrize("tag", ["e", "english", "en_GB", "en-", "en GB", "-en", "1n"])
def test_implausible_languages(tag: str) -> None:
    read, [problem] = parse_book_settings(Source("book.yml", f"language: '{tag}'"), ())
    assert (read.language, problem.code) == ("en", "bad-setting")


@given(st.lists(st.sampled_from([*(f.name for f in fields(BookSettings)), ": ", "\n", "- ", "x", "[", "#1", "'"])))
@settings(max_examples=200, deadline=None)
def test_any_text_is_read_without_an_exception(words: list[str]) -> None:
    read, _ = parse_book_settings(Source("book.yml", "".join(words)), ("a.md",))
    for field in fields(BookSettings):
        assert type(getattr(read, field.name)) is type(field.default)


@pytest.mark.parametrize(
    "licence",
    [
        "[words](ms-word:ofe|u|https://example.org/x.docx)",
        "[words](intent://example.org#Intent;scheme=x;end)",
        "[words](blob:https://example.org/1)",
        "See <ms-word:x> for more.",
        "**[words](../private.html)**",
        "[words](rules.md)",
        "![seal](https://example.org/seal.png)",
        "[ ![seal](seal.png) ](https://example.org)",
    ],
)
def test_a_licence_leads_to_other_sites_only_and_shows_no_pictures(licence: str) -> None:
    read, problems = parse_book_settings(Source("book.yml", f"licence: '{licence}'\n"), ())
    assert read.licence == ""
    assert {(problem.code, problem.place.line) for problem in problems} == {("bad-setting", 1)}


@pytest.mark.parametrize(
    "licence",
    [
        "CC BY 4.0",
        "[CC BY 4.0](https://creativecommons.org/licenses/by/4.0/)",
        "<https://example.org/x> or <mailto:a@example.org>",
        "[words](javascript:alert(1))",  # no link to Markdown, but words
    ],
)
def test_a_licence_is_a_line_of_markdown(licence: str) -> None:
    read, problems = parse_book_settings(Source("book.yml", f"licence: '{licence}'\n"), ())
    assert (read.licence, problems) == (licence, ())
