"""Drawings: what is left out of them, what stays, and that none is more work than it looks."""

from __future__ import annotations

import random
import re
from base64 import b64encode
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from rollbook.model.allowed_markup import ATTRIBUTES, ELEMENTS, MAX_BYTES, MAX_NESTING, SVG
from rollbook.model.diagnostic import Diagnostic
from rollbook.parse.svg import clean_svg
from rollbook.parse.svg.geometry import path_data
from rollbook.render.fonts.print_faces import faces_for, true_type
from rollbook.render.pdf.lay_out import PrintJob, lay_out

from tests.svg_fuzz import drawing

DRAWINGS = sorted((Path(__file__).parent / "cases" / "drawings").glob("*.svg"))


def clean(inside: str, attributes: str = "") -> tuple[str, list[str]]:
    """What stands in a drawing -> what stands in the published one, and what was said."""
    content, found = clean_svg(f'<svg xmlns="{SVG}"{attributes}>{inside}</svg>'.encode(), "map.svg")
    match = re.fullmatch(rf'<svg xmlns="{SVG}"[^>]*?(?:/>|>(.*)</svg>)\n', content.decode(), re.DOTALL)
    return (match[1] or "") if match else "", [problem.message for problem in found]


def unusable(content: bytes) -> Diagnostic:
    published, [problem] = clean_svg(content, "map.svg")
    assert published == b""
    return problem


@pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: path.stem)
def test_nothing_is_said_of_a_drawing_as_programs_save_it(path: Path) -> None:
    published, found = clean_svg(path.read_bytes(), path.name)
    assert found == []
    assert clean_svg(published, path.name) == (published, [])
    assert printed(published) == ()


def test_a_plain_drawing_stays_byte_for_byte() -> None:
    for path in Path(__file__).parent.glob("cases/site/content/*/*.svg"):
        assert clean_svg(path.read_bytes(), path.name) == (path.read_bytes(), [])


@pytest.mark.parametrize(
    ("inside", "published", "said"),
    [
        ("<script>alert(1)</script>", "", "<script> is not allowed"),
        ('<script href="x.js"/>', "", "<script> is not allowed"),
        ('<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>', "", "<script> is not allowed"),
        ('<g onclick="alert(1)"/>', "<g/>", "onclick is not allowed"),
        ('<foreignObject><b xmlns="http://www.w3.org/1999/xhtml">x</b></foreignObject>', "", "<foreignObject>"),
        ('<use href="#a"><set attributeName="href" to="javascript:alert(1)"/></use>', "<use/>", "<set> is not"),
        ('<g><animate attributeName="href" values="javascript:alert(1)"/></g>', "<g/>", "<animate> is not"),
        ('<a href="javascript:alert(1)"><rect width="1"/></a>', '<g><rect width="1"/></g>', "href='javascript:"),
        ('<a href="https://example.org"><rect width="1"/></a>', '<g><rect width="1"/></g>', "href='https:"),
        ('<image href="town.png"/>', "<image/>", "href='town.png'"),
        ('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>', "<image/>", "href='data:image/svg+xml"),
        ('<image href="data:text/html;base64,PHN2Zy8+"/>', "<image/>", "href='data:text/html"),
        ('<image href="data:image/png;base64,PHN2Zy8+"/>', "<image/>", "href='data:image/png"),
        ('<image href="data:image/png;base64,a"/>', "<image/>", "href='data:image/png"),
        ('<use href="town.svg#a"/>', "<use/>", "href='town.svg#a'"),
        ('<feImage href="#a"/>', "", "<feImage> is not"),
        ('<rect fill="url(https://example.org/x#a)"/>', "<rect/>", "fill='url(https:"),
        ('<rect filter="url(x.svg#a)"/>', "<rect/>", "filter='url(x.svg#a)'"),
        ('<rect style="fill: url(x.svg#a); stroke: red"/>', '<rect stroke="red"/>', "the style fill: url(x.svg#a)"),
        ("<style>@import 'x.css';</style>", "", "@import was removed"),
        ("<style>@font-face { src: url(x.woff) }</style>", "", "@font-face was removed"),
        ("<style>rect:hover { fill: red }</style>", "", "the style for 'rect:hover' was removed"),
        ('<style>rect { fill: url("//x/y") }</style><rect/>', "<rect/>", "the style fill: url"),
        ('<rect width="1e400"/>', "<rect/>", "width='1e400'"),
        (f'<rect width="{"9" * 400}"/>', "<rect/>", "width='999"),
        ('<g transform="scale(1e9)"/>', "<g/>", "transform='scale(1e9)'"),
        ('<path d="M0 0L1 1 2"/>', '<path d="M0 0L1 1"/>', "cannot be read to its end"),
        ('<rect fill="url(#none)"/>', "<rect/>", "fill of <rect> leads to nothing"),
        ('<g id="a"/><rect fill="url(#a) red"/>', '<g id="a"/><rect fill="red"/>', "fill of <rect> leads to <g>"),
    ],
)
def test_what_could_run_fetch_or_go_wrong_is_left_out_and_reported(inside: str, published: str, said: str) -> None:
    text, messages = clean(inside)
    assert text == published
    assert any(said in message for message in messages), messages


