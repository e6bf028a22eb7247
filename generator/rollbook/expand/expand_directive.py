"""One directive -> the blocks that it stands for."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from rollbook.cache import reused
from rollbook.expand.catalogue import Catalogue
from rollbook.expand.edition_blocks import EDITIONS
from rollbook.expand.expand_object import expand_object
from rollbook.expand.make_blocks import make_glossary, make_news, make_reading, make_table
from rollbook.expand.refused_words import no_class, no_file, no_pin, no_table, too_many
from rollbook.model.allowed_html import known_class, own_class
from rollbook.model.diagnostic import Diagnostic, closest, listed
from rollbook.model.document.blocks import (
    Block,
    BookTitle,
    CalculatorBlock,
    ComparisonBlock,
    CoverageBlock,
    Directive,
    Division,
    ExampleBlock,
    IndexBlock,
    IndexMark,
    PageBreak,
    RuleMark,
    SheetBlock,
    Word,
)
from rollbook.model.table import DataFile, Table
from rollbook.model.yaml_tree import Sequence

RULE_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*")

# More digits than any calculator has examples.
_NUMBER = re.compile(r"[0-9]{1,6}")

# What `$compare` can show.
COMPARED = ("rules", "tables", "formulas", "odds")

# What can be pinned to the game master's screen, as links name it.
PINNED = ("calc:", "table:")

Expanded = tuple[tuple[Block, ...], list[Diagnostic]]


@reused
def expand_directive(directive: Directive, known: Catalogue) -> Expanded:
    """A directive and what it may name -> blocks, and what is wrong with it."""
    if directive.name in EXPAND:
        return EXPAND[directive.name](directive, known)
    names = (*EXPAND, "include", *EDITIONS, *(f"/{name}" for name in EDITIONS))
    hint = closest("$" + directive.name, [f"${name}" for name in names]) or listed("directives are", names, "$")
    return (), [Diagnostic("unknown-directive", f"there is no directive ${directive.name}", directive.place, hint)]


def _expand_data(directive: Directive, known: Catalogue) -> Expanded:
    """`$data FILE [KEY] [class …]` -> a table, in a division when it has classes."""
    if not directive.words:
        message, hint = "$data does not say which file", "write <!-- $data FILE KEY -->"
        return (), [Diagnostic("bad-directive", message, directive.place, hint)]
    name, *rest = directive.words
    file = known.files.get(name.text)
    if file is None:
        return (), [no_file(name, known)]
    table = _table(file, known.tables[file.name], rest)
    if table is None:
        # A file that could not be read in full has been reported already; the table may well stand in it.
        return (), [no_table(file, rest, directive, known)] if file.readable else []
    classes = [word for word in rest if word is not rest[0] or word.text != table.id]
    blocks: tuple[Block, ...] = (make_table(table, known.book.settings.language),)
    names = [known_class(word.text) or own_class(word.text) for word in classes]
    if shown := [name for name in names if not name.startswith("page-break")]:
        blocks = (Division(" ".join(shown), blocks),)
    before, after = ((PageBreak(),) * (name in names) for name in ("page-break", "page-break-after"))
    own = known.book.settings.classes
    unknown = [word for word in classes if not known_class(word.text) and word.text not in own]
    return (*before, *blocks, *after), [no_class(word.text, word.place) for word in unknown]


def _expand_glossary(directive: Directive, known: Catalogue) -> Expanded:
    """`$glossary [FILE]` -> the terms of that data file; without a name those of the book's own files."""
    if not directive.words:
        own = [file for file in known.book.data if not file.shared]
        definitions = [definition for file in own for definition in file.definitions]
        # A file that could not be read in full has been reported already; the glossary may well stand in it.
        if definitions or not all(file.readable for file in own):
            return (make_glossary(definitions, known.book.settings.language),), []
        hint = f"add a document that starts with “glossary:” to data/{known.book.id}, or name a file of the whole shelf"
        return (), [Diagnostic("unknown-glossary", "this book has no glossary of its own", directive.place, hint)]
    name, *rest = directive.words
    problems = [too_many(word, directive) for word in rest[:1]]
    file = known.files.get(name.text)
    if file is None:
        return (), [*problems, no_file(name, known)]
    if not file.definitions:
        hint = listed("glossaries are in", [file.name for file in known.book.data if file.definitions])
        missing = Diagnostic("unknown-glossary", f"there is no glossary in {file.name}", name.place, hint)
        return (), [*problems, missing] if file.readable else problems
    return (make_glossary(file.definitions, known.book.settings.language),), problems


