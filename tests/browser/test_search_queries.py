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

from generator.build.examine import Order, examine
from generator.output import OutputFile
from generator.progress import Silent
from generator.render.site.search import render_search
from generator.render.site.search.split_terms import split_terms
from generator.render.theme_files import THEME

from .hosting import hosted

ROOT = Path(__file__).parents[2]
CASE = ROOT / "tests" / "cases" / "search"
QUERIES: list[dict[str, Any]] = yaml.safe_load((CASE / "queries.yml").read_text("utf-8"))
FIRST = 3

ASK = """async ({ list, queries }) => {
  const { openShelf } = await import("./scripts/search_files.mjs");
  const { search } = await import("./scripts/search_shelf.mjs");
  const books = await openShelf(new URL(list, document.baseURI).href, "");
  const place = ({ entry }) => [entry.address, entry.under.address].map(decodeURIComponent);
  return queries.map(({ type, ...where }) => search(type, { books, ...where }).results.map(place));
}"""
SPLIT = """async (texts) => {
  const { splitTerms } = await import("./scripts/search_terms.mjs");
  return texts.map(splitTerms);
}"""


@pytest.fixture(scope="module")
def index() -> tuple[OutputFile, ...]:
    """The files of the shelf's index; the list of them is the last."""
    examined = examine(Order(ROOT / "content", ROOT / "data", ()), Silent())
    return render_search(examined.shelf).files


@pytest.fixture(scope="module")
def page(index: tuple[OutputFile, ...], browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("queries")
    (folder / "index.html").write_text("<!doctype html><title>Queries</title>", encoding="utf-8")
    (folder / "scripts").symlink_to(THEME / "scripts")
    for file in index:
        (folder / Path(file.path).name).write_bytes(file.content)
    with hosted(folder, "") as host:
        page = browser.new_page()
        page.goto(host.url)
        yield page
        page.close()


@pytest.fixture(scope="module")
def answers(page: Page, index: tuple[OutputFile, ...]) -> list[list[list[str]]]:
    """For each query its results, each as its own address and that of the section it stands in."""
    asked: list[list[list[str]]] = page.evaluate(ASK, {"list": Path(index[-1].path).name, "queries": QUERIES})
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


def test_build_and_browser_split_texts_alike(page: Page, index: tuple[OutputFile, ...]) -> None:
    lines = [line for line in (CASE / "terms.txt").read_text("utf-8").splitlines() if not line.startswith("#")]
    books = [json.loads(file.content) for file in index[:-1]]
    texts = [line.partition("=>")[0] for line in lines] + [row[5] for book in books for row in book["entries"]]
    texts += [row[3] for book in books for row in book["entries"]]
    assert len(texts) > 3000
    for text, terms in zip(texts, page.evaluate(SPLIT, texts), strict=True):
        assert terms == split_terms(text), text


def test_the_index_stays_small(index: tuple[OutputFile, ...]) -> None:
    assert sum(len(gzip.compress(file.content, 9)) for file in index) < 250_000
