"""A number -> a shelf of so many chapters, in one book or in many, each time the same."""

from __future__ import annotations

import random
from pathlib import Path

SIZE = 10_700
_TEXT = (
    "the a guard bridge river stands when every hero rolls against danger and light falls over stone while rain keeps "
    "company with those who wait for morning under cover of trees near water"
)
_WORDS = _TEXT.split()


BOOK = 100


def make_shelf(folder: Path, chapters: int) -> None:
    """A new folder, a number -> a shelf with one book of so many chapters: prose, dice, links, lists and tables."""
    (folder / "data").mkdir(parents=True)
    _make_book(folder / "content" / "long", "A long book", range(chapters))


def make_library(folder: Path, chapters: int) -> None:
    """A new folder, a number -> a shelf of so many chapters, as books of a hundred."""
    (folder / "data").mkdir(parents=True)
    for first in range(0, chapters, BOOK):
        number = first // BOOK
        _make_book(
            folder / "content" / f"book-{number:03}", f"Book {number}", range(first, min(first + BOOK, chapters))
        )


def _make_book(book: Path, title: str, chapters: range) -> None:
    book.mkdir(parents=True)
    (book / "book.yml").write_text(f"title: {title}\n", encoding="utf-8")
    for number in chapters:
        (book / f"chapter-{number:04}.md").write_text(_chapter(number, chapters), encoding="utf-8")


def _chapter(number: int, chapters: range) -> str:
    chance = random.Random(number)
    lines = [f"# Chapter {number}", ""]
    while sum(map(len, lines)) < SIZE:
        lines += [f"## Part {len(lines)} of {number}", ""]
        lines += [line for _ in range(3) for line in (" ".join(_sentence(chance) for _ in range(5)), "")]
        goal = f"chapter-{chance.choice(chapters):04}.md"
        lines += [f"Roll {chance.randint(1, 4)}d6 + {chance.randint(1, 9)} and see [another chapter]({goal}).", ""]
        lines += [f"- **One** {_sentence(chance)}", f"- *Two* {_sentence(chance)}", ""]
        rows = [f"| {chance.choice(_WORDS)} | {chance.randint(1, 99)} | {chance.randint(1, 9)} |" for _ in range(6)]
        lines += ["| Item | Cost | Weight |", "|---|--:|--:|", *rows, ""]
    return "\n".join(lines)


def _sentence(chance: random.Random) -> str:
    return " ".join(chance.choice(_WORDS) for _ in range(chance.randint(8, 18))).capitalize() + "."
