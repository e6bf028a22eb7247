"""The document tree: complete, frozen, known to all steps; and no step knows markdown-it's tokens."""

from __future__ import annotations

import pickle
import re
from typing import get_args

import pytest
from rollbook.model.document import blocks, inlines
from rollbook.model.document.walk import change_blocks, change_lines, every_block, every_inline

from tests.shelves import CASES, ROOT, shelf_of

STEPS = ROOT / "generator" / "rollbook"
ONLY = STEPS / "markdown"
SHELVES = ["dialect/" + path.name for path in sorted((CASES / "dialect").iterdir())]


def members(union: object) -> set[type]:
    return {each for member in get_args(union) for each in (members(member) or {member})}


def test_only_one_package_knows_tokens() -> None:
    others = [path for path in STEPS.rglob("*.py") if not path.is_relative_to(ONLY)]
    told = re.compile(r"markdown_it|mdit_py_plugins|\.meta\b")
    assert [str(path) for path in others if told.search(path.read_text(encoding="utf-8"))] == []


def test_every_kind_is_frozen_and_has_slots() -> None:
    for kind in members(blocks.Block) | members(inlines.Inline):
        assert kind.__dataclass_params__.frozen, kind  # type: ignore[attr-defined]
        assert "__slots__" in vars(kind), kind


@pytest.mark.parametrize("case", SHELVES)
def test_a_tree_is_a_value(case: str) -> None:
    """It can be kept in a file and told by its hash, and a walk that changes nothing gives the same tree."""
    for page in (page for book in shelf_of(CASES / case).books for page in book.pages):
        again = pickle.loads(pickle.dumps(page.blocks))
        assert again == page.blocks
        assert hash(again) == hash(page.blocks)
        assert change_blocks(page.blocks, lambda block: (block,)) == page.blocks
        assert change_lines(page.blocks, lambda line: line) == page.blocks


def test_the_cases_show_almost_every_kind() -> None:
    books = [book for case in SHELVES for book in shelf_of(CASES / case).books]
    pages = [page for book in books for page in book.pages]
    seen = {type(block) for page in pages for block in every_block(page.blocks)}
    seen |= {type(inline) for page in pages for inline in every_inline(page.blocks)}
    # Expand and assemble leave none of these.
    gone = {blocks.Directive, blocks.BookTitle}
    assert not seen & gone
    assert len(seen) > 20