def test_a_style_sheet_from_elsewhere_is_left_out() -> None:
    sheet = b'<?xml-stylesheet href="x.css"?>'
    _, [problem] = clean_svg(sheet + f'<svg xmlns="{SVG}"/>'.encode(), "map.svg")
    assert "a style sheet from elsewhere" in problem.message


def test_what_programs_note_for_themselves_goes_silently() -> None:
    inside = '<x:view xmlns:x="urn:x" x:zoom="2"/><metadata>mine</metadata><rect x:label="a" data-name="b" width="1"/>'
    assert clean(inside.replace("<rect", '<rect xmlns:x="urn:x"')) == ('<rect width="1"/>', [])


def test_problems_have_a_place_and_are_said_once() -> None:
    text = f'<svg xmlns="{SVG}">\n <g onclick="a"/>\n <g onclick="b"/>\n</svg>'
    _, [problem] = clean_svg(text.encode(), "book/map.svg")
    assert (problem.code, problem.place.file, problem.place.line) == ("svg-removed", "book/map.svg", 2)
    assert problem.message.endswith("(and 1 more)")


def test_the_cascade() -> None:
    rules = "rect { fill: red; stroke: red !important } .a { fill: blue } g .a { x: 1px; y: 1 } #b { fill: green }"
    rects = '<rect/><rect class="a" stroke="tan"/><g><rect class="a" id="b" style="stroke: lime"/></g>'
    assert clean(f"<style>{rules}</style>{rects}") == (
        '<rect fill="red" stroke="red"/><rect stroke="red" fill="blue"/>'
        '<g><rect id="b" fill="green" x="1px" stroke="red"/></g>',
        [],
    )


def test_short_forms_are_written_out() -> None:
    text, _ = clean("<style>text { font: italic bold 12px/1.5 'Some Face', serif }</style><text>x</text>")
    assert text == (
        '<text font-style="italic" font-weight="bold" font-size="12px" font-family="\'Some Face\', serif">x</text>'
    ).replace("'", "&quot;")


def test_a_picture_inside_a_drawing_stays() -> None:
    png = BytesIO()
    Image.new("L", (1, 1)).save(png, "PNG")
    data = b64encode(png.getvalue()).decode()
    assert clean(f'<image href="data:;base64,{data}"/>') == (f'<image href="data:image/png;base64,{data}"/>', [])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no element found"),
        (b"<svg", "unclosed token"),
        (b"\x89PNG\r\n", "not well-formed"),
        (b"<html/>", "begins with <html>"),
        (b'<svg xmlns="urn:other"/>', "begins with <svg>"),
        (b'<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>', "declares entities"),
        (b'<!DOCTYPE svg SYSTEM "x.dtd"><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>', "&a;"),
        ('<?xml version="1.0" encoding="shift_jis"?><svg>町</svg>'.encode("shift_jis"), "encoding is not known"),
        (b'<?xml version="1.0" encoding="utf-7"?><svg/>', "encoding is not known"),
        (b'<?xml version="1.0" encoding="hex"?><svg/>', "encoding is not known"),
    ],
)
def test_a_drawing_that_cannot_be_read(content: bytes, message: str) -> None:
    problem = unusable(content)
    assert problem.code == "bad-picture"
    assert message in problem.message