def _expand_readings(directive: Directive, known: Catalogue) -> Expanded:
    """`$readings [FILE]` -> the readings of that data file; without a name those of the book's own files."""
    problems = [too_many(word, directive) for word in directive.words[1:2]]
    files = [file for file in known.book.data if not file.shared]
    if directive.words:
        file = known.files.get(directive.words[0].text)
        if file is None:
            return (), [*problems, no_file(directive.words[0], known)]
        files = [file]
    readings = [reading for file in files for reading in file.readings]
    # A file that could not be read in full has been reported already.
    if not readings and all(file.readable for file in files):
        message = f"there are no readings in {files[0].name}" if directive.words else "this book has no readings"
        hint = "list them below “readings:” in a data file, or write $readings and the name of their file"
        problems.append(Diagnostic("bad-directive", message, directive.place, hint))
    return tuple(make_reading(reading, known.book.settings.language) for reading in readings), problems


def _expand_coverage(directive: Directive, known: Catalogue) -> Expanded:
    """`$coverage` -> the place of a list that the assemble step makes from the whole book."""
    problems = [too_many(word, directive) for word in directive.words[:1]]
    return (CoverageBlock(),), problems


def _expand_changes(directive: Directive, known: Catalogue) -> Expanded:
    """`$changes` -> the dated entries of changes.yml."""
    problems = [too_many(word, directive) for word in directive.words[:1]]
    if not known.book.changes:
        message, hint = (
            "this book has no dated changes",
            f"list them in the file changes.yml of the folder {known.book.id!r}",
        )
        problems.append(Diagnostic("bad-directive", message, directive.place, hint))
    return tuple(map(make_news, known.book.changes)), problems


def _expand_index(directive: Directive, known: Catalogue) -> Expanded:
    """`$index [calc:ID] [table:ID] …` -> the same; the words name what stands on the screen until a reader pins."""
    pins = [word for word in directive.words if word.text.startswith(PINNED)]
    problems = [no_pin(word) for word in directive.words if not word.text.startswith(PINNED)]
    return (IndexBlock(tuple(pins)),), problems


def _expand_compare(directive: Directive, known: Catalogue) -> Expanded:
    """`$compare BOOK SUBJECT` -> what differs between that book and this one."""
    if len(directive.words) != 2 or directive.words[1].text not in COMPARED:
        hint = f"write <!-- $compare BOOK {'|'.join(COMPARED)} -->"
        message = "$compare takes the folder of another book and what to compare"
        return (), [Diagnostic("bad-directive", message, directive.place, hint)]
    other, subject = directive.words
    return (ComparisonBlock(other, subject.text),), []


def _expand_page_break(directive: Directive, known: Catalogue) -> Expanded:
    """`$page-break` -> a forced page in print, nothing on the site."""
    return (PageBreak(),), [too_many(word, directive) for word in directive.words[:1]]


def _expand_rule(directive: Directive, known: Catalogue) -> Expanded:
    """`$rule ID` -> the mark of the rule that the next block states; its id is a stable address."""
    if not directive.words:
        message, hint = "$rule does not say which rule", "write <!-- $rule combat.attack.critical -->"
        return (), [Diagnostic("bad-directive", message, directive.place, hint)]
    rule, *rest = directive.words
    problems = [too_many(word, directive) for word in rest[:1]]
    if not RULE_ID.fullmatch(rule.text):
        hint = "write small letters, digits and hyphens, with dots between the parts: combat.attack.critical"
        problems.append(Diagnostic("bad-directive", f"{rule.text!r} cannot be the id of a rule", rule.place, hint))
    return (RuleMark(rule.text, rule.place),), problems


def _expand_index_entry(directive: Directive, known: Catalogue) -> Expanded:
    """`$index-entry WORDS; WORDS` or `$index-entry WORDS see WORDS` -> a mark for the printed index."""
    written, _, see = directive.text.partition(" see ")
    words = tuple(" ".join(part.split()) for part in written.split(";") if part.strip())
    if words:
        return (IndexMark(words, " ".join(see.split()), directive.place),), []
    message, hint = "$index-entry does not say under which words", "write <!-- $index-entry Cover; Walls, behind -->"
    return (), [Diagnostic("bad-directive", message, directive.place, hint)]


