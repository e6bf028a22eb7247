"""Themes in a browser: moving between books changes the look without loading the page anew, and all can read them."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from rollbook.model.theme import SHIPPED

from tests.axe import bring_axe, findings
from tests.browser.hosting import hosted
from tests.browser.living import in_its_faces, ready
from tests.shelves import build_site, to_read

CHAPTER = """# Start

Roll 2d6 and add [your luck](#luck).

## Luck

> An example in a quotation.

| d6 | What |
|---|---|
| 1–3 | Little |
| 4–6 | Much |

### Deeper

- One
- Two

<div class="note">A note.</div>

<div class="warning">A warning.</div>
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """-> a site with a book in each theme."""
    folder = tmp_path_factory.mktemp("themes")
    for theme in ("standard", *SHIPPED):
        book = folder / "content" / theme
        book.mkdir(parents=True)
        (book / "book.yml").write_text(f"title: A {theme} book\ntheme: {theme}\n", encoding="utf-8")
        (book / "start.md").write_text(CHAPTER, encoding="utf-8")
    build_site(folder, to_read(), folder / "site")
    return folder / "site"


def text_face(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).fontFamily.split(',')[0].replaceAll('\"', '')"))


def test_the_look_follows_from_book_to_book(browser: Browser, site: Path) -> None:
    with hosted(site) as host:
        page = browser.new_page()
        page.goto(host.url)
        ready(page)
        page.evaluate("window.stayed = true")
        for name, face in (("terminal", "IBM Plex Mono"), ("academic", "STIX Two Text"), ("standard", "Alegreya")):
            page.get_by_role("link", name=f"A {name} book").first.click()
            page.wait_for_url(f"**/{name}/**")
            page.locator(f"html[data-book={name}] h1", has_text=f"A {name} book").wait_for()
            assert text_face(page) == face
            page.locator(".site-name").click()
            page.locator("ul.shelf").wait_for()
            assert (text_face(page), page.locator("link[data-look]").count()) == ("Alegreya", 0)
        assert page.evaluate("window.stayed"), "the page was never loaded anew"
        page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_any_theme(browser: Browser, site: Path, scheme: str) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme=scheme, bypass_csp=True)  # type: ignore[arg-type]
    page = context.new_page()
    found = []
    with hosted(site) as host:
        for theme in SHIPPED:
            for path in (f"{theme}/", f"{theme}/start.html"):
                page.goto(host.url + path)
                in_its_faces(page)
                bring_axe(page)
                found += [(path, *finding) for finding in findings(page)]
    context.close()
    assert found == []
