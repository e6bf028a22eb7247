"""Every line of cases/search/queries.yml, asked of the real shelf's index by the reader's own search in Node."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from rollbook.render.site.search import LIST
from rollbook.render.site.search.split_terms import split_terms

from tests.shelves import CASES

CASE = CASES / "search"
QUERIES: list[dict[str, Any]] = yaml.safe_load((CASE / "queries.yml").read_text("utf-8"))
FIRST = 3

SCRIPT = Path(__file__).with_name("search_queries.mjs")


@pytest.fixture(scope="module")
def index(shelf_folder: Path) -> dict[str, bytes]:
    """The files of the shelf's index by their paths."""
    paths = (shelf_folder / LIST, *sorted((shelf_folder / "static" / "search").iterdir()))
    return {path.relative_to(shelf_folder).as_posix(): path.read_bytes() for path in paths}


@pytest.fixture(scope="module")
def books(index: dict[str, bytes]) -> list[dict[str, Any]]:
    """What the index knows of each book."""
    return [json.loads(content) for name, content in index.items() if name != LIST]


@pytest.fixture(scope="module")
def searched(index: dict[str, bytes], texts: list[str]) -> dict[str, Any]:
    """What the reader's own search makes of every query and text."""
    node = shutil.which("node")
    if node is None:
        pytest.fail("Node is missing: `make test` installs it")
    listed = json.loads(index[LIST])["books"]
    files = [{**book, "file": json.loads(index[book["file"]])} for book in listed]
    asked = json.dumps({"books": files, "queries": QUERIES, "texts": texts})
    told = subprocess.run([node, SCRIPT], input=asked, capture_output=True, encoding="utf-8", check=True).stdout
    made: dict[str, Any] = json.loads(told)
    return made


@pytest.fixture(scope="module")
def texts(books: list[dict[str, Any]]) -> list[str]:
    """Texts that both sides must split alike: written for it, and all of the shelf's."""
    lines = [line for line in (CASE / "terms.txt").read_text("utf-8").splitlines() if not line.startswith("#")]
    rows = [row for book in books for row in book["entries"]]
    return [*(line.partition("=>")[0] for line in lines), *(row[5] for row in rows), *(row[3] for row in rows)]


def test_there_are_enough_queries() -> None:
    assert len(QUERIES) >= 60
    assert len({json.dumps(query, sort_keys=True) for query in QUERIES}) == len(QUERIES)


@pytest.mark.parametrize(
    "number", range(len(QUERIES)), ids=[f"{q['type']} ({q.get('reading', 'shelf')})" for q in QUERIES]
)
def test_what_players_type_is_found(number: int, searched: dict[str, Any]) -> None:
    finds, results = QUERIES[number]["finds"], searched["results"][number][:FIRST]
    first = {address for result in results for address in result}
    assert set(finds if isinstance(finds, list) else [finds]) <= first, results


def test_build_and_browser_split_texts_alike(texts: list[str], searched: dict[str, Any]) -> None:
    assert len(texts) > 3000
    for text, terms in zip(texts, searched["terms"], strict=True):
        assert terms == split_terms(text), text


def test_the_index_stays_small(index: dict[str, bytes], books: list[dict[str, Any]]) -> None:
    assert len(books) == 7
    assert sum(len(gzip.compress(content, 9)) for content in index.values()) < 50_000 * len(books)
