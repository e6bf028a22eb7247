"""How a page arrives: light, without moving, from any host and any folder, and by Lighthouse's own measure."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import pytest
from playwright.sync_api import Browser, Request, expect

from tests.browser.hosting import Host, hosted
from tests.browser.living import PATIENCE, in_its_faces, ready, settled, top_of
from tests.browsers import need_browser, skip_missing
from tests.shelves import ROOT

from .conftest import CHAPTER, SAMPLE

LIGHTHOUSE = ROOT / "site_templates" / "node_modules" / "lighthouse" / "cli" / "index.js"
# Without chance in them; how fast a page is depends on what else the machine does.
STEADY = ("accessibility", "best-practices", "seo")
# A Chromium without a graphics card shows a page that takes it more than four frames a second or two late, be it 600
# plain paragraphs: it slows down whoever has sent frames that were not drawn yet. With this switch it waits for each
# frame instead. Now and then it then draws nothing at all; Lighthouse says so, and is asked again.
DRAW_EACH_FRAME = "--run-all-compositor-stages-before-draw"
ATTEMPTS = 5
SHIFTS = (
    "window.shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) "
    "if (!entry.hadRecentInput) window.shift += entry.value; }).observe({ type: 'layout-shift', buffered: true });"
)

# Of the faces that a page asks for before its styles: those that no word of it stands in.
IDLE_FACES = """() => {
  const plain = (...parts) => parts.join(" ").replaceAll('"', "").toLowerCase();
  const used = new Set([...document.fonts].filter(({ status }) => status === "loaded")
    .map((face) => plain(face.family, face.weight, face.style, face.unicodeRange)));
  const faces = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])
    .filter((rule) => rule instanceof CSSFontFaceRule && used.has(plain(
      rule.style.getPropertyValue("font-family"), rule.style.getPropertyValue("font-weight"),
      rule.style.getPropertyValue("font-style"), rule.style.getPropertyValue("unicode-range"))))
    .map((rule) => rule.style.getPropertyValue("src"));
  return [...document.querySelectorAll("link[rel=preload][as=font]")].map((link) => link.href.split("/").pop())
    .filter((name) => !faces.some((src) => src.includes(name)));
}"""

WIDTH_OF_THE_TITLE = """() => {
  const words = document.createRange();
  words.selectNodeContents(document.querySelector("h1"));
  return words.getBoundingClientRect().width;
}"""


@pytest.mark.parametrize("path", [path for path in SAMPLE if path != "404.html"])
def test_nothing_moves_and_little_is_fetched(browser: Browser, host: Host, shelf_folder: Path, path: str) -> None:
    """At most 150 KB over the wire for a chapter, everything included, before the engine is wanted."""
    context = browser.new_context(service_workers="block", viewport={"width": 390, "height": 844})
    page = context.new_page()
    fetched: set[str] = set()
    page.on("request", lambda request: fetched.add(request.url))
    page.add_init_script(SHIFTS)
    page.goto(host.url + path)
    ready(page)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("() => window.shift") == 0
    # The engine is a worker of its own, which the page starts from a blob in an idle moment.
    paths = {url.removeprefix(host.url) for url in fetched if url.startswith(host.url)}
    weights = {name: weight(shelf_folder / name) for name in paths if not name.startswith("engine/")}
    assert len(weights) >= 9
    assert sum(weights.values()) <= 150_000, weights
    # One sign that is not among the first letters, such as a ¶ beside a heading, would bring a whole file of others.
    assert [name for name in weights if "-latin-" in name] == []
    assert page.locator("link[rel=preload][as=font]").count() > 0
    in_its_faces(page)
    assert page.evaluate(IDLE_FACES) == []
    context.close()


def test_faces_that_come_late_move_nothing_and_dress_the_next_page(browser: Browser, shelf_folder: Path) -> None:
    """Whoever began to read goes on in what stands there."""
    with hosted(shelf_folder) as host:
        free = host.hold(".woff2")
        context = browser.new_context(service_workers="block", viewport={"width": 1280, "height": 900})
        page = context.new_page()
        page.add_init_script(SHIFTS)
        page.goto(host.url + CHAPTER, wait_until="domcontentloaded")
        page.evaluate("() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))")
        free()
        page.evaluate("() => document.fonts.ready.then(() => null)")
        ready(page)
        settled(page)
        assert page.evaluate("() => window.shift") == 0
        stood_in = page.evaluate(WIDTH_OF_THE_TITLE)
        page.locator(".pager .next").click()
        expect(page.locator("h1")).not_to_have_text("Combat")
        page.go_back()
        expect(page.locator("h1")).to_have_text("Combat")
        page.evaluate("() => document.fonts.ready.then(() => null)")
        settled(page)
        assert page.evaluate(WIDTH_OF_THE_TITLE) != stood_in
        context.close()


def test_no_place_is_lost(browser: Browser, host: Host) -> None:
    """A link past all calculators and the way back meet their mark."""
    context = browser.new_context(service_workers="block", viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"{host.url}{CHAPTER}#called-shots")
    ready(page)
    bar = page.locator(".site-header").bounding_box()
    assert bar is not None
    settled(page)
    assert bar["height"] <= top_of(page, "called-shots") < bar["height"] + 60
    page.evaluate("() => window.scrollBy(0, -300)")
    settled(page)
    place = top_of(page, "called-shots")
    page.keyboard.press("Alt+PageDown")
    expect(page.locator("h1")).not_to_have_text("Combat")
    page.go_back()
    expect(page.locator("h1")).to_have_text("Combat")
    settled(page)
    assert abs(top_of(page, "called-shots") - place) < 8
    context.close()


def weight(path: Path) -> int:
    """A file -> its bytes on the way to a reader. Fonts are compressed already; a host compresses the rest."""
    return path.stat().st_size if path.suffix == ".woff2" else len(gzip.compress(path.read_bytes()))


def note_failure(request: Request, trouble: list[str]) -> None:
    """What a reader leaves behind by going on to the next page is no failure."""
    if request.failure != "net::ERR_ABORTED":
        trouble.append(f"{request.url}: {request.failure}")


@contextmanager
def python_server(folder: Path) -> Iterator[str]:
    """A folder -> the address at which Python's own file server shows it: no rule, no compression, no cache."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        port = server.stdout.readline().split(" port ")[1].split()[0]
        try:
            yield f"http://127.0.0.1:{port}/"
        finally:
            server.terminate()


