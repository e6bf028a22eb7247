"""Two builds of a shelf -> in what a reader would see them differ: the words, links and rolls of each page and PDF.

`python -m tests.compare_builds OLD NEW` takes two folders that `rollbook build --out` wrote. Whoever rebuilds a part of
the program and means to change nothing that is read runs it on a build before and one after; what it prints must be
explained. Addresses with a hash in them are taken without it. Exit status: 0 the same, 1 different.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from difflib import unified_diff
from html.parser import HTMLParser
from pathlib import Path

_HASH = re.compile(r"-[0-9a-f]{10,}(?=[./])")
# What a page shows by itself or rolls; the rest is looks.
_ROLLS = ("data-roll", "data-roll-table", "data-calc", "data-example", "data-sheet", "data-plan")
_UNREAD = ("script", "style", "template")


class _Read(HTMLParser):
    """What of a page is read, line by line."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._unread = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unread += tag in _UNREAD
        given = dict(attrs)
        for name in ("href", "src", "alt", "title", "aria-label", *_ROLLS):
            if name in given:
                self.lines.append(f"{tag} {name}: {_HASH.sub('', given[name] or '')}")

    def handle_endtag(self, tag: str) -> None:
        self._unread -= tag in _UNREAD

    def handle_data(self, data: str) -> None:
        if not self._unread and (words := " ".join(data.split())):
            self.lines.append(words)


def read_page(path: Path) -> list[str]:
    """A page -> its words, links and rolls in their order, a line each."""
    reader = _Read()
    reader.feed(path.read_text(encoding="utf-8"))
    return reader.lines


def read_pdf(path: Path) -> list[str]:
    """A PDF -> the words of each page, a line for each of the page's."""
    text = subprocess.run(["pdftotext", "-layout", str(path), "-"], check=True, capture_output=True, text=True).stdout
    pages = enumerate(text.split("\f"), 1)
    return [f"p. {number}: {' '.join(line.split())}" for number, page in pages for line in page.splitlines() if line]


_READERS = {".html": read_page, ".pdf": read_pdf}


def compare_builds(old: Path, new: Path) -> Iterator[str]:
    """Two folders -> what is different, file by file; nothing where a reader would see none."""
    files = [_files(folder) for folder in (old, new)]
    for name in sorted(files[0].keys() | files[1].keys()):
        paths = [found.get(name) for found in files]
        if not all(paths):
            yield f"only in the {'new' if paths[0] is None else 'old'} one: {name}"
            continue
        before, after = (_READERS[path.suffix](path) for path in paths if path)
        yield from unified_diff(before, after, f"old/{name}", f"new/{name}", lineterm="", n=1)


def _files(folder: Path) -> dict[str, Path]:
    found = (path for path in folder.rglob("*") if path.suffix in _READERS)
    return {_HASH.sub("", path.relative_to(folder).as_posix()): path for path in found}


if __name__ == "__main__":
    different = list(compare_builds(*map(Path, sys.argv[1:])))
    for line in different:
        print(line)
    sys.exit(1 if different else 0)
