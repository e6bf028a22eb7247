"""A chapter's tree, a picture -> what WeasyPrint could not lay out.

It never ends, or ends in a RecursionError, on content far beyond what a book holds. That is told before it starts.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from rollbook.model.source import Asset
from rollbook.render.pdf.set_in_columns import INLINE

# Measured with WeasyPrint 70, each with room to spare: layout, drawing and tags recurse several calls for an element,
# 1,000 short rows or 20,000 words of one paragraph take about 2 seconds, one long word takes quadratic time, and still
# more in many pieces. Twelve quotations inside each other leave a column no room: a line for every letter.
MAX_DEPTH = 70
MAX_INDENTS = 8
MAX_ROWS = 4_000
MAX_COLUMNS = 200
MAX_PARAGRAPH = 200_000
MAX_WORD = 3_000
MAX_PIECES = 150
MAX_SHAPES = 20_000

_INDENTING = frozenset({"blockquote", "dd", "ol", "ul"})
_INDENTING_CLASSES = frozenset({"note", "warning"})
_NO_BREAK = "\0"  # between two pieces of a word; no text of an author holds it

_SVG = "{http://www.w3.org/2000/svg}"
_XLINK = "{http://www.w3.org/1999/xlink}"


def beyond_print(body: Element) -> Iterator[tuple[str, str]]:
    """A chapter's tree -> what is too much about it, each with a way out."""
    if (depth := _depth(body)) > MAX_DEPTH:
        yield f"nested {depth} deep; print can handle {MAX_DEPTH}", "flatten some of the boxes, lists or quotations"
        return  # What follows may recurse.
    if (indents := _indents(body)) > MAX_INDENTS:
        message = f"lists, quotations and notes {indents} deep in each other; print can handle {MAX_INDENTS}"
        yield message, "flatten some of them: no room is left for the words"
    for table in body.iter("table"):
        yield from _beyond_table(table)
    yield from _beyond_paragraphs(body)


def _beyond_table(table: Element) -> Iterator[tuple[str, str]]:
    if (rows := sum(1 for _ in table.iter("tr"))) > MAX_ROWS:
        yield f"a table of {rows:,} rows; print can handle {MAX_ROWS:,}", "split it into several tables"
    if (columns := _columns(table)) > MAX_COLUMNS:
        yield (
            f"a table of {columns:,} columns; print can handle {MAX_COLUMNS:,}",
            "make spans smaller, or split the table",
        )


def _beyond_paragraphs(body: Element) -> Iterator[tuple[str, str]]:
    for paragraph in _paragraphs(body):
        letters = paragraph.replace(_NO_BREAK, "")
        if len(letters) > MAX_PARAGRAPH:
            yield (
                f"a paragraph of {len(letters):,} characters; print can handle {MAX_PARAGRAPH:,}",
                "start new paragraphs",
            )
        elif (longest := max(map(len, letters.split()), default=0)) > MAX_WORD:
            yield f"a word of {longest:,} characters; print can handle {MAX_WORD:,}", "put spaces in it"
        elif (pieces := max((word.count(_NO_BREAK) for word in paragraph.split()), default=0)) > MAX_PIECES:
            yield f"a word with {pieces:,} HTML tags in it; print can handle {MAX_PIECES:,}", "put spaces in it"


def _depth(body: Element) -> int:
    """A tree -> how deep it is. A loop, because the depth is what recursion would fail at."""
    depth, level = 0, list(body)
    while level:
        depth, level = depth + 1, [child for element in level for child in element]
    return depth


def _indents(body: Element, above: int = 0) -> int:
    """A tree -> how many of its elements stand in each other that move their text to the right."""
    classes = set(body.get("class", "").split())
    here = above + (body.tag in _INDENTING or not classes.isdisjoint(_INDENTING_CLASSES))
    return max((_indents(child, here) for child in body), default=here)


