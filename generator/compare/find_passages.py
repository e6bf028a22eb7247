"""A book -> the words of each of its rules: the block behind the rule's mark, up to the next mark or heading."""

from __future__ import annotations

from generator.book import Book, Target
from generator.comparison import Passage
from generator.token_text import plain_text


def find_passages(book: Book) -> dict[str, Passage]:
    """A book -> its rules by id. A passage ends where the next rule, heading, table or calculator begins."""
    found: dict[str, Passage] = {}
    for page in book.pages:
        name, words = "", list[str]()
        for token in page.tokens:
            if token.type in ("rule", "heading_open", "table_open", "calculator", "example", "sheet"):
                name, words = (token.info, []) if token.type == "rule" else ("", [])
            if token.type == "inline" and name:
                words.append(plain_text(token))
                target = Target(book.id, page.id, f"rule-{name}")
                found[name] = Passage(" ".join(words), target)
    return found
