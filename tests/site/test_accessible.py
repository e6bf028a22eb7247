"""Pages that everyone can read: axe-core and the Nu validator find nothing."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Browser

PACKAGES = Path(__file__).parents[2] / "site_templates" / "node_modules"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


# Each width and each colours once in `make test`, all together in `make soak`.
@pytest.mark.parametrize(
    ("width", "scheme"),
    [
        (320, "dark"),
        (1280, "light"),
        pytest.param(320, "light", marks=pytest.mark.soak),
        pytest.param(1280, "dark", marks=pytest.mark.soak),
    ],
)
def test_axe_finds_nothing(browser: Browser, address: str, html: dict[str, str], scheme: str, width: int) -> None:
    axe = (PACKAGES / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, bypass_csp=True, reduced_motion="reduce"
    )
    page = context.new_page()
    findings = []
    for path in sorted(html):
        page.goto(address + path)
        page.evaluate("() => document.fonts.ready.then(() => null)")
        page.add_script_tag(content=axe)
        result = page.evaluate("(tags) => axe.run({ runOnly: tags })", TAGS)
        assert len(result["passes"]) > 10
        findings += [(path, v["id"], node["html"]) for v in result["violations"] for node in v["nodes"]]
    context.close()
    assert findings == []


def test_an_open_panel_is_accessible_too(browser: Browser, address: str) -> None:
    axe = (PACKAGES / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
    context = browser.new_context(viewport={"width": 390, "height": 844}, bypass_csp=True)
    page = context.new_page()
    page.goto(address + "lanterns/first-steps.html")
    page.get_by_role("button", name="Chapters").click()
    page.add_script_tag(content=axe)
    result = page.evaluate("(tags) => axe.run({ runOnly: tags })", TAGS)
    context.close()
    assert [(v["id"], [node["html"] for node in v["nodes"]]) for v in result["violations"]] == []


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
    validator = PACKAGES / "vnu-jar" / "build" / "dist" / "vnu.jar"
    if shutil.which("java") is None or not validator.is_file():
        pytest.skip("the Nu validator needs Java and the npm packages of the tests")
    command = ["java", "-jar", str(validator), "--errors-only", "--skip-non-html", str(folder)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")
