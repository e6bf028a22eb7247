"""A chapter as its author wrote it -> the same chapter for the shelf, and what was changed in it.

Code stays as it is. Links and pictures lead to where their files are now; boxes and inclusions of other programs become
what this dialect has for them; what could only be an error stays as words, for the author to decide about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import field
from html import unescape
from posixpath import basename, dirname, relpath

from rollbook.expand.scan_html import scan_html
from rollbook.model.quick_dataclass import dataclass
from rollbook.move_in.repository import MARKDOWN, PICTURES, Repository

_FENCE = re.compile(r"^[ \t>]*(```+|~~~+).*?(?:^[ \t>]*\1[`~]*[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_SPAN = r"(?P<code>(`+)(?!`).+?(?<!`)\2(?!`))"
_LINK = (
    r"(?P<mark>!?)\[(?P<words>(?:[^\[\]\n]|\[[^\[\]\n]*\])*)\]"
    r"\(\s*(?P<address><[^<>\n]*>|[^()<>\"\n]*?)(?P<title>\s+\"[^\"\n]*\")?\s*\)"
)
_REFERENCE = r"(?P<label>^ {0,3}\[[^\]\n^]+\]:[ \t]+)(?P<to>\S+)"
_IMAGE = r"(?P<image><img\b[^>]*>)"
_ANCHOR = r"<a\s+href=[\"'](?P<href>[^\"'#:]+)(?P<part>#[^\"']*)?[\"'][^>]*>(?P<inner>[^<\n]*)</a>"
_INCLUDE = r"\{\{\s*#include\s+(?P<include>[^\s}]+)\s*\}\}"
_ATTRIBUTES = r"(?P<attributes>\{:[^{}\n]*\})"
_PIECES = (_SPAN, _LINK, _REFERENCE, _IMAGE, _ANCHOR, _INCLUDE, _ATTRIBUTES)
_PIECE = re.compile("|".join(_PIECES), re.MULTILINE | re.DOTALL)
_OUTSIDE = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//")


@dataclass(slots=True)
class Notes:
    """What the import did, and what it leaves to the author; each with the file it is about."""

    changed: list[str] = field(default_factory=list)
    decide: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Placement:
    """Where files go on the shelf: chapters to book/name, pictures to book/pictures/name once a chapter shows them."""

    repository: Repository
    chapters: dict[str, str]
    pictures: dict[tuple[str, str], str] = field(default_factory=dict)
    parts: dict[str, str] = field(default_factory=dict)

    def picture(self, path: str, book: str) -> str:
        """A picture of the repository, the book that shows it -> its path there."""
        if (book, path) not in self.pictures:
            taken = {placed.casefold() for placed in self.pictures.values()}
            name = re.sub(r'[\\:*?"<>|\s]+', "-", basename(path))
            names = (name, *(f"{number}-{name}" for number in range(2, len(taken) + 3)))
            free = (f"{book}/pictures/{each}" for each in names)
            self.pictures[book, path] = next(each for each in free if each.casefold() not in taken)
        return self.pictures[book, path]

    def part(self, path: str, book: str) -> str:
        """A Markdown file that a chapter includes -> its path as a part."""
        return self.parts.setdefault(path, self.chapters.get(path) or f"{book}/_parts/{basename(path)}")


def convert_chapter(text: str, path: str, placed: str, files: Placement, notes: Notes) -> str:
    """A chapter's text, its path in the repository, book/name on the shelf -> its text there."""
    chapter = _Chapter(path, placed, files, notes)
    converted, boxes = _convert_boxes("".join(_outside_code(text, chapter.convert)))
    if boxes:
        notes.changed.append(f"{path}: another program's boxes are now <div>s with a class: {boxes}")
    return converted


def _outside_code(text: str, convert: Callable[[str], str]) -> Iterator[str]:
    done = 0
    for fence in _FENCE.finditer(text):
        yield convert(text[done : fence.start()])
        yield fence[0]
        done = fence.end()
    yield convert(text[done:])


