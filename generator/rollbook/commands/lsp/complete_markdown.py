"""A cursor in a chapter -> what can be written there: a directive, what it names, where a link leads, a term."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from posixpath import dirname, relpath

from rollbook.assemble.link_targets import LinkTargets, from_content, slug
from rollbook.commands.lsp.survey import Known
from rollbook.commands.lsp.translate import Offer, offers
from rollbook.expand.expand_directive import COMPARED, DIRECTIVES, EXPAND, PINNED
from rollbook.model.allowed_markup import CLASSES
from rollbook.model.book import Book
from rollbook.model.chapter import WrittenBook
from rollbook.model.document.blocks import RuleMark
from rollbook.model.document.walk import every_block
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.yaml_tree import Scalar, Sequence

_COMMENT = re.compile(r"<!--\s*\$(?P<name>/?[\w-]*)(?P<rest>(?:\s(?:(?!-->).)*)?)$", re.DOTALL)
_LINK = re.compile(r"\]\(<?(?P<address>[^()<>]*)$")
_WORD = re.compile(r"[^\W\d_][\w’'-]+$")
_SHORTEST = 2  # letters of a word that terms are offered for


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the cursor is: the book, the file's path below content, and what is known."""

    known: Known
    written: WrittenBook
    meant: Book
    file: str


def complete_markdown(known: Known, path: str, lines: list[str], line: int, column: int) -> list[Offer]:
    """The lines of a chapter, a cursor counted from 0 -> offers."""
    books = known.book_of(path)
    if books is None:
        return []
    chapter = known.chapters.get(path)
    is_part = chapter is not None and all(chapter is not each for each in books[0].chapters)
    name = chapter.name if chapter else ""
    here = _Place(known, *books, name if is_part else f"{books[0].id}/{name}")
    before = lines[line][:column]
    if comment := _COMMENT.search(before):
        if not comment["rest"]:
            return _directives(comment.start("name"))
        words = comment["rest"].split(" ")
        start = column - len(words[-1])
        return _arguments(here, comment["name"], [word for word in words[:-1] if word], start)
    if link := _LINK.search(before):
        return _addresses(here, link["address"], link.start("address"))
    word = _WORD.search(before)
    return _terms(here, word[0], word.start()) if word and len(word[0]) >= _SHORTEST else []


def _directives(start: int) -> list[Offer]:
    told = {name: (expand.__doc__ or "").partition("\n")[0] for name, expand in EXPAND.items()}
    return offers("directive", start, ((name, told.get(name, "")) for name in DIRECTIVES))


def _arguments(here: _Place, directive: str, words: list[str], start: int) -> list[Offer]:
    """A directive, the words that it has already -> what the next may be."""
    ask = (_FIRST if not words else _SECOND).get(directive)
    if ask is None:
        return offers("word", start, CLASSES) if directive == "data" else []
    return offers("reference", start, ask(here, words))


Texts = Iterable[str | tuple[str, str]]


def _files(here: _Place, words: list[str]) -> Texts:
    return [file.name for file in here.written.data if file.tables]


def _tables_of_file(here: _Place, words: list[str]) -> Texts:
    file = next((file for file in here.written.data if file.name == words[0]), None)
    tables = [(table.id, table.title) for table in file.tables] if file else []
    return [*tables, *((name, "how it is laid out") for name in CLASSES)] if len(words) == 1 else CLASSES


def documents(book: WrittenBook, kind: str) -> list[tuple[str, str]]:
    """A book -> its calculators or sheets, each with its title."""
    found = [rule for file in book.data for rule in file.rules if rule.kind == kind]
    titles = [(rule.id, rule.node.get("title")) for rule in found]
    return [(id_, title.text if isinstance(title, Scalar) else "") for id_, title in titles]


def _calculators(here: _Place, words: list[str]) -> Texts:
    return documents(here.written, "calculator")


def _examples(here: _Place, words: list[str]) -> Texts:
    rules = [rule for file in here.written.data for rule in file.rules if rule.id == words[0]]
    examples = rules[0].node.get("examples") if rules and len(words) == 1 else None
    count = len(examples.items) if isinstance(examples, Sequence) else 0
    return [str(number) for number in range(1, count + 1)]


