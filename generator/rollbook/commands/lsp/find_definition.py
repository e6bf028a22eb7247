"""A cursor -> where what stands there is defined."""

from __future__ import annotations

from rollbook.commands.lsp.hover import term_at
from rollbook.commands.lsp.local_names import local_names
from rollbook.commands.lsp.survey import Known
from rollbook.commands.lsp.yaml_cursor import yaml_cursor
from rollbook.model.source import Place
from rollbook.model.table import Phrase


def find_definition(known: Known, path: str, lines: list[str], line: int, column: int) -> Place | None:
    """The lines of a file, a cursor counted from 0 -> the place, if it is on the shelf."""
    mention = known.at(path, line + 1, column + 1)
    if mention:
        return known.definition(mention.name)
    books = known.book_of(path)
    if books is None:
        return None
    written, _ = books
    text = lines[line]
    if path.endswith((".yml", ".yaml")) and (cursor := yaml_cursor(lines, line, column)):
        names = local_names(lines, cursor, path).everything
        phrases = {phrase.words: phrase for file in written.data for phrase in file.phrases}
        if found := _word_at(text, column, (*names, *phrases)):
            return names[found].place if found in names else _place(phrases[found])
    definition = term_at(text, column, written)
    return definition.place if definition else None


def _place(phrase: Phrase) -> Place:
    return phrase.meaning.place


def _word_at(text: str, column: int, words: tuple[str, ...]) -> str:
    """A line, a column, known words -> the longest of them that stands there whole."""
    found = ""
    for word in words:
        at = text.find(word)
        while at >= 0 and word:
            end = at + len(word)
            whole = not (text[at - 1 : at].isalnum() and at) and not text[end : end + 1].isalnum()
            if whole and at <= column <= end and len(word) > len(found):
                found = word
            at = text.find(word, at + 1)
    return found
