"""Raw HTML -> its pieces: tags, text, and what begins but is never finished. Comments and declarations are no pieces.

Python's own HTMLParser looks again at all that follows for each tag without an end, raises on `<![`, and reads the same
text differently from one version of Python to the next. This reads as browsers do, and every letter once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from html import unescape
from typing import Literal

from rollbook.model.quick_dataclass import dataclass

_TAG_NAME = re.compile(r"[a-zA-Z][^\s/>]*")
_BETWEEN = re.compile(r"[\s/]*")
_NAME = re.compile(r"[^\s/>][^\s/>=]*")
_EQUALS = re.compile(r"\s*=\s*")
_BARE = re.compile(r"[^\s>]*")
# Nothing in these is a tag but the one that ends them.
_SCRIPTS = [("opening", "script"), ("opening", "style"), ("opening", "title")]
# Python refuses to read endless digits, and no letter has so many.
_ENDLESS = re.compile(r"&#(?:\d{20,}|[xX][0-9a-fA-F]{20,});?")


@dataclass(frozen=True, slots=True)
class Piece:
    """`text` is the words, their entities read, or the tag's name; `start:end` are columns of the HTML."""

    kind: Literal["text", "opening", "closing", "unfinished"]
    text: str
    start: int
    end: int
    attributes: Mapping[str, str] = field(default_factory=dict)


def scan_html(html: str) -> Iterator[Piece]:
    """HTML -> its pieces from left to right. What is never finished is the last: its text is all that follows."""
    done = 0
    while (start := html.find("<", done)) >= 0:
        if start > done:
            yield _text(html, done, start)
        tag = _read(html, start)
        yield from (tag,) if tag.text else ()
        done = _behind_script(html, tag) if (tag.kind, tag.text) in _SCRIPTS else tag.end
    if done < len(html):
        yield _text(html, done, len(html))


def _behind_script(html: str, tag: Piece) -> int:
    """The tag of a script -> where the script ends."""
    end = re.compile(rf"</{tag.text}(?=[\s/>])", re.IGNORECASE).search(html, tag.end)
    return end.start() if end else len(html)


def _text(html: str, start: int, end: int) -> Piece:
    return Piece("text", read_entities(html[start:end]), start, end)


def read_entities(text: str) -> str:
    """Text with `&amp;` and the like -> the letters that it shows."""
    return unescape(_ENDLESS.sub("\ufffd", text)) if "&" in text else text


def _read(html: str, start: int) -> Piece:
    """At a `<` -> the tag; a piece without text is a comment or a declaration, and a lone `<` is text."""
    if name := _TAG_NAME.match(html, start + 1):
        return _read_tag(html, start, "opening", name)
    if html.startswith("</", start) and (name := _TAG_NAME.match(html, start + 2)):
        return _read_tag(html, start, "closing", name)
    if not html.startswith(("<!", "<?", "</"), start):
        return Piece("text", "<", start, start + 1)
    # `<!-->` is a whole comment, too.
    ending, behind = ("-->", start + 2) if html.startswith("<!--", start) else (">", start + 2)
    end = html.find(ending, behind)
    return _unfinished(html, start) if end < 0 else Piece("text", "", start, end + len(ending))


def _read_tag(html: str, start: int, kind: Literal["opening", "closing"], name: re.Match[str]) -> Piece:
    attributes: dict[str, str] = {}
    at = name.end()
    while True:
        at = _skip(_BETWEEN, html, at)
        if at >= len(html):
            return _unfinished(html, start)
        if html[at] == ">":
            return Piece(kind, name[0].lower(), start, at + 1, attributes)
        word = _skip(_NAME, html, at)
        value, end = _read_value(html, word)
        attributes.setdefault(html[at:word].lower(), read_entities(value))
        at = end


def _read_value(html: str, at: int) -> tuple[str, int]:
    """Behind an attribute's name -> its value, empty where it has none, and where that ends."""
    equals = _EQUALS.match(html, at)
    if equals is None:
        return "", at
    at = equals.end()
    quote = html[at : at + 1]
    if quote not in ('"', "'"):
        end = _skip(_BARE, html, at)
        return html[at:end], end
    end = html.find(quote, at + 1)
    return (html[at + 1 :], len(html)) if end < 0 else (html[at + 1 : end], end + 1)


def _skip(pattern: re.Pattern[str], html: str, at: int) -> int:
    found = pattern.match(html, at)
    return found.end() if found else at


def _unfinished(html: str, start: int) -> Piece:
    return Piece("unfinished", html[start:], start, len(html))
