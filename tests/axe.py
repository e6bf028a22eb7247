"""axe-core in a page of the browser: what it objects to."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page
from rollbook.theme_files import THEME

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Each width and each colours once in `make test`, all together in `make soak`.
LOOKS = [
    (320, "dark"),
    (1280, "light"),
    pytest.param(320, "light", marks=pytest.mark.soak),
    pytest.param(1280, "dark", marks=pytest.mark.soak),
]


def bring_axe(page: Page) -> None:
    """Into a page past whose policy a test may bring its own scripts; a page that is loaded anew needs it again."""
    page.add_script_tag(path=THEME / "node_modules" / "axe-core" / "axe.min.js")


def findings(page: Page) -> list[tuple[str, str]]:
    """A page with axe in it -> each rule that is broken as the page stands now, with the element that breaks it."""
    result = page.evaluate("(tags) => axe.run({ runOnly: tags, resultTypes: ['violations'] })", TAGS)
    assert len(result["passes"]) > 10
    return [(broken["id"], node["html"]) for broken in result["violations"] for node in broken["nodes"]]