def rules(book: WrittenBook, meant: Book) -> dict[str, str]:
    """A book -> its rules with their titles: those of its list, and those that chapters state beside them."""
    titles = {title.id: title.title for file in book.data for title in file.titles}
    return {**dict.fromkeys(_stated(meant), ""), **titles}


def _stated(meant: Book) -> list[str]:
    return [block.id for page in meant.pages for block in every_block(page.blocks) if isinstance(block, RuleMark)]


def _unstated_rules(here: _Place, words: list[str]) -> Texts:
    """Those that no chapter states yet come first, since that is what an editor wants to do."""
    stated = {*_stated(here.meant)}
    known = rules(here.written, here.meant).items()
    return sorted(known, key=lambda each: each[0] in stated)


def _pins(here: _Place, words: list[str]) -> Texts:
    return [(spot.name, spot.title) for spot in here.meant.lists.index if spot.name.startswith(PINNED)]


_Ask = Callable[[_Place, list[str]], Texts]
_FIRST: Mapping[str, _Ask] = {
    "calc": _calculators,
    "compare": lambda here, words: [
        (book.id, book.title) for book in here.known.shelf.books if book.id != here.meant.id
    ],
    "data": _files,
    "example": _calculators,
    "glossary": lambda here, words: [file.name for file in here.written.data if file.definitions],
    "include": lambda here, words: [relpath(part.name, dirname(here.file)) for part in here.known.written.parts],
    "index": _pins,
    "list": _files,
    "readings": lambda here, words: [file.name for file in here.written.data if file.readings],
    "rule": _unstated_rules,
    "sheet": lambda here, words: documents(here.written, "sheet"),
    "stat-block": lambda here, words: [each.id for file in here.written.data for each in file.stat_blocks],
}
_SECOND: Mapping[str, _Ask] = {
    "compare": lambda here, words: COMPARED if len(words) == 1 else (),
    "data": _tables_of_file,
    "example": _examples,
    "index": _pins,
    "list": lambda here, words: [*_tables_of_file(here, words), "as"],
}


def _addresses(here: _Place, address: str, start: int) -> list[Offer]:
    """What a link's address begins with -> where it may lead."""
    kind, colon, name = address.partition(":")
    if colon:
        book_id, slash, _ = name.rpartition("/")
        written, meant = (
            next(((w, m) for w, m in _pairs(here.known) if w.id == book_id), (None, None))
            if slash
            else (here.written, here.meant)
        )
        begin = start + len(kind) + 1 + (len(book_id) + 1 if slash else 0)
        return _by_id(kind, written, meant, begin) if written and meant else []
    path, hash_, _ = address.partition("#")
    if hash_:
        targets = LinkTargets(here.known.shelf)
        where = from_content(path, dirname(here.file)) if path else here.file
        anchors = [anchor for anchor in targets.anchors_below(where) if anchor]
        return offers("reference", start + len(path) + 1, anchors)
    chapters = [(chapter.name, "") for chapter in here.written.chapters]
    others = [
        (f"../{w.id}/{c.name}", m.title) for w, m in _pairs(here.known) if w is not here.written for c in w.chapters
    ]
    schemes = [
        ("rule:", "a rule, by its id"),
        ("table:", "a table, by its id"),
        ("calc:", "a calculator, by its id"),
        ("term:", "a word of the glossary"),
        ("roll:", "dice to roll"),
    ]
    return [*offers("word", start, schemes), *offers("file", start, [*chapters, *others])]


def _pairs(known: Known) -> list[tuple[WrittenBook, Book]]:
    meant = {book.id: book for book in known.shelf.books}
    return [(book, meant[book.id]) for book in known.written.books if book.id in meant]


def _by_id(kind: str, written: WrittenBook, meant: Book, start: int) -> list[Offer]:
    match kind:
        case "rule":
            return offers("reference", start, rules(written, meant).items())
        case "calc":
            return offers("reference", start, documents(written, "calculator"))
        case "table":
            return offers("reference", start, ((t.id, t.title) for file in written.data for t in file.tables))
        case "term":
            return offers("reference", start, ((slug(d.name), d.title) for f in written.data for d in f.definitions))
    return []


def _terms(here: _Place, word: str, start: int) -> list[Offer]:
    """The beginning of a word -> the terms of the glossary that begin so."""
    spellings = [text for file in here.written.data for d in file.definitions for text in d.spellings]
    return offers("term", start, (text for text in spellings if text.casefold().startswith(word.casefold())))
