"""A directive's word that means nothing -> the diagnostic, with the words that would mean something."""

from __future__ import annotations

from rollbook.expand.catalogue import Catalogue
from rollbook.model.allowed_html import CLASSES, own_class
from rollbook.model.diagnostic import Diagnostic, closest, listed
from rollbook.model.document.blocks import Directive, Word
from rollbook.model.source import Place
from rollbook.model.table import DataFile

# Letters of a refused class that are enough to find it by.
_SHOWN = 20


def no_file(name: Word, known: Catalogue) -> Diagnostic:
    """The name of no data file -> which there are."""
    hint = known.closest(name.text, "file") or listed("data files are", known.files)
    hint = hint or f"add it to the folder data/{known.book.id}"
    return Diagnostic("unknown-file", f"there is no data file {name.text!r} for this book", name.place, hint)


def no_table(file: DataFile, words: list[Word], directive: Directive, known: Catalogue) -> Diagnostic:
    """A file without the table that the words after its name mean -> which tables it has."""
    ids = known.tables[file.name]
    if not words:
        return Diagnostic("unknown-table", f"{file.name} holds no table", directive.words[0].place)
    word = words[0]
    near = known.suggestions.closest(word.text, f"tables of {file.name}", lambda: (*ids, *CLASSES))
    hint = near or listed("tables are", ids)
    return Diagnostic("unknown-table", f"there is no table {word.text!r} in {file.name}", word.place, hint)


def no_class(name: str, place: Place) -> Diagnostic:
    """A word that is no class of the layout -> the one that may be meant, or how to keep it as one's own."""
    shown = name if len(name) <= _SHOWN else f"{name[:_SHOWN]}…"
    own = f"if a theme styles it, as .{own_class(shown)}, list it in book.yml below “classes:”; ours are"
    hint = closest(name[:_SHOWN], CLASSES) or listed(own, CLASSES)
    return Diagnostic("unknown-class", f"there is no class {shown!r}", place, hint)


def no_pin(word: Word) -> Diagnostic:
    """A word of `$index` that names nothing to pin -> how to name it."""
    message = f"$index does not know what {word.text!r} is"
    hint = f"write calc:{word.text} for a calculator, table:{word.text} for a table"
    return Diagnostic("bad-directive", message, word.place, hint)


def too_many(word: Word, directive: Directive) -> Diagnostic:
    """A word more than the directive takes -> that it has to go."""
    message = f"${directive.name} takes no such word: {word.text!r}"
    return Diagnostic("bad-directive", message, word.place, "remove it")