def _columns(table: Element) -> int:
    """A table -> how many columns its cells take, those included that a cell of a row above still reaches into."""
    reached, most = 0, sum(_number(column, "span") for kind in ("colgroup", "col") for column in table.iter(kind))
    ending: dict[int, int] = defaultdict(int)
    for number, row in enumerate(table.iterfind("*/tr")):
        reached -= ending[number]
        for cell in row:
            reached += _number(cell, "colspan")
            ending[number + _number(cell, "rowspan")] += _number(cell, "colspan")
        most = max(most, reached)
    return most


def _number(element: Element, name: str) -> int:
    """An attribute that clean_html has let through -> its number."""
    return int(element.get(name, "1"))


def _paragraphs(body: Element) -> list[str]:
    """A tree -> its text, a run for each stretch without blocks, with a mark where an inline element begins."""
    runs: list[list[str]] = [[]]

    def walk(element: Element) -> None:
        if element.tag in INLINE:
            runs[-1].append(_NO_BREAK)
        else:
            runs.append([])
        runs[-1].append(element.text or "")
        for child in element:
            walk(child)
            runs[-1].append(child.tail or "")
        if element.tag not in INLINE:
            runs.append([])

    walk(body)
    return ["".join(run) for run in runs]


def overdrawn(picture: Asset) -> Iterator[tuple[str, str]]:
    """A picture -> whether it is an SVG that repeats itself without end."""
    try:
        root = ElementTree.fromstring(picture.content) if picture.path.lower().endswith(".svg") else Element("none")
    except ElementTree.ParseError:
        return  # WeasyPrint says so itself, and goes on.
    named = {element.get("id", ""): element for element in root.iter()}
    if _shapes(root, named, MAX_SHAPES) > MAX_SHAPES:
        yield f"{picture.path} draws more than {MAX_SHAPES:,} shapes; print can't handle more", "simplify the drawing"


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


_PAINT = re.compile(r"\b(fill|stroke)\s*:\s*url\(\s*[\"']?#([^\"')\s]+)")
_GRADIENTS = (f"{_SVG}linearGradient", f"{_SVG}radialGradient")


def lost_gradients(picture: Asset) -> Iterator[tuple[str, str]]:
    """A picture -> the gradients of a drawing that WeasyPrint 70 leaves out, each with a way out.

    Lines that have one are drawn but for a thin edge, and areas stay white whose circles are measured by their shape.
    """
    try:
        root = ElementTree.fromstring(picture.content) if picture.path.lower().endswith(".svg") else Element("none")
    except ElementTree.ParseError:
        return
    named = {element.get("id", ""): element for element in root.iter() if element.tag in _GRADIENTS}
    for part, name in dict.fromkeys(_paints(root)):
        if name not in named:
            continue
        if part == "stroke":
            yield f"{picture.path}: a line with the gradient {name!r} is not printed", "make the line a shape, or a PNG"
        elif named[name].tag == _GRADIENTS[1] and _units(named[name], named) != "userSpaceOnUse":
            hint = 'give it gradientUnits="userSpaceOnUse" with its centre and radius, or make the drawing a PNG'
            yield f"{picture.path}: what the gradient {name!r} fills is not printed", hint


def _paints(root: Element) -> Iterator[tuple[str, str]]:
    """A drawing -> what is painted by what it names: `fill` or `stroke`, and the name."""
    for element in root.iter():
        styles = element.get("style", "") + (element.text or "" if element.tag == f"{_SVG}style" else "")
        attributes = "".join(f";{part}:{element.get(part, '')}" for part in ("fill", "stroke"))
        yield from ((found[1], found[2]) for found in _PAINT.finditer(styles + attributes))


def _units(gradient: Element, named: Mapping[str, Element]) -> str:
    """A gradient -> what its lengths are measured by, if need be as the one says that it is made after."""
    seen: list[Element] = []
    while "gradientUnits" not in gradient.attrib and gradient not in seen:
        seen.append(gradient)
        other = (gradient.get("href") or gradient.get(f"{_XLINK}href") or "").removeprefix("#")
        gradient = named.get(other, gradient)
    return gradient.get("gradientUnits", "")