def nested(levels: int) -> str:
    return f'<svg xmlns="{SVG}">{"<g>" * levels}{"</g>" * levels}</svg>'


def multiplied(attribute: str, tag: str) -> str:
    """Elements that each refer to the one before ten times."""
    rects = "".join(f'<{tag} id="p{level}">{f"<rect {attribute} />" * 10}</{tag}>'.replace("LEVEL", str(level - 1))
                    for level in range(9))  # fmt: skip
    return f'<svg xmlns="{SVG}"><defs>{rects}</defs><rect {attribute.replace("LEVEL", "8")}/></svg>'


@pytest.mark.parametrize(
    "text",
    [
        nested(MAX_NESTING + 1),
        " " * MAX_BYTES + nested(1),
        f'<svg xmlns="{SVG}">{"<rect/>" * 60_000}</svg>',
        f'<svg xmlns="{SVG}"><text>{"a" * 60_000}</text></svg>',
        multiplied('href="#pLEVEL"', "g").replace("<rect", "<use"),
        multiplied('fill="url(#pLEVEL)"', "pattern"),
        multiplied('mask="url(#pLEVEL)"', "mask"),
        multiplied('clip-path="url(#pLEVEL)"', "clipPath"),
        f'<svg xmlns="{SVG}"><marker id="m"><g/></marker><path marker-mid="url(#m)" d="M0 0{"l1 1" * 60_000}"/></svg>',
        f'<svg xmlns="{SVG}">' + "".join(f'<g id="g{n}"><use href="#g{n + 1}"/></g>' for n in range(60)) + "</svg>",
        f'<svg xmlns="{SVG}">' + "".join(f'<g id="g{n}"/><use href="#g{n}"/>' for n in range(5_000)) + "</svg>",
    ],
    ids=["deep", "long", "shapes", "letters", "use", "pattern", "mask", "clip", "marker", "chain", "names"],
)
def test_a_drawing_that_is_too_much(text: str) -> None:
    assert unusable(text.encode()).code == "picture-limit"


@pytest.mark.parametrize(
    "inside",
    [
        '<g id="a"><use href="#a"/><use href="#a"/></g>',
        '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>',
        '<use href="#in"/><g id="out"><g id="in"><use href="#out"/></g></g>',
        '<pattern id="a"><rect fill="url(#b)"/></pattern><pattern id="b"><rect stroke="url(#a)"/></pattern>',
        '<mask id="a" mask="url(#a)"><rect mask="url(#a)"/></mask>',
        '<clipPath id="a"><rect clip-path="url(#a)"/></clipPath>',
        '<marker id="a"><path d="M0 0h1" marker-start="url(#a)"/></marker>',
        '<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/>',
    ],
)
def test_circles_are_cut(inside: str) -> None:
    text, messages = clean(inside)
    assert any("leads in a circle" in message for message in messages), messages
    assert clean(text) == (text, [])
    assert printed(f'<svg xmlns="{SVG}" viewBox="0 0 9 9" width="9" height="9">{text}</svg>'.encode()) == ()


