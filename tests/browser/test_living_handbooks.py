"""Over the five handbooks: every roll and every table of every page answers, in silence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from generator.render.browser import BrowserFiles

from .conftest import Reader
from .hosting import Host
from .living import PATIENCE, build_shelf, log_entries, ready

HANDBOOKS = Path(__file__).parents[3] / "shared" / "handbooks"
PRESS_ALL = """() => {
  const pressed = document.querySelectorAll("main button[data-roll], main .table-roll");
  for (const each of pressed) each.click();
  return pressed.length;
}"""


@pytest.mark.skipif(not HANDBOOKS.is_dir(), reason="the handbooks are not beside this repository")
def test_every_roll_and_table_of_the_handbooks_answers(
    bundle: BrowserFiles, tmp_path: Path, site_server: Callable[..., Host], reader: Reader
) -> None:
    build_shelf(HANDBOOKS / "content", HANDBOOKS / "data", bundle, tmp_path)
    host = site_server(tmp_path, "play/")
    pages = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.glob("*/*.html"))
    page = reader.open(host.url + pages[0])
    page.set_default_timeout(PATIENCE)
    ready(page)
    pressed = sum(_press_all(page, host.url + path) for path in pages)
    assert pressed > 100
    (worker,) = page.workers
    assert worker.url.startswith("blob:")


def _press_all(page: Page, address: str) -> int:
    """Goes to a page softly, presses all that rolls in it -> how many, when each has answered."""
    page.evaluate("async (address) => { await navigation.navigate(address).finished; }", address)
    page.evaluate("() => localStorage.clear()")
    count: int = page.evaluate(PRESS_ALL)
    for _ in range(600):
        answered = len(log_entries(page)) + page.locator("main .problem").count()
        if answered == count:
            break
        page.wait_for_timeout(50)
    assert page.locator("main .problem").all_inner_texts() == []
    assert len(log_entries(page)) == count, address
    return count