@dataclass(frozen=True, slots=True)
class _Chapter:
    path: str
    placed: str
    files: Placement
    notes: Notes

    def convert(self, text: str) -> str:
        return _PIECE.sub(self._piece, text)

    def _piece(self, found: re.Match[str]) -> str:
        if found["code"]:
            return found[0]
        if found["attributes"]:
            self.notes.changed.append(f"{self.path}: {found[0]} was removed: Rollbook does not use it")
            return ""
        if found["image"]:
            return self._image(found[0])
        if found["include"]:
            return self._include(found)
        if found["href"]:
            address = self._address(found["href"] + (found["part"] or ""))
            return f"[{found['inner']}]({address})" if address else found[0]
        if found["label"]:
            address = self._address(found["to"].strip("<>"))
            return found["label"] + address if address else found[0]
        address = found["address"].strip("<> ")
        if found["mark"]:
            return self._picture(found["words"], address, found["title"] or "")
        new = self._address(address)
        return f"[{self.convert(found['words'])}]({new}{found['title'] or ''})" if new else found[0]

    def _address(self, written: str) -> str:
        """A link's address -> where it leads on the shelf; nothing where it stays as it is."""
        if not written or written.startswith("#") or _OUTSIDE.match(written):
            return ""
        path = self._find(written)
        target = self.files.chapters.get(path, "")
        if not target:
            self.notes.decide.append(f"{self.path}: the link to {written} leads to nothing on the shelf")
            return ""
        anchor = written.partition("#")[1] + written.partition("#")[2]
        address = _bracketed(relpath(target, dirname(self.placed)) + anchor)
        if address != written:
            self.notes.changed.append(f"{self.path}: the link to {written} now leads to {address.strip('<>')}")
        return address

    def _find(self, address: str) -> str:
        name = self.placed.partition("/")[2]
        return self.files.repository.find(address, self.path, self.path.removesuffix(name).rstrip("/"))

    def _image(self, tag: str) -> str:
        """A raw <img> -> a picture of Markdown: raw HTML shows none."""
        attributes = next((piece.attributes for piece in scan_html(tag)), {})
        words = unescape(attributes.get("alt", "")).replace("[", "(").replace("]", ")")
        return self._picture(words, attributes.get("src", ""), "")

    def _picture(self, words: str, address: str, title: str) -> str:
        book = self.placed.split("/")[0]
        if _OUTSIDE.match(address):
            self.notes.decide.append(f"{self.path}: the picture {address} is on another site; it is now a link")
            return f"[{words or address}]({address})"
        repository = self.files.repository
        path = self._find(address) or repository.find_by_name(address.split("?")[0], self.path)
        if not path.lower().endswith(PICTURES):
            self.notes.decide.append(f"{self.path}: the picture {address} is missing, or of a kind that can't be shown")
            return f"*({words or basename(address)})*"
        new = _bracketed(relpath(self.files.picture(path, book), dirname(self.placed)))
        self.notes.changed.append(f"{self.path}: the picture {address} is now {new.strip('<>')}")
        if not words:
            self.notes.decide.append(f"{self.path}: describe the picture {address} between its square brackets")
        return f"![{words}]({new}{title})"

    def _include(self, found: re.Match[str]) -> str:
        """`{{#include file.md}}` -> `$include`; parts of files and code stay as they are."""
        path = self._find(found["include"])
        if not path.lower().endswith(MARKDOWN) or path in self.files.chapters:
            self.notes.decide.append(f"{self.path}: {found[0]} is not included")
            return found[0]
        part = relpath(self.files.part(path, self.placed.split("/")[0]), dirname(self.placed))
        self.notes.changed.append(f"{self.path}: {found['include']} is now included by a directive")
        return f"<!-- $include {part} -->"


def _bracketed(address: str) -> str:
    return f"<{address}>" if " " in address else address


_ADMONITION = re.compile(
    r'^(?P<indent>[ ]*)(?:!!!|\?\?\?\+?) +(?P<kind>[\w-]+)[^\n"]*(?:"(?P<title>[^"\n]*)")?[^\n]*\n'
    r"(?P<body>(?:(?P=indent)(?: {4}|\t)[^\n]*(?:\n|\Z)|[ \t]*\n(?=(?P=indent)(?: {4}|\t)))*)",
    re.MULTILINE,
)
_CONTAINER = re.compile(
    r"^:::+ *\{?\.?(?P<kind>[\w-]+)\}?(?P<title>[^\n]*)\n(?P<body>.*?)^:::+[ \t]*$\n?", re.MULTILINE | re.DOTALL
)
_WARNINGS = {"attention", "caution", "danger", "error", "failure", "important", "warning"}


def _convert_boxes(text: str) -> tuple[str, int]:
    """A chapter's text -> the same with its boxes as divisions, and how many of them there were."""
    text, admonitions = _ADMONITION.subn(_indented, text)
    text, containers = _CONTAINER.subn(lambda found: _division(found, found["body"]), text)
    return text, admonitions + containers


def _indented(found: re.Match[str]) -> str:
    margin = re.compile(rf"^{found['indent']}(?: {{4}}|\t)", re.MULTILINE)
    return _division(found, margin.sub("", found["body"]))


def _division(found: re.Match[str], body: str) -> str:
    kind = "warning" if found["kind"].lower() in _WARNINGS else "note"
    title = (found["title"] or "").strip()
    named = f"**{title}**\n\n" if title else ""
    return f'<div class="{kind}">\n\n{named}{body.strip()}\n\n</div>\n\n'
