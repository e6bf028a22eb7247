"""Every page for everyone: axe-core finds nothing, light and dark, on a phone, a tablet and a desk."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.axe import bring_axe, findings
from tests.browser.hosting import Host

from .conftest import SAMPLE, open_page

WIDTHS = (320, 768, 1280)


# Long tables take axe long; `make soak` waits for them.
@pytest.mark.parametrize("path", [path for path in SAMPLE if not path.startswith("guide/") and "coverage" not in path])
def test_axe_finds_nothing_on_a_sample(reading_page: Page, host: Host, path: str) -> None:
    assert findings_in_every_look(reading_page, host.url + path) == []


@pytest.mark.soak
def test_axe_finds_nothing_on_any_page(reading_page: Page, host: Host, every_page: tuple[str, ...]) -> None:
    found = {path: findings_in_every_look(reading_page, host.url + path) for path in every_page}
    assert {path: problems for path, problems in found.items() if problems} == {}


def findings_in_every_look(page: Page, address: str) -> list[tuple[int, str, str, str]]:
    """An address -> what axe objects to: at which width, in which colours, the rule, the element."""
    open_page(page, address)
    bring_axe(page)
    found = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            found += [(width, scheme, rule, element[:120]) for rule, element in findings(page)]
    return found