@pytest.mark.parametrize("kind", ["root", "sub-path", "file server"])
def test_it_works_the_same_wherever_it_lies(browser: Browser, shelf_folder: Path, kind: str) -> None:
    prefix = {"root": "", "sub-path": "games/of/ours/"}.get(kind, "")
    with python_server(shelf_folder) if kind == "file server" else hosted(shelf_folder, prefix) as found:
        address = found.url if isinstance(found, Host) else found
        context = browser.new_context()
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        trouble: list[str] = []
        page.on("console", lambda message: trouble.append(message.text) if message.type == "error" else None)
        page.on("requestfailed", lambda request: note_failure(request, trouble))
        page.goto(address)
        page.get_by_role("link", name="Microluxe20").first.click()
        page.get_by_role("link", name="Start reading").click()
        expect(page.locator("h1")).to_have_text("Introduction")
        page.goto(address + CHAPTER)
        ready(page)
        page.locator("main [data-roll]").first.click()
        expect(page.locator("main .roll-result .total").first).to_be_visible(timeout=PATIENCE)
        page.locator(".pager .next").click()
        expect(page.locator("h1")).not_to_have_text("Combat")
        assert page.url.startswith(address)
        context.close()
    assert trouble == []


def lighthouse(address: str, folder: Path, categories: tuple[str, ...], switch: str = "") -> dict[str, float]:
    """An address -> Lighthouse's scores from 0 to 100 on its phone, by category."""
    chromium = need_browser("Chromium")
    node = shutil.which("node") or skip_missing("Node is not installed")
    report = folder / "report.json"
    browser = {"CHROME_PATH": str(ROOT / "tests" / "lean_chromium"), "CHROMIUM": chromium}
    command = [node, str(LIGHTHOUSE), address, "--quiet", "--output=json", f"--output-path={report}"]
    options = [f"--only-categories={','.join(categories)}", f"--chrome-flags=--headless=new --no-sandbox {switch}"]
    for _ in range(ATTEMPTS):
        report.unlink(missing_ok=True)
        subprocess.run([*command, *options], env={**os.environ, **browser}, capture_output=True)
        read = json.loads(report.read_text("utf-8"))
        if read.get("runtimeError", {}).get("code") != "NO_FCP":
            break
    return {name: 100 * read["categories"][name]["score"] for name in categories}


def test_lighthouse_has_nothing_to_add_to_a_chapter(host: Host, tmp_path: Path) -> None:
    assert lighthouse(host.url + CHAPTER, tmp_path, STEADY) == dict.fromkeys(STEADY, 100)


@pytest.mark.soak
def test_lighthouse_gives_a_chapter_100_in_all_four(host: Host, tmp_path: Path) -> None:
    """The median of three, as one run may be disturbed. Wants a machine that does nothing else."""
    every = ("performance", *STEADY)
    runs = [lighthouse(host.url + CHAPTER, tmp_path, every, DRAW_EACH_FRAME) for _ in range(3)]
    assert {name: median(run[name] for run in runs) for name in every} == dict.fromkeys(every, 100)
