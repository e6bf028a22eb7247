"""A shelf -> every spot where something on it is named, and whose it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from posixpath import dirname, normpath

from rollbook.assemble.link_targets import LinkTargets, as_path, from_content, slug
from rollbook.commands.lsp.names import Kind, Mention, Name, Written, names_in_chapter, names_in_yaml
from rollbook.model.book import Book, Shelf, block_anchors
from rollbook.model.chapter import Chapter, WrittenShelf
from rollbook.model.document.blocks import Heading, RawBlock
from rollbook.model.document.walk import every_block
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.source import Place, Source, Sources, find_picture
from rollbook.model.spot import Target

# What an anchor's first letters say that it is; the rest of it is the id.
_BY_ANCHOR: Mapping[str, Kind] = {"calc": "calculator", "rule": "rule", "table": "table", "term": "term"}


@dataclass(frozen=True, slots=True)
class File:
    """A text of the shelf: its path below content as links see it, the books that it belongs to, the names in it."""

    name: str
    books: tuple[str, ...]
    written: tuple[Written, ...]


def find_mentions(sources: Sources, written: WrittenShelf, shelf: Shelf) -> tuple[Mention, ...]:
    """The files of a shelf, it as written and as meant -> each spot that names something, for each book it is of."""
    resolver = _Resolver(written, shelf)
    found: dict[Mention, None] = {}
    for file in files_of(sources, written):
        for book in file.books:
            found.update((mention, None) for each in file.written for mention in resolver.resolve(each, file, book))
    for meant in shelf.books:
        found.update((heading, None) for heading in _headings(meant))
    return tuple(found)


def files_of(sources: Sources, written: WrittenShelf) -> Iterator[File]:
    """The files of a shelf -> each that names something; of what all books share, once with all of them."""
    texts = sources.texts
    everyone = tuple(book.id for book in written.books)
    for book in written.books:
        for chapter in book.chapters:
            yield File(f"{book.id}/{chapter.name}", (book.id,), _in(chapter, texts))
    for part, books in _including(written, texts):
        yield File(part.name, books, _in(part, texts))
    for of in sources.books:
        own = (of.settings, of.changes, of.moved, *of.data)
        yield from (File(f"{of.id}/", (of.id,), names_in_yaml(source)) for source in own if source)
    for source in (*sources.shared_data, *((sources.settings,) if sources.settings else ())):
        yield File("", everyone, names_in_yaml(source))


def _in(chapter: Chapter, texts: Mapping[str, Source]) -> tuple[Written, ...]:
    return names_in_chapter(chapter, texts[chapter.path])


def _including(written: WrittenShelf, texts: Mapping[str, Source]) -> Iterator[tuple[Chapter, tuple[str, ...]]]:
    """-> each part, and the books of the chapters and parts that include it."""
    parts = {part.name: part for part in written.parts}
    books: dict[str, dict[str, None]] = {name: {} for name in parts}
    for book in written.books:
        waiting = [(f"{book.id}/{chapter.name}", chapter) for chapter in book.chapters]
        while waiting:
            file, chapter = waiting.pop()
            for name in (_part_name(each.text, file) for each in _in(chapter, texts) if each.kind == "part"):
                if name in parts and book.id not in books[name]:
                    books[name][book.id] = None
                    waiting.append((name, parts[name]))
    return ((part, tuple(books[name])) for name, part in parts.items())


def _part_name(word: str, file: str) -> str:
    """What an $include says, the file it is in -> the part's path below content."""
    return normpath(f"{dirname(file)}/{word}")


def _headings(book: Book) -> Iterator[Mention]:
    for page in book.pages:
        for block in every_block(page.blocks):
            place = _place(block)
            for anchor in block_anchors(block) if place else ():
                name = Name("heading", book.id, f"{page.id}#{anchor.id}")
                yield Mention(name, place, place, defines=True)


