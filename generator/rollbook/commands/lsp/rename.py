"""The id of a rule -> the edits that give it another, in every file, and keep its old address alive."""

from __future__ import annotations

from collections.abc import Iterable

from rollbook.commands.lsp.names import Mention, Name
from rollbook.commands.lsp.survey import Known
from rollbook.expand.expand_directive import RULE_ID
from rollbook.model.book import Book
from rollbook.model.diagnostic import WrongUse
from rollbook.model.document.blocks import RuleMark
from rollbook.model.document.walk import every_block
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.source import Place


@dataclass(frozen=True, slots=True)
class Edit:
    """A text for what is at a place; a `length` of 0 puts it in between."""

    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class Renaming:
    """All edits, and new files with their text."""

    edits: tuple[Edit, ...]
    created: tuple[tuple[str, str], ...]


def renamable(known: Known, path: str, line: int, column: int) -> Mention | None:
    """A cursor -> the rule's id that is there."""
    mention = known.at(path, line, column)
    if mention is None or mention.name.kind != "rule":
        return None
    return mention if _stands_there(mention, known) else None


def rename(known: Known, mention: Mention, new: str) -> Renaming:
    """A rule's id somewhere, another id -> what to change. What can't be done is WrongUse, and nothing changes."""
    old = mention.name.id
    if not RULE_ID.fullmatch(new):
        raise WrongUse("a rule's id has lowercase letters, digits and hyphens, with dots between its parts")
    mentions = known.mentions_of(mention.name)
    taken = next((each for each in known.mentions if each.name == Name("rule", mention.name.book, new)), None)
    if taken is not None and new != old:
        raise WrongUse(f"there is already a rule {new!r}: {taken.place.file}:{taken.place.line}")
    for each in mentions:
        if not _stands_there(each, known):
            raise WrongUse(f"{old!r} is written differently in {each.place.file}:{each.place.line}: change that first")
    edits = [Edit(each.place, new) for each in mentions]
    # Of a rule in a part, every book that includes it has an address.
    defining = {each.place for each in mentions if each.defines}
    books = {each.name.book for each in known.mentions if each.place in defining}
    moved, created = _moves(known, books, old, new)
    return Renaming((*edits, *moved), created)


def _stands_there(mention: Mention, known: Known) -> bool:
    source = known.texts.get(mention.place.file)
    line = source.lines[mention.place.line - 1] if source and mention.place.line <= len(source.lines) else ""
    start = mention.place.column - 1
    return line[start : start + mention.place.length] == mention.name.id


def _moves(known: Known, books: Iterable[str], old: str, new: str) -> tuple[list[Edit], tuple[tuple[str, str], ...]]:
    """Lines of moved.yml by which links that readers have saved go on leading to the rule."""
    edits, created = [], []
    for book in known.shelf.books:
        pages = [page.id for page in book.pages if _states(book, page.id, old)] if book.id in books else []
        lines = "".join(f"{page}.html#rule-{old}: rule:{new}\n" for page in pages)
        folder = next((each for each in known.sources.books if each.id == book.id), None)
        if not lines or folder is None:
            continue
        if folder.moved is None:
            created.append((f"{folder.folder}/moved.yml", lines))
        else:
            last = folder.moved.lines
            gap = "\n" if last[-1] else ""
            edits.append(Edit(Place(folder.moved.path, len(last), len(last[-1]) + 1, 0), gap + lines))
    return edits, tuple(created)


def _states(book: Book, page: str, rule: str) -> bool:
    blocks = (block for each in book.pages if each.id == page for block in every_block(each.blocks))
    return any(isinstance(block, RuleMark) and block.id == rule for block in blocks)
