"""The search as a reader uses it: by keyboard, in both languages, without connection, and where it lands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect
from rollbook.model.toolkit import Toolkit
from rollbook.render.site import render_site

from tests.axe import LOOKS, bring_axe, findings
from tests.once import Once
from tests.shelves import CASES, build_site, shelf_of, to_read, write_site

from .conftest import KEEPS_SHELF, Reader, reading, staged
from .hosting import Host
from .living import PATIENCE, ready, until_kept

CASE = CASES / "search"
CROSSING = "ferry/crossing.html"
MARKED = "() => [...(CSS.highlights.get('rb-found') ?? [])].map(String)"


@pytest.fixture(scope="module")
def folder(once: Once) -> Path:
    """The shelf without an engine, and so without a service worker: whatever is asked for reaches the host."""
    return once.folder("search", lambda folder: write_site(render_site(shelf_of(CASE), {}, to_read()), folder))


@pytest.fixture(scope="module")
def stage(folder: Path, browser: Browser) -> Iterator[tuple[Host, BrowserContext]]:
    with staged(folder, browser) as stage:
        yield stage


@pytest.fixture
def at(stage: tuple[Host, BrowserContext]) -> Iterator[Callable[..., Page]]:
    """at(path) -> that page, with its scripts ready; the test fails if anything goes wrong in it."""
    host, context = stage
    with reading(context) as reader:

        def start(path: str = CROSSING) -> Page:
            host.requests.clear()
            page = reader.open(host.url + path)
            ready(page)
            return page

        yield start


def open_search(page: Page) -> Locator:
    page.keyboard.press("Control+k")
    field = page.get_by_role("combobox", name="Search for")
    expect(field).to_be_focused()
    return field


def asked(page: Page, words: str) -> Locator:
    """Types into the search -> its options, once there are some."""
    open_search(page).fill(words)
    expect(page.locator("#rb-found[aria-busy=false]")).to_be_attached()
    options = page.locator("#rb-found").get_by_role("option")
    expect(options.first).to_be_visible()
    return options


def title(option: Locator) -> str:
    return option.locator(".found-title").inner_text()


def marked(page: Page) -> list[str]:
    for _ in range(PATIENCE // 25):
        found: list[str] = page.evaluate(MARKED)
        if found:
            return found
        page.wait_for_timeout(25)
    return []


def test_nothing_is_fetched_before_it_is_opened(at: Callable[..., Page], stage: tuple[Host, BrowserContext]) -> None:
    page = at()
    page.wait_for_load_state("networkidle")
    assert any(path.endswith("/page.mjs") for path in stage[0].requests)
    assert [path for path in stage[0].requests if "search" in path] == []
    asked(page, "current")
    assert any("/static/search/ferry-" in path for path in stage[0].requests)


def test_the_book_that_is_open_comes_first(at: Callable[..., Page]) -> None:
    page = at("ferry-first/crossing.html")
    options = asked(page, "currents")
    assert options.first.get_attribute("data-book") == "ferry-first"
    files = page.evaluate("() => performance.getEntriesByType('resource').map(({ name }) => name)")
    assert "/ferry-first-" in next(name for name in files if "/static/search/" in name)
    expect(page.locator("#rb-found [data-book=ferry]").first).to_be_visible()


def test_books_of_a_large_shelf_are_opened_when_they_are_asked_for(at: Callable[..., Page]) -> None:
    """The list says that each book is larger than what is opened unasked."""

    def enlarge(route: Route) -> None:
        answer = route.fetch()
        listed = answer.json()
        for book in listed["books"]:
            book["size"] = 7_000_000
        route.fulfill(response=answer, json=listed)

    page = at()
    page.route("**/search.json", enlarge)
    asked(page, "currents")
    expect(page.locator("#rb-found [data-book=ferry]").first).to_be_visible()
    expect(page.locator("#rb-found [data-book=ferry-first]")).to_have_count(0)
    page.get_by_role("button", name="Search 2 more books").click()
    expect(page.locator("#rb-found [data-book=ferry-first]").first).to_be_visible()
    expect(page.get_by_role("button", name="more books")).to_have_count(0)
    expect(page.get_by_role("combobox", name="Search for")).to_be_focused()


def test_keys_choose_and_open_without_leaving_the_field(at: Callable[..., Page]) -> None:
    page = at("ferry/landing.html")
    options = asked(page, "water")
    field = page.get_by_role("combobox", name="Search for")
    count = options.count()
    assert count > 2
    expect(page.locator("#rb-found [aria-selected=true]")).to_have_count(0)
    for key, place in (
        ("ArrowDown", 0),
        ("ArrowDown", 1),
        ("End", count - 1),
        ("ArrowDown", 0),
        ("ArrowUp", count - 1),
    ):
        page.keyboard.press(key)
        expect(options.nth(place)).to_have_attribute("aria-selected", "true")
        assert field.get_attribute("aria-activedescendant") == options.nth(place).get_attribute("id")
        expect(field).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Crossing")
    assert page.url.endswith("/play/ferry/crossing.html#armour-and-water")
    expect(page.locator("dialog.search")).not_to_be_visible()


def test_enter_opens_the_first_and_with_ctrl_in_a_new_tab(
    at: Callable[..., Page], stage: tuple[Host, BrowserContext]
) -> None:
    page = at()
    asked(page, "mooring")
    with stage[1].expect_page() as opened:
        page.keyboard.press("Control+Enter")
    opened.value.wait_for_url("**/ferry/landing.html#mooring-the-boat")
    expect(page.get_by_role("combobox", name="Search for")).to_be_visible()
    page.keyboard.press("Enter")
    page.wait_for_url("**/ferry/landing.html#mooring-the-boat")


def test_escape_closes_and_gives_the_focus_back(at: Callable[..., Page]) -> None:
    page = at()
    button = page.get_by_role("button", name="Search", exact=True)
    button.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("combobox", name="Search for")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("dialog.search")).not_to_be_visible()
    expect(button).to_be_focused()


def test_opened_again_at_once_it_is_whole(at: Callable[..., Page]) -> None:
    """The browser tells of the closing only when the dialog is open again."""
    page = at()
    open_search(page)
    page.evaluate(
        "() => { document.querySelector('dialog.search').close(); document.querySelector('.for-search').click(); }"
    )
    page.wait_for_timeout(100)
    expect(page.get_by_role("combobox", name="Search for")).to_be_focused()


def test_before_typing_the_page_and_what_was_found_lately(at: Callable[..., Page]) -> None:
    page = at()
    open_search(page)
    here = page.get_by_role("group", name="On this page")
    assert [title(option) for option in here.get_by_role("option").all()][:2] == ["Armour and water", "Currents"]
    page.keyboard.press("Escape")
    asked(page, "gill song")
    page.keyboard.press("Enter")
    expect(page.locator("dialog.search")).not_to_be_visible()
    open_search(page).fill("")
    lately = page.get_by_role("group", name="Recent").get_by_role("option")
    assert [title(option) for option in lately.all()] == ["Gill Song"]


def test_books_that_come_after_it_was_closed_and_opened_again_are_searched(
    at: Callable[..., Page], stage: tuple[Host, BrowserContext]
) -> None:
    page = at()
    held: list[Route] = []
    page.route("**/search.json", lambda route: held.append(route))
    open_search(page)
    page.keyboard.press("Escape")
    open_search(page).fill("gill song")
    expect(page.locator(".search-note")).to_have_text("Opening the books …")
    for route in held:
        route.continue_()
    expect(page.locator("#rb-found").get_by_role("option").first).to_be_visible()


def test_what_lies_in_the_storage_is_not_trusted(at: Callable[..., Page]) -> None:
    page = at()
    hostile = (
        '[{"title": "<img src=x onerror=alert(1)>", "place": "", "path": "ferry/crossing.html"}, 7, null, '
        '{"title": "Out", "place": "", "path": "https://example.org/"}, {"title": "No path", "place": ""}]'
    )
    page.evaluate("(text) => localStorage.setItem('rollbook-search-recent:/play/', text)", hostile)
    page.evaluate("() => sessionStorage.setItem('rollbook-search-filters', '{\"book\": 5}')")
    page.evaluate('() => sessionStorage.setItem(\'rollbook-marks\', \'{"address": [], "words": "x"}\')')
    page.reload()
    ready(page)
    open_search(page).fill("")
    lately = page.get_by_role("group", name="Recent").get_by_role("option")
    assert [title(option) for option in lately.all()] == ["<img src=x onerror=alert(1)>"]


def test_filters_count_and_last_for_the_session(at: Callable[..., Page]) -> None:
    page = at()
    options = asked(page, "water")
    everything = options.count()
    kind = page.locator("dialog.search").get_by_label("Kind", exact=True)
    names = [name.strip() for name in kind.locator("option").all_inner_texts()]
    assert names[0] == "Everything"
    assert "Charm (1)" in names
    kind.select_option("charm")
    expect(options).to_have_count(1)
    assert title(options.first) == "Gill Song"
    page.keyboard.press("Escape")
    page.reload()
    ready(page)
    options = asked(page, "water")
    expect(options).to_have_count(1)
    page.get_by_role("combobox", name="Search for").fill("willow")
    page.get_by_role("button", name="Search everywhere").click()
    expect(options).not_to_have_count(0)
    page.get_by_role("combobox", name="Search for").fill("water")
    expect(options).to_have_count(everything)
    page.locator("dialog.search").get_by_label("Book", exact=True).select_option("ferry-first")
    assert {option.get_attribute("data-book") for option in options.all()} == {"ferry-first"}


HOWEVER = (
    ("+1", "Shields as floats"),
    ("−2", "Armour and water"),
    ("-2", "Armour and water"),
    ("1½", "Armour and water"),
    ("1 1/2", "Armour and water"),
    ("2d6", "Currents"),
    ("d6", "Currents"),
    ("d100", "Currents"),
    ("armor", "Armour and water"),
    ("maneuver", "Two-handed rowing"),
    ("two handed", "Two-handed rowing"),
    ("twohanded", "Two-handed rowing"),
    ("cafe", "Mooring the boat"),
    ("charms", "Charms against drowning"),
    ("charm against drownign", "Charms against drowning"),
    ("otters luck", "Otter’s Luck"),
    ("moor", "Mooring the boat"),
    ("water.shield", "Shields as floats"),
    ("undertow", "Current (CUR)"),
    ("ruestungsklasse", "Rüstungsklasse"),
    ("klasse", "Rüstungsklasse"),
    ("grosste", "Rüstungsklasse"),
    ("second edition", "The Ferry"),
)


def test_it_is_found_however_it_is_written(at: Callable[..., Page]) -> None:
    page = at()
    asked(page, "crossing")
    for words, first in HOWEVER:
        page.get_by_role("combobox", name="Search for").fill(words)
        expect(page.locator("#rb-found .found-title").first, words).to_have_text(first)


ODD = ("(((", "[a-z]+?*", "\\", "%%%", "🎲🎲", "<b>bold</b>", "'; drop table", "constructor", "__proto__", "z" * 5000)


def test_odd_questions_do_no_harm(at: Callable[..., Page]) -> None:
    page = at()
    asked(page, "crossing")
    for words in ODD:
        page.get_by_role("combobox", name="Search for").fill(words)
        expect(page.locator(".search-note, #rb-found a").first, words).to_be_attached()
        expect(page.locator("dialog.search b, dialog.search img")).to_have_count(0)
        page.get_by_role("combobox", name="Search for").fill("currents")
        expect(page.locator("#rb-found .found-title").first).to_have_text("Currents")


def test_nothing_found_says_so_and_suggests(at: Callable[..., Page]) -> None:
    page = at()
    open_search(page).fill("wilpqwz")
    note = page.locator(".search-note")
    expect(note).to_contain_text("No results for “wilpqwz”")
    note.get_by_role("button", name="Search for “willow” instead").click()
    expect(page.get_by_role("combobox", name="Search for")).to_have_value("willow")
    expect(page.locator(".found-title").first).to_have_text("Mooring the boat")


def test_a_slip_is_forgiven_and_told(at: Callable[..., Page]) -> None:
    page = at()
    asked(page, "wilolw")
    expect(page.locator(".search-note")).to_have_text("No results for “wilolw”. Showing results for “willow”.")


def test_the_number_of_results_is_said_once(at: Callable[..., Page]) -> None:
    page = at()
    open_search(page)
    page.evaluate(
        "() => { window.said = []; const status = document.querySelector('dialog.search [role=status]');"
        " new MutationObserver(() => said.push(status.textContent)).observe(status, { childList: true }); }"
    )
    page.keyboard.type("gill song", delay=20)
    expect(page.locator("dialog.search [role=status]")).to_contain_text("result")
    count = page.locator("#rb-found [role=option]").count()
    assert page.evaluate("() => said.filter(Boolean)") == [f"{count} results." if count > 1 else "One result."]


def test_words_are_marked_where_a_result_lands(at: Callable[..., Page]) -> None:
    page = at("ferry-first/crossing.html")
    page.set_viewport_size({"width": 900, "height": 400})
    before = page.content().count("<mark")
    asked(page, "gill song")
    page.keyboard.press("Enter")
    page.wait_for_url("**/ferry/crossing.html#table-charms")
    assert marked(page) == ["Gill", "Song"]
    assert page.content().count("<mark") == before
    assert page.locator("td", has_text="Gill Song").evaluate(
        "(cell) => { const { top, bottom } = cell.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; }"
    )
    page.keyboard.press("Escape")
    assert page.evaluate(MARKED) == []
    # On the page that is open already, and with the same address as before.
    for words, found in (("swept away", ["swept", "away"]), ("drifts", ["drifts"])):
        asked(page, words)
        page.keyboard.press("Enter")
        expect(page.locator("dialog.search")).not_to_be_visible()
        assert marked(page) == found
        assert page.url.endswith("/ferry/crossing.html#currents")
    page.get_by_role("link", name="Landing").first.click()
    expect(page.locator("h1")).to_have_text("Landing")
    assert page.evaluate(MARKED) == []


def test_where_there_are_no_highlights_the_words_are_wrapped(at: Callable[..., Page]) -> None:
    page = at()
    page.evaluate("() => Object.defineProperty(CSS, 'highlights', { value: undefined })")
    text = page.locator(".text").inner_text()
    asked(page, "swept away")
    page.keyboard.press("Enter")
    expect(page.locator(".text mark")).to_have_text(["swept", "away"])
    page.keyboard.press("Escape")
    expect(page.locator(".text mark")).to_have_count(0)
    assert page.locator(".text").inner_text() == text


def test_without_soft_moves_the_words_are_marked_too(at: Callable[..., Page]) -> None:
    page = at()
    page.add_init_script("Object.defineProperty(window, 'navigation', { value: undefined })")
    page.reload()
    ready(page)
    asked(page, "willow")
    page.keyboard.press("Enter")
    page.wait_for_url("**/landing.html#mooring-the-boat")
    assert marked(page) == ["willow"]


def test_a_german_book_is_searched_in_german(at: Callable[..., Page]) -> None:
    page = at("hafen/der-hafen.html")
    page.get_by_role("button", name="Suchen", exact=True).click()
    field = page.get_by_role("combobox", name="Suchen nach")
    field.fill("Rüstung")
    option = page.locator("#rb-found [role=option]").first
    expect(option).to_have_attribute("data-book", "hafen")
    expect(page.locator("dialog.search").get_by_label("Buch", exact=True)).to_be_visible()
    field.fill("xyzzyqq")
    expect(page.locator(".search-note")).to_contain_text("Nichts gefunden zu „xyzzyqq“")


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_axe_finds_nothing(browser: Browser, stage: tuple[Host, BrowserContext], scheme: str, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 700}, color_scheme=scheme, bypass_csp=True)
    page = context.new_page()
    page.goto(stage[0].url + CROSSING)
    ready(page)
    bring_axe(page)
    for words in ("", "armour", "wilpqwz"):
        open_search(page).fill(words)
        expect(page.locator("dialog.search :is(a[role=option], .search-note:not(:empty))").first).to_be_visible()
        page.keyboard.press("ArrowDown")
        assert findings(page) == []
        assert page.evaluate("() => document.querySelector('dialog.search').scrollWidth <= innerWidth")
        page.keyboard.press("Escape")
    context.close()


def test_without_scripts_there_is_no_button(browser: Browser, stage: tuple[Host, BrowserContext]) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(stage[0].url + CROSSING)
    expect(page.locator(".for-search")).to_be_hidden()
    context.close()


@KEEPS_SHELF
def test_after_one_visit_it_works_without_connection(
    toolkit: Toolkit, tmp_path: Path, site_server: Callable[..., Host], reader: Reader
) -> None:
    build_site(CASE, toolkit, tmp_path)
    host = site_server(tmp_path, "a/b/")
    page = reader.open(host.url + CROSSING)
    page.set_default_timeout(PATIENCE)
    until_kept(page)
    host.hosting = False
    page.goto(host.url + "ferry-first/index.html")
    ready(page)
    asked(page, "gill song")
    page.keyboard.press("Enter")
    page.wait_for_url("**/a/b/ferry/crossing.html#table-charms")
    assert marked(page) == ["Gill", "Song"]


def test_a_failure_is_told_and_the_next_opening_tries_again(
    folder: Path, site_server: Callable[..., Host], browser: Browser
) -> None:
    host = site_server(folder)
    host.faults["search.json"] = lambda *_: (503, "text/plain", b"later")
    context = browser.new_context()
    page = context.new_page()
    page.goto(host.url + CROSSING)
    ready(page)
    open_search(page).fill("currents")
    expect(page.locator(".search-note")).to_have_text("The books can’t be searched right now.")
    page.keyboard.press("Escape")
    host.faults.clear()
    assert title(asked(page, "currents").first) == "Currents"
    context.close()