def _expand_calculator(directive: Directive, known: Catalogue) -> Expanded:
    """`$calc ID` -> the calculator of that id."""
    name, problems = _named(directive, known, "calculator")
    return (CalculatorBlock(name),) if name else (), problems


def _expand_sheet(directive: Directive, known: Catalogue) -> Expanded:
    """`$sheet` -> the book's character sheet; with an id, a sheet of the whole shelf."""
    if directive.words:
        name, problems = _named(directive, known, "sheet")
        return (SheetBlock(name),) if name else (), problems
    sheet = next(iter(known.rules["sheet"].values()), None)
    if sheet is None:
        hint = f"add a document that starts with “sheet:” to data/{known.book.id}"
        return (), [Diagnostic("unknown-sheet", "this book has no character sheet", directive.place, hint)]
    return (SheetBlock(sheet.id),), []


def _expand_example(directive: Directive, known: Catalogue) -> Expanded:
    """`$example ID [NUMBER]` -> a worked example of a calculator, checked by the build; without a number the first."""
    name, problems = _named(directive, known, "calculator", extra=1)
    if not name:
        return (), problems
    first, *rest = directive.words
    number = rest[0].text if rest else "1"
    examples = known.rules["calculator"][name].node.get("examples")
    count = len(examples.items) if isinstance(examples, Sequence) else 0
    if not (_NUMBER.fullmatch(number) and 1 <= int(number) <= count):
        shown = number if len(number) <= 20 else f"{number[:20]}…"
        message = f"the calculator {name!r} has {count or 'no'} example{'' if count == 1 else 's'}, no {shown!r}"
        return (), [*problems, Diagnostic("unknown-calculator", message, (rest or [first])[0].place)]
    return (ExampleBlock(name, int(number)),), problems


def _named(directive: Directive, known: Catalogue, kind: str, extra: int = 0) -> tuple[str, list[Diagnostic]]:
    """A directive that names a calculator or sheet -> its id, or nothing; up to `extra` more words may follow."""
    if not directive.words:
        hint = f"write <!-- ${directive.name} and the {kind}'s id -->"
        return "", [Diagnostic("bad-directive", f"${directive.name} does not say which {kind}", directive.place, hint)]
    name = directive.words[0]
    ids = known.rules[kind]
    problems = [too_many(word, directive) for word in directive.words[1 + extra : 2 + extra]]
    if name.text not in ids:
        hint = known.closest(name.text, kind) or listed(f"{kind}s are", ids)
        hint = hint or f"add it to a file in data/{known.book.id}"
        if not all(file.readable for file in known.book.data):
            return "", problems  # it may well stand in what could not be read
        message = f"there is no {kind} {name.text!r} for this book"
        return "", [*problems, Diagnostic(f"unknown-{kind}", message, name.place, hint)]
    return name.text, problems


def _expand_header(directive: Directive, known: Catalogue) -> Expanded:
    """`$header-main TEXT` and `$header TEXT` -> a block that the assemble step names the book by."""
    if directive.words:
        return (BookTitle(directive.text, directive.name),), []
    message = f"${directive.name} does not say what this document is called"
    return (), [Diagnostic("bad-directive", message, directive.place, f"write <!-- ${directive.name} Handbook -->")]


EXPAND: dict[str, Callable[[Directive, Catalogue], Expanded]] = {
    "calc": _expand_calculator,
    "changes": _expand_changes,
    "compare": _expand_compare,
    "coverage": _expand_coverage,
    "data": _expand_data,
    "example": _expand_example,
    "glossary": _expand_glossary,
    "index": _expand_index,
    "index-entry": _expand_index_entry,
    "object": expand_object,
    "header": _expand_header,
    "header-main": _expand_header,
    "page-break": _expand_page_break,
    "readings": _expand_readings,
    "rule": _expand_rule,
    "sheet": _expand_sheet,
}


def _table(file: DataFile, tables: Mapping[str, Table], words: list[Word]) -> Table | None:
    """The words after the file's name -> the table they mean: the one named, or without a name the first."""
    named = tables.get(words[0].text) if words else None
    if named is None and (not words or known_class(words[0].text)):
        return next(iter(file.tables), None)
    return named
