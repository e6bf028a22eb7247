"""A published site in a real browser: installed, sent with its headers, and asked for by addresses that have moved."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from rollbook.render.site import render_site

from tests.once import Once
from tests.shelves import CASES, shelf_of, to_read, write_site

from .conftest import KEEPS_SHELF, Reader
from .hosting import Host, hosted
from .living import PATIENCE, Living, ready, roll_button


@pytest.fixture(scope="module")
def folder(once: Once) -> Path:
    shelf = CASES / "published"
    return once.folder("published", lambda folder: write_site(render_site(shelf_of(shelf), {}, to_read()), folder))


@pytest.fixture(scope="module")
def host(folder: Path) -> Iterator[Host]:
    with hosted(folder, "play/shelf/") as running:
        yield running


@pytest.fixture
def without_scripts(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 900, "height": 500})
    yield context.new_page()
    context.close()


# What a reader has from earlier -> where they come out.
PASSAGES = {
    "quay/ropes.html#low-water": "quay/tides.html#ebb",
    "quay/ropes.html#wellen": "ebbe/wellen.html#brandung",
    "quay/fights.html#parry": "quay/ropes.html#knots",
    "quay/fights.html#flood": "quay/tides.html#flood",
}
GONE = {
    "quay/fights.html": "quay/tides.html",
    "quay/brawls.html": "quay/tides.html",
    "harbour/moorings.html": "quay/tides.html#ebb",
    "harbour/index.html": "quay/ropes.html",
    "harbour/": "quay/ropes.html",
}
WITHIN = {
    "old-knots": "#knots",
    "rule-rope.keep": "[id='rule-rope.hold']",
    "splice": "#at-long-splice",
    "beginning": "h1",
}


def test_an_old_address_leads_to_the_new_place(host: Host, reader: Reader) -> None:
    page = reader.open("about:blank")
    for old, new in (PASSAGES | GONE).items():
        page.goto("about:blank")
        page.goto(host.url + old)
        expect(page).to_have_url(host.url + new)


def test_a_page_that_is_gone_leads_on_without_scripts(host: Host, without_scripts: Page) -> None:
    for old, new in GONE.items():
        without_scripts.goto(host.url + old)
        expect(without_scripts).to_have_url(host.url + new)


def test_an_anchor_that_moved_in_its_page_works_without_scripts(host: Host, without_scripts: Page) -> None:
    for anchor, spot in WITHIN.items():
        without_scripts.goto("about:blank")
        without_scripts.goto(f"{host.url}quay/ropes.html#{anchor}")
        expect(without_scripts.locator(spot)).to_be_in_viewport()
        # A mark takes no room and shows nothing.
        box = without_scripts.locator(f"[id='{anchor}']").bounding_box()
        assert box is None or box["width"] == 0


def test_a_passage_that_left_its_page_says_where_it_went_without_scripts(host: Host, without_scripts: Page) -> None:
    without_scripts.goto(f"{host.url}quay/ropes.html#low-water")
    expect(without_scripts.locator("#low-water")).to_be_in_viewport()
    assert without_scripts.locator("[id='wellen']").is_hidden()
    without_scripts.get_by_role("link", name="Tides · Ebb").click()
    expect(without_scripts).to_have_url(f"{host.url}quay/tides.html#ebb")


def test_nobody_else_sees_what_has_left(host: Host, reader: Reader) -> None:
    page = reader.open(f"{host.url}quay/ropes.html")
    ready(page)
    assert page.locator(".moved p:visible").count() == 0


def test_a_link_typed_into_an_open_page_is_followed_and_leaves_no_trap(host: Host, reader: Reader) -> None:
    page = reader.open(f"{host.url}quay/ropes.html")
    ready(page)
    page.evaluate("() => { document.documentElement.dataset.same = 'yes'; location.hash = 'low-water'; }")
    expect(page).to_have_url(f"{host.url}quay/tides.html#ebb")
    assert page.evaluate("() => document.documentElement.dataset.same") == "yes", "the page was turned, not loaded anew"
    page.go_back()
    expect(page).to_have_url(f"{host.url}quay/ropes.html")


def test_a_hostile_anchor_leads_nowhere_else(host: Host, reader: Reader) -> None:
    page = reader.open("about:blank")
    for hostile in ("%E0%A4%A", "%3Cimg%20src=x%20onerror=alert(1)%3E", "rb-main", "javascript:alert(1)"):
        page.goto("about:blank")
        page.goto(f"{host.url}quay/fights.html#{hostile}")
        expect(page).to_have_url(re.compile(f"^{re.escape(host.url)}quay/tides\\.html#"))


def test_from_a_folder_on_disk_old_addresses_work_too(folder: Path, browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto((folder / "quay" / "fights.html").as_uri() + "#parry")
    expect(page).to_have_url(re.compile(r"quay/ropes\.html#knots$"))
    context.close()


def test_a_page_that_is_gone_comes_in_the_readers_colours(host: Host, browser: Browser) -> None:
    context = browser.new_context(color_scheme="light")
    page = context.new_page()
    page.goto(f"{host.url}quay/ropes.html")
    page.get_by_label("Colours").select_option("dark")
    # Held back, so that there is something to look at.
    page.route("**/moved.js", lambda route: route.abort())
    page.goto(f"{host.url}quay/fights.html")
    assert page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor") == "rgb(27, 24, 21)"
    expect(page.get_by_role("link", name="Tides", exact=True)).to_be_visible()
    assert page.locator("link[rel=canonical]").get_attribute("href") == "https://example.org/play/shelf/quay/tides.html"
    context.close()


def test_the_site_can_be_installed(host: Host, reader: Reader) -> None:
    page = reader.open(host.url)
    session = reader.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"] == f"{host.url}manifest.webmanifest"
    problems = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Tests read in a private window, where nothing is ever installed.
    assert [problem["errorId"] for problem in problems if problem["errorId"] != "in-incognito"] == []


@pytest.mark.parametrize("path", ["index.html", "quay/index.html", "quay/quotes-%D7%A9%D7%9C%D7%95%D7%9D.html"])
def test_hostile_titles_are_words_and_data_is_no_script(host: Host, reader: Reader, path: str) -> None:
    # The reader's own check at the end: no violation of the policy, no error, nobody else asked.
    page = reader.open(host.url + path)
    ready(page)
    assert page.evaluate("() => JSON.parse(document.querySelector('script[type]').textContent)['@context']")
    assert page.locator("img").count() == 0


def test_turning_a_page_takes_its_head_along(host: Host, reader: Reader) -> None:
    page = reader.open(f"{host.url}quay/ropes.html")
    ready(page)
    page.get_by_role("link", name="Next").click()
    expect(page).to_have_url(f"{host.url}quay/tides.html")
    canonical = page.locator("link[rel=canonical]")
    expect(canonical).to_have_count(1)
    expect(canonical).to_have_attribute("href", "https://example.org/play/shelf/quay/tides.html")
    expect(page.locator("meta[property='og:title']")).to_have_attribute("content", re.compile("^Tides"))
    expect(page.locator("head script[type]")).to_have_count(1)


def test_what_surrounds_a_page_follows_the_chosen_colours(host: Host, reader: Reader) -> None:
    page = reader.open(f"{host.url}quay/ropes.html")
    ready(page)
    page.get_by_label("Colours").select_option("dark")
    matching = "(colour) => matchMedia(colour.media).matches"
    colours = f"() => [...document.querySelectorAll('meta[name=theme-color]')].filter({matching}).map((m) => m.content)"
    assert page.evaluate(colours) == ["#1b1815"]


def sent(folder: Path) -> Callable[[str], dict[str, str]]:
    """A site's folder -> what a host that reads its _headers sends with each path: every rule that fits."""
    rules: list[tuple[re.Pattern[str], dict[str, str]]] = []
    for line in (folder / "_headers").read_text(encoding="utf-8").splitlines():
        if line.startswith("/"):
            rules.append((re.compile(re.escape(line).replace(r"\*", ".*")), {}))
        else:
            name, _, said = line.strip().partition(": ")
            rules[-1][1][name] = said
    return lambda path: {
        name: said for rule, said_there in rules if rule.fullmatch(path) for name, said in said_there.items()
    }