@pytest.mark.parametrize(
    "gradient",
    [
        '<linearGradient id="g" x2=".0000001" spreadMethod="repeat">STOPS</linearGradient>',
        '<linearGradient id="g" x2="0" spreadMethod="reflect">STOPS</linearGradient>',
        '<linearGradient id="g" gradientTransform="scale(.0001)" spreadMethod="reflect">STOPS</linearGradient>',
        '<linearGradient id="g" gradientUnits="userSpaceOnUse" x2=".01" spreadMethod="repeat">STOPS</linearGradient>',
        '<linearGradient id="g" x1="90000" x2="90001" spreadMethod="repeat">STOPS</linearGradient>',
        '<radialGradient id="g" r=".00001" spreadMethod="repeat">STOPS</radialGradient>',
        '<linearGradient id="g" href="#h" x2="0"/><linearGradient id="h" spreadMethod="repeat">STOPS</linearGradient>',
    ],
)
def test_a_gradient_that_repeats_without_end_is_drawn_once(gradient: str) -> None:
    stops = '<stop offset="0"/><stop offset="1" stop-color="#fff"/>'
    text, messages = clean(gradient.replace("STOPS", stops) + '<rect width="99" height="99" fill="url(#g)"/>')
    assert any("repeats more than" in message for message in messages), messages
    assert 'spreadMethod="pad"' in text
    assert printed(f'<svg xmlns="{SVG}" viewBox="0 0 99 99" width="99" height="99">{text}</svg>'.encode()) == ()


def test_a_gradient_may_repeat() -> None:
    inside = '<linearGradient id="g" x2=".05" spreadMethod="repeat"><stop/></linearGradient><rect fill="url(#g)"/>'
    assert clean(inside) == (inside, [])


@pytest.mark.parametrize(
    ("written", "data", "corners"),
    [
        ("M10 20h20v30h-20zM14 20a6 8 0 0 1 12 0", "M10 20h20v30h-20zM14 20a6 8 0 0 1 12 0", 7),
        ("m1-2.5.5,3z", "m1-2.5.5,3z", 3),
        ("M0 0a1 1 0 0110 10", "M0 0a1 1 0 0110 10", 2),
        ("M0 0 1 1 2 2", "M0 0 1 1 2 2", 3),
        ("L1 1", "", 0),
        ("M0", "", 0),
        ("M0 0a1 1 0 2 0 3 3", "M0 0", 1),
        ("M0 0C1 2 3 4 5", "M0 0", 1),
        ("M0 0L1 1x", "M0 0L1 1", 2),
        ("", "", 0),
    ],
)
def test_outlines(written: str, data: str, corners: int) -> None:
    outline = path_data(written)
    assert (outline.data, outline.corners, outline.whole) == (data, corners, data == written)


def test_a_long_run_is_taken_apart() -> None:
    """WeasyPrint takes quadratic time for it."""
    assert path_data("m0 0" + " 1 1" * 1_000).data == "m0 0" + "l1 1" * 1_000


def printed(drawing: bytes) -> tuple[str, ...]:
    """A drawing -> what WeasyPrint says about it."""
    html = '<html lang="en"><head><title>Map</title></head><body><p><img alt="map" src="map.svg"></p></body></html>'
    faces = faces_for(html)
    files = {f"fonts/{face.name}": true_type(face) for face in faces} | {"map.svg": drawing}
    # Print knows no fonts of the machine's, and Pango ends the process that has none at all.
    return lay_out(PrintJob(html, ("\n".join(face.rule for face in faces),), files, b"0" * 32)).remarks


@pytest.mark.parametrize("seed", range(200))
def test_whatever_is_drawn_only_what_is_allowed_comes_out(seed: int) -> None:
    content = drawing(random.Random(seed))
    published, found = clean_svg(content, "map.svg")
    if not published:
        assert [problem.code for problem in found] in (["bad-picture"], ["picture-limit"])
        return
    for element in ElementTree.fromstring(published).iter():
        assert element.tag.removeprefix(f"{{{SVG}}}") in ELEMENTS
        for name, value in element.attrib.items():
            assert name in {*ATTRIBUTES, "style", "{http://www.w3.org/XML/1998/namespace}space"}
            assert re.search(r"url\((?!#)", value) is None
            assert name != "href" or value.startswith("#")
    assert clean_svg(published, "map.svg") == (published, [])
