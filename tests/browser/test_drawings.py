"""A drawing opened at its own address is a document of the site: nothing in it may run, and it must look as drawn."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops
from rollbook.parse.svg import clean_svg

from tests.shelves import CASES

from .conftest import Reader
from .hosting import Host

RUN = "localStorage.setItem('ran', location.pathname)"
LINKED = (
    '<a xlink:href="javascript:RUN"><animate attributeName="href" values="javascript:RUN"/><text y="9">x</text></a>'
)
HTML = 'xmlns="http://www.w3.org/1999/xhtml"'
PAYLOADS = (
    "<script>RUN</script>",
    '<script type="module">RUN</script>',
    f"<script {HTML}>RUN</script>",
    "<g><h:script xmlns:h='http://www.w3.org/1999/xhtml'>RUN</h:script></g>",
    f"<foreignObject><script {HTML}>RUN</script></foreignObject>",
    f'<foreignObject><img {HTML} src="x:" onerror="RUN"/></foreignObject>',
    f'<foreignObject><iframe {HTML} srcdoc="&lt;script>parent.RUN&lt;/script>"/></foreignObject>',
    f'<foreignObject><body {HTML} onload="RUN"/></foreignObject>',
    '<g onload="RUN"/>',
    '<image href="x:" onerror="RUN"/>',
    '<animate attributeName="x" dur="1ms" onbegin="RUN"/>',
    '<set attributeName="onload" to="RUN" onend="RUN" dur="1ms"/>',
    '<style onload="RUN">a{}</style>',
    "<style><![CDATA[</style><script>RUN</script>]]></style>",
    "<title><![CDATA[</title><script>RUN</script>]]></title><text><![CDATA[<script>RUN</script>]]></text>",
    '<g id="&quot;&gt;&lt;script&gt;RUN&lt;/script&gt;" aria-label="&quot;>&lt;script>RUN&lt;/script>"/>',
    '<use href="data:image/svg+xml,&lt;svg xmlns=%22http://www.w3.org/2000/svg%22 onload=%22RUN%22/>#a"/>',
    '<handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load">RUN</handler>',
    '<switch><g systemLanguage="en" onload="RUN"/></switch>',
    '<a xlink:href="javascript:RUN"><text y="9">x</text></a>',
    '<a><animate attributeName="href" values="javascript:RUN"/><text y="9">x</text></a>',
)


def whole(inside: str) -> bytes:
    namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f'<svg {namespaces} onload="{RUN}" width="90" height="60">{inside.replace("RUN", RUN)}</svg>'.encode()


def test_nothing_in_a_published_drawing_runs(tmp_path: Path, site_server: Callable[..., Host], reader: Reader) -> None:
    for number, payload in enumerate(PAYLOADS):
        (tmp_path / f"{number}.svg").write_bytes(clean_svg(whole(payload), "map.svg")[0])
    (tmp_path / "as-it-came.svg").write_bytes(whole(PAYLOADS[0]))
    host = site_server(tmp_path)
    reader.expected = ("Failed to load resource",)  # a browser asks for an icon, too
    page = reader.open(f"{host.url}as-it-came.svg")
    assert page.evaluate("localStorage.getItem('ran')") == "/as-it-came.svg", "the test itself would notice"
    page.evaluate("localStorage.clear()")
    for number in range(len(PAYLOADS)):
        page.goto(f"{host.url}{number}.svg")
        assert page.evaluate("document.documentElement.tagName") == "svg"
        for link in page.query_selector_all("a, text"):
            link.dispatch_event("click")
        page.wait_for_timeout(20)
        assert page.evaluate("localStorage.getItem('ran')") is None, PAYLOADS[number]


@pytest.mark.parametrize("name", ["illustrator", "inkscape", "web"])
def test_a_drawing_looks_as_it_was_drawn(
    name: str, tmp_path: Path, site_server: Callable[..., Host], reader: Reader
) -> None:
    content = (CASES / "drawings" / f"{name}.svg").read_bytes()
    (tmp_path / "drawn.svg").write_bytes(content)
    (tmp_path / "published.svg").write_bytes(clean_svg(content, "map.svg")[0])
    for file in ("drawn", "published"):
        (tmp_path / f"{file}.html").write_text(f'<!doctype html><title>x</title><img src="{file}.svg" alt="">')
    host = site_server(tmp_path)
    reader.expected = ("Failed to load resource",)  # a browser asks for an icon, too
    page = reader.open(f"{host.url}drawn.html")
    drawn = Image.open(BytesIO(page.locator("img").screenshot()))
    page.goto(f"{host.url}published.html")
    published = Image.open(BytesIO(page.locator("img").screenshot()))
    assert len(drawn.getcolors(1 << 20) or ()) > 20
    assert ImageChops.difference(drawn.convert("RGB"), published.convert("RGB")).getbbox() is None