def _place(block: object) -> Place:
    if isinstance(block, Heading):
        return block.line.spelling.at(0, len(block.line.written))
    return block.spelling.at(0) if isinstance(block, RawBlock) else Place("")


class _Resolver:
    """Whose each name is: the book's own before what is for every book."""

    def __init__(self, written: WrittenShelf, shelf: Shelf) -> None:
        self._targets = LinkTargets(shelf)
        self._files = {(book.id, page.id): page.file for book in shelf.books for page in book.pages}
        self._pictures = {book.id: frozenset(asset.path for asset in book.assets) for book in written.books}
        self._known: dict[tuple[str, str, str], Name] = {}
        for book in written.books:
            for file in book.data:
                owner = "" if file.shared else book.id
                self._add("data file", book.id, owner, [file.name])
                self._add("table", book.id, owner, (table.id for table in file.tables))
                for rule in file.rules:
                    self._add("sheet" if rule.kind == "sheet" else "calculator", book.id, owner, [rule.id])
                self._add("stat block", book.id, owner, (each.id for each in file.stat_blocks))
                for definition in file.definitions:
                    name = Name("term", owner, definition.title)
                    for spelling in (definition.title, *definition.spellings):
                        self._known.setdefault(("term", book.id, slug(spelling)), name)

    def _add(self, kind: Kind, book: str, owner: str, ids: Iterable[str]) -> None:
        for id_ in ids:
            self._known.setdefault((kind, book, id_), Name(kind, owner, id_))

    def resolve(self, written: Written, file: File, book: str) -> Iterator[Mention]:
        """A name as written in a file, a book that this is part of -> the mention, if it leads anywhere."""
        if written.kind == "link":
            yield from self._link(written, file, book)
        else:
            name = self._name(written.kind, written.text, file, book)
            yield Mention(name, written.place, written.around, written.defines)

    def _name(self, kind: Kind, text: str, file: File, book: str) -> Name:
        if kind == "part":
            return Name(kind, "", _part_name(text, file.name))
        if kind == "picture":
            path = f"{dirname(file.name)}/{text}".partition("/")[2]
            return Name(kind, book, find_picture(path, self._pictures[book]))
        if kind == "book":
            return Name(kind, "", text)
        return self._known_as(kind, book, text)

    def _link(self, written: Written, file: File, book: str) -> Iterator[Mention]:
        """`rule:combat.attack`, `calc:attack?AC=13`, `other.md#anchor` -> what it leads to, with the id in it."""
        address = written.text.partition("?")[0] if written.text.startswith("calc:") else written.text
        path, _, anchor = as_path(address).partition("#")
        here = from_content(path, dirname(file.name)) if path else book
        kind, dash, id_ = anchor.partition("-")
        if dash and kind in _BY_ANCHOR:
            # Also when nothing of that name is there any more: whoever asks for it wants to see this spot, too.
            owner = here.partition("/")[0]
            yield self._mention(written, self._known_as(_BY_ANCHOR[kind], owner, id_), id_)
            return
        target = self._targets.find(here, anchor) or (None if path else self._targets.find(file.name, anchor))
        if target is not None:
            yield self._mention(written, self._of_target(target), anchor or path)

    def _known_as(self, kind: Kind, book: str, id_: str) -> Name:
        return self._known.get((kind, book, id_), Name(kind, book, id_))

    def _of_target(self, target: Target) -> Name:
        if target.anchor:
            return Name("heading", target.book, f"{target.page}#{target.anchor}")
        if target.page:
            return Name("chapter", target.book, self._files[target.book, target.page])
        return Name("book", "", target.book)

    def _mention(self, written: Written, name: Name, id_: str) -> Mention:
        """The id may be spelled otherwise in the address, as `term:AC`: then all of it is the mention."""
        at = written.text.rfind(id_)
        exact = at >= 0 and written.place.length == len(written.text)
        place = written.place.right(at, len(id_)) if exact else written.place
        return Mention(name, place, written.around)
