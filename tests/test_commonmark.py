"""Every example of the CommonMark specification comes out of our tree to the letter, with directives enabled.

The specification comes from the npm package `commonmark-spec`, so that none of its text is copied here.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rollbook.markdown import OnePlace, blocks_of, commonmark_parser
from rollbook.model.document.blocks import Block, RawBlock
from rollbook.model.document.walk import change_blocks
from rollbook.model.source import Place
from rollbook.parse.find_directives import directives_in_block
from rollbook.render.write_html import HtmlWriter

SPEC = Path(__file__).parents[1] / "site_templates/node_modules/commonmark-spec/spec.txt"
EXAMPLE = re.compile(r"^`{32} example\n(.*?)^\.\n(.*?)^`{32}$", re.MULTILINE | re.DOTALL)


def examples() -> list[tuple[int, str, str]]:
    if not SPEC.exists():
        return []
    found = EXAMPLE.findall(SPEC.read_text(encoding="utf-8").replace("→", "\t"))
    return [(number, markdown, html) for number, (markdown, html) in enumerate(found, 1)]


def test_the_whole_specification_is_there() -> None:
    assert SPEC.exists(), "run `make test`, which installs the npm packages"
    assert len(examples()) == 652


@pytest.mark.parametrize(("number", "markdown", "html"), examples(), ids=[str(number) for number, _, _ in examples()])
def test_example(number: int, markdown: str, html: str) -> None:
    blocks, _ = blocks_of(commonmark_parser(), markdown, OnePlace(Place("spec.md")))
    assert HtmlWriter().blocks(change_blocks(blocks, _without_directives)) == html


def _without_directives(block: Block) -> tuple[Block, ...]:
    return directives_in_block(block)[0] if isinstance(block, RawBlock) else (block,)
