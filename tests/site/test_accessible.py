"""Pages that everyone can read: axe-core and the Nu validator find nothing."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from rollbook.theme_files import THEME

from tests.axe import LOOKS, bring_axe, findings
from tests.browser.living import in_its_faces

VALIDATOR = THEME / "node_modules" / "vnu-jar" / "build" / "dist" / "vnu.jar"


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_axe_finds_nothing(browser: Browser, address: str, html: dict[str, str], scheme: str, width: int) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, bypass_csp=True, reduced_motion="reduce"
    )
    page = context.new_page()
    found = []
    for path in sorted(html):
        page.goto(address + path)
        in_its_faces(page)
        bring_axe(page)
        found += [(path, *finding) for finding in findings(page)]
    context.close()
    assert found == []


def test_an_open_panel_is_accessible_too(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, bypass_csp=True)
    page = context.new_page()
    page.goto(address + "lanterns/first-steps.html")
    page.get_by_role("button", name="Chapters").click()
    bring_axe(page)
    assert findings(page) == []
    context.close()


def test_targets_are_large_enough_for_a_finger(browser: Browser, address: str) -> None:
    """WCAG 2.5.8: 24 by 24 pixels, but for links inside a sentence."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(address + "lanterns/first-steps.html")
    small = page.evaluate(
        "() => [...document.querySelectorAll('button, select, nav a, .site-name, .colophon a')]"
        ".filter(e => e.checkVisibility()).map(e => [e.textContent.trim(), e.getBoundingClientRect()])"
        ".filter(([, r]) => r.width < 24 || r.height < 24).map(([name]) => name)"
    )
    context.close()
    assert small == []


def test_the_keyboard_starts_at_the_skip_link(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto(address + "lanterns/first-steps.html")
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.textContent") == "Skip to the text"
    assert page.locator(".skip").bounding_box()["y"] >= 0  # type: ignore[index]
    page.keyboard.press("Enter")
    assert page.evaluate("() => document.activeElement.id") == "rb-main"
    context.close()


def test_the_pages_are_valid_html(folder: Path) -> None:
    if shutil.which("java") is None or not VALIDATOR.is_file():
        pytest.skip("the Nu validator needs Java and the npm packages of the tests")
    command = ["java", "-jar", str(VALIDATOR), "--errors-only", "--skip-non-html", str(folder)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")