@KEEPS_SHELF
def test_with_its_headers_the_site_rolls_and_is_kept(alone: Living, living_folder: Path) -> None:
    alone.host.headers = sent(living_folder)
    page = alone.open()
    roll_button(page, "2d6").first.click()
    expect(page.locator(".roll-result, output").filter(has_text=re.compile(r"\d")).first).to_be_visible(
        timeout=PATIENCE
    )
    assert page.evaluate("() => navigator.serviceWorker.ready.then((kept) => Boolean(kept.active))")
    # Asked past the service worker, which has kept the page without its headers.
    answer = page.request.get(page.url)
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("with_headers", [True, False])
def test_with_its_headers_no_other_page_may_frame_it(
    folder: Path, browser: Browser, tmp_path: Path, with_headers: bool
) -> None:
    context = browser.new_context()
    with hosted(folder, "play/shelf/") as framed, hosted(tmp_path) as elsewhere:
        framed.headers = sent(folder) if with_headers else framed.headers
        (tmp_path / "index.html").write_text(f'<title>Elsewhere</title><iframe src="{framed.url}"></iframe>')
        page = context.new_page()
        page.goto(elsewhere.url, wait_until="networkidle")
        assert page.frames[1].locator("main").count() == (0 if with_headers else 1)
        context.close()
