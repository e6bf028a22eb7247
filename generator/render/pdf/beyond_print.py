"""A chapter's tree, a picture -> what WeasyPrint could not lay out.

It never ends, or ends in a RecursionError, on content far beyond what a book holds. That is told before it starts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from generator.source import Asset

# Measured with WeasyPrint 70, each with room to spare: layout, drawing and tags recurse several calls for an element,
# 1,000 short rows or 20,000 words of one paragraph take about 2 seconds, and one long word takes quadratic time.
MAX_DEPTH = 70
MAX_ROWS = 4_000
MAX_PARAGRAPH = 200_000
MAX_WORD = 3_000
MAX_SHAPES = 20_000

_SVG = "{http://www.w3.org/2000/svg}"
_XLINK = "{http://www.w3.org/1999/xlink}"


def beyond_print(body: Element) -> Iterator[tuple[str, str]]:
    """A chapter's tree -> what is too much about it, each with a way out."""
    if (depth := _depth(body)) > MAX_DEPTH:
        yield f"nested {depth} deep; print can do {MAX_DEPTH}", "take some of the boxes, lists or quotations apart"
    for table in body.iter("table"):
        if (rows := sum(1 for _ in table.iter("tr"))) > MAX_ROWS:
            yield f"a table of {rows:,} rows; print can do {MAX_ROWS:,}", "divide it into several tables"
    for element in body.iter():
        for text in (element.text or "", element.tail or ""):
            if len(text) > MAX_PARAGRAPH:
                yield f"a paragraph of {len(text):,} characters; print can do {MAX_PARAGRAPH:,}", "begin new paragraphs"
            elif len(text) > MAX_WORD and (longest := max(map(len, text.split()), default=0)) > MAX_WORD:
                yield f"a word of {longest:,} characters; print can do {MAX_WORD:,}", "put spaces into it"


def _depth(body: Element) -> int:
    """A tree -> how deep it is. A loop, because the depth is what recursion would fail at."""
    depth, level = 0, list(body)
    while level:
        depth, level = depth + 1, [child for element in level for child in element]
    return depth


def overdrawn(picture: Asset) -> Iterator[tuple[str, str]]:
    """A picture -> whether it is an SVG that repeats itself without end."""
    try:
        root = ElementTree.fromstring(picture.content) if picture.path.lower().endswith(".svg") else Element("none")
    except ElementTree.ParseError:
        return  # WeasyPrint says so itself, and goes on.
    named = {element.get("id", ""): element for element in root.iter()}
    if _shapes(root, named, MAX_SHAPES) > MAX_SHAPES:
        yield f"{picture.path} draws more than {MAX_SHAPES:,} shapes; print can do no more", "simplify the drawing"


def _shapes(root: Element, named: Mapping[str, Element], most: int) -> int:
    """A drawing -> how many shapes it draws, each counted as often as it is used; counting ends after `most`."""
    count, waiting = 0, [root]
    while waiting and count <= most:
        element = waiting.pop()
        count += 1
        waiting.extend(element)
        if element.tag == f"{_SVG}use":
            used = named.get((element.get("href") or element.get(f"{_XLINK}href") or "").removeprefix("#"))
            waiting.extend(() if used is None else (used,))
    return count
