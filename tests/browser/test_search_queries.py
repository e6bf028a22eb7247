"""Every line of cases/search/queries.yml, asked of the real shelf's index by the reader's own search in Chromium."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.sync_api import Browser, Page
from rollbook.render.site.search.split_terms import split_terms
from rollbook.theme_files import THEME

from tests.shelves import CASES

from .hosting import hosted

CASE = CASES / "search"
QUERIES: list[dict[str, Any]] = yaml.safe_load((CASE / "queries.yml").read_text("utf-8"))
FIRST = 3

ASK = """async ({ list, queries }) => {
  const { openShelf } = await import("./scripts/search/books.mjs");
  const { search } = await import("./scripts/search/rank.mjs");
  const books = await openShelf(new URL(list, document.baseURI).href, "");
  const place = ({ entry }) => [entry.address, entry.under.address].map(decodeURIComponent);
  return queries.map(({ type, ...where }) => search(type, { books, ...where }).results.map(place));
}"""
SPLIT = """async (texts) => {
  const { splitTerms } = await import("./scripts/search/terms.mjs");
  return texts.map(splitTerms);
}"""


@pytest.fixture(scope="module")
def index(shelf_folder: Path) -> dict[str, bytes]:
    """The files of the shelf's index by their names."""
    return {path.name: path.read_bytes() for path in sorted((shelf_folder / "static" / "search").iterdir())}


@pytest.fixture(scope="module")
def books(index: dict[str, bytes]) -> list[dict[str, Any]]:
    """What the index knows of each book."""
    return [json.loads(content) for name, content in index.items() if name != list_of_books(index)]


def list_of_books(index: dict[str, bytes]) -> str:
    """The one file of an index that names the others."""
    [name] = [name for name in index if name.startswith("shelf-")]
    return name


@pytest.fixture(scope="module")
def page(index: dict[str, bytes], browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("queries")
    (folder / "index.html").write_text("<!doctype html><title>Queries</title>", encoding="utf-8")
    (folder / "scripts").symlink_to(THEME / "scripts")
    for name, content in index.items():
        (folder / name).write_bytes(content)
    with hosted(folder, "") as host:
        page = browser.new_page()
        page.goto(host.url)
        yield page
        page.close()


@pytest.fixture(scope="module")
def answers(page: Page, index: dict[str, bytes]) -> list[list[list[str]]]:
    """For each query its results, each as its own address and that of the section it stands in."""
    asked: list[list[list[str]]] = page.evaluate(ASK, {"list": list_of_books(index), "queries": QUERIES})
    return asked


def test_there_are_enough_queries() -> None:
    assert len(QUERIES) >= 60
    assert len({json.dumps(query, sort_keys=True) for query in QUERIES}) == len(QUERIES)


@pytest.mark.parametrize(
    "number", range(len(QUERIES)), ids=[f"{q['type']} ({q.get('reading', 'shelf')})" for q in QUERIES]
)
def test_what_players_type_is_found(number: int, answers: list[list[list[str]]]) -> None:
    finds = QUERIES[number]["finds"]
    first = {address for result in answers[number][:FIRST] for address in result}
    assert set(finds if isinstance(finds, list) else [finds]) <= first, answers[number][:FIRST]


def test_build_and_browser_split_texts_alike(page: Page, books: list[dict[str, Any]]) -> None:
    lines = [line for line in (CASE / "terms.txt").read_text("utf-8").splitlines() if not line.startswith("#")]
    texts = [line.partition("=>")[0] for line in lines] + [row[5] for book in books for row in book["entries"]]
    texts += [row[3] for book in books for row in book["entries"]]
    assert len(texts) > 3000
    for text, terms in zip(texts, page.evaluate(SPLIT, texts), strict=True):
        assert terms == split_terms(text), text


def test_the_index_stays_small(index: dict[str, bytes], books: list[dict[str, Any]]) -> None:
    assert len(books) == 6
    assert sum(len(gzip.compress(content, 9)) for content in index.values()) < 250_000
