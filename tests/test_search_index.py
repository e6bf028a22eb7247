"""What a search can find: every passage and thing of a book, each at an address that exists, split into fair terms."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rollbook.model.book import Shelf
from rollbook.render.site import render_site
from rollbook.render.site.search import render_search
from rollbook.render.site.search.entries import Entry
from rollbook.render.site.search.find_entries import find_entries
from rollbook.render.site.search.split_terms import split_terms

from tests.shelves import CASES, clean_shelf, to_read

CASE = CASES / "search"


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return clean_shelf(CASE)


@pytest.fixture(scope="module")
def entries(shelf: Shelf) -> tuple[Entry, ...]:
    return find_entries(shelf.books[0])


def lines() -> list[tuple[str, list[str]]]:
    written = [line for line in (CASE / "terms.txt").read_text("utf-8").splitlines() if not line.startswith("#")]
    return [(text.strip(), terms.split()) for text, _, terms in (line.partition("=>") for line in written)]


@pytest.mark.parametrize(("text", "terms"), lines(), ids=[text for text, _ in lines()])
def test_a_text_is_split_into_its_terms(text: str, terms: list[str]) -> None:
    assert split_terms(text) == terms


@given(st.text())
def test_terms_are_clean_whatever_the_text(text: str) -> None:
    for term in split_terms(text):
        assert term
        assert term == term.strip()
        assert " " not in term


def test_everything_with_a_name_is_an_entry(entries: tuple[Entry, ...]) -> None:
    found = [(entry.kind.name, entry.title, entry.page, entry.anchor) for entry in entries]
    assert found == [
        ("book", "The Ferry", "", ""),
        ("section", "Crossing", "crossing", ""),
        ("rule", "Armour and water", "crossing", "armour-and-water"),
        ("rule", "Shields as floats", "crossing", "rule-water.shield"),
        ("rule", "Currents", "crossing", "currents"),
        ("table", "Charms against drowning", "crossing", "table-charms"),
        ("charm", "Cork Heart", "crossing", "table-charms"),
        ("charm", "Gill Song", "crossing", "table-charms"),
        ("charm", "Otter’s Luck", "crossing", "table-charms"),
        ("calculator", "Swim ashore", "crossing", "calc-swim"),
        ("example", "A lucky stroke", "crossing", "calc-swim"),
        ("section", "Two-handed rowing", "crossing", "two-handed-rowing"),
        ("section", "Landing", "landing", ""),
        ("section", "Mooring the boat", "landing", "mooring-the-boat"),
        ("section", "Glossary", "glossary", ""),
        ("term", "Bank", "glossary", "term-bank"),
        ("term", "Current (CUR)", "glossary", "term-current"),
    ]


def test_an_entry_has_the_words_that_a_reader_sees(entries: tuple[Entry, ...]) -> None:
    by_title = {entry.title: entry for entry in entries}
    assert by_title["Shields as floats"].text == "A shield floats. Holding on to it gives you +1."
    assert by_title["Shields as floats"].names == ("water.shield",)
    assert by_title["Shields as floats"].under.title == "Armour and water"
    assert by_title["Gill Song"].text == "Cost 12 gold · Effect You breathe under water until you stop singing."
    assert by_title["Gill Song"].kind.label == "Charm"
    assert "The river keeps you." in by_title["Swim ashore"].text
    assert "Your swimming 4" in by_title["A lucky stroke"].text
    assert by_title["Current (CUR)"].text == "The pull of the river, told in its own section."
    assert by_title["Current (CUR)"].names == ("Current", "CUR", "undertow")


def test_a_list_that_repeats_the_book_is_not_found_in_place_of_it(entries: tuple[Entry, ...]) -> None:
    landing = next(entry for entry in entries if entry.anchor == "mooring-the-boat")
    assert "willow" in landing.text
    assert "Swim ashore" not in landing.text


def test_every_address_exists(shelf: Shelf) -> None:
    pages = {
        file.path: file.content.decode() for file in render_site(shelf, {}, to_read()) if file.path.endswith(".html")
    }
    checked = 0
    for book in shelf.books:
        for entry in find_entries(book):
            page = pages[f"site/{book.id}/{entry.page or 'index'}.html"]
            assert not entry.anchor or f'id="{entry.anchor}"' in page, entry
            checked += 1
    assert checked > 20


def test_the_file_says_where_each_term_stands(shelf: Shelf) -> None:
    files = {file.path.removeprefix("site/"): json.loads(file.content) for file in render_search(shelf)}
    listed = files["search.json"]
    assert [book["id"] for book in listed["books"]] == ["ferry", "ferry-first", "hafen"]
    for book in listed["books"]:
        file = files[book["file"]]
        terms = file["terms"].split(" ")
        assert terms == sorted(set(terms))
        for term, steps in zip(terms, file["hits"], strict=True):
            number = 0
            for step in steps:
                number += step // 4
                assert min(split_terms(file["entries"][number][5]).count(term), 4) == step % 4 + 1


def test_the_same_shelf_gives_the_same_files(shelf: Shelf) -> None:
    assert render_search(shelf) == render_search(shelf)


def test_the_page_names_the_list(shelf: Shelf) -> None:
    files = render_site(shelf, {}, to_read())
    page = next(file for file in files if file.path == "site/ferry/crossing.html").content.decode()
    path = page.partition('data-search="../')[2].partition('"')[0]
    assert f"site/{path}" in {file.path for file in files}
