"""One directive -> the tokens that it stands for."""

from __future__ import annotations

import re
from collections.abc import Callable

from markdown_it.token import Token

from generator.allowed_html import CLASSES
from generator.chapter import Directive, Manuscript, Word
from generator.diagnostic import Diagnostic, closest
from generator.expand.expand_changes import change_tokens
from generator.expand.glossary_tokens import glossary_tokens
from generator.expand.refused_words import listed, no_class, no_file, no_pin, no_table, too_many
from generator.expand.table_tokens import table_tokens
from generator.table import DataFile, Table
from generator.yaml_tree import Sequence

RULE_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*")

# What `$compare` can show.
COMPARED = ("rules", "tables", "formulas", "odds")

# What can be pinned to the game master's screen, as links name it.
PINNED = ("calc:", "table:")

Expanded = tuple[list[Token], list[Diagnostic]]


def expand_directive(directive: Directive, book: Manuscript) -> Expanded:
    """A directive and its book -> tokens, and what is wrong with it."""
    if directive.name in EXPAND:
        return EXPAND[directive.name](directive, book)
    names = (*EXPAND, "include")
    hint = closest("$" + directive.name, [f"${name}" for name in names]) or listed("directives are", names, "$")
    return [], [Diagnostic("unknown-directive", f"there is no directive ${directive.name}", directive.place, hint)]


def _expand_data(directive: Directive, book: Manuscript) -> Expanded:
    """`$data FILE [KEY] [class …]` -> a table, in a division when it has classes."""
    if not directive.words:
        message, hint = "$data does not say which file", "write <!-- $data FILE KEY -->"
        return [], [Diagnostic("bad-directive", message, directive.place, hint)]
    name, *rest = directive.words
    file = _data_file(name, book)
    if file is None:
        return [], [no_file(name, book)]
    table = _table(file, rest)
    if table is None:
        # A file that could not be read in full has been reported already; the table may well stand in it.
        return [], [no_table(file, rest, directive)] if file.readable else []
    classes = [word for word in rest if word is not rest[0] or word.text != table.id]
    tokens = table_tokens(table, file, book.settings.language)
    if classes:
        tokens = _division(" ".join(word.text for word in classes), tokens)
    return tokens, [no_class(word) for word in classes if word.text not in CLASSES]


def _expand_glossary(directive: Directive, book: Manuscript) -> Expanded:
    """`$glossary [FILE]` -> the terms of that data file; without a name those of the book's own files."""
    if not directive.words:
        own = [file for file in book.data if not file.shared]
        definitions = [definition for file in own for definition in file.definitions]
        # A file that could not be read in full has been reported already; the glossary may well stand in it.
        if definitions or not all(file.readable for file in own):
            return glossary_tokens(definitions, book.settings.language), []
        hint = f"add a document that starts with “glossary:” to data/{book.id}, or name a file of the whole shelf"
        return [], [Diagnostic("unknown-glossary", "this book has no glossary of its own", directive.place, hint)]
    name, *rest = directive.words
    problems = [too_many(word, directive) for word in rest[:1]]
    file = _data_file(name, book)
    if file is None:
        return [], [*problems, no_file(name, book)]
    if not file.definitions:
        hint = listed("glossaries are in", [file.name for file in book.data if file.definitions])
        missing = Diagnostic("unknown-glossary", f"there is no glossary in {file.name}", name.place, hint)
        return [], [*problems, missing] if file.readable else problems
    return glossary_tokens(file.definitions, book.settings.language), problems


def _expand_list(directive: Directive, book: Manuscript) -> Expanded:
    """`$coverage` -> a list that the assemble step makes from the whole book."""
    problems = [too_many(word, directive) for word in directive.words[:1]]
    return [Token("list", "", 0, info=directive.name, block=True)], problems


def _expand_changes(directive: Directive, book: Manuscript) -> Expanded:
    """`$changes` -> the dated entries of changes.yml."""
    problems = [too_many(word, directive) for word in directive.words[:1]]
    if not book.changes:
        message, hint = "this book has no dated changes", f"list them in the file changes.yml of the folder {book.id!r}"
        problems.append(Diagnostic("bad-directive", message, directive.place, hint))
    return [token for change in book.changes for token in change_tokens(change)], problems


def _expand_index(directive: Directive, book: Manuscript) -> Expanded:
    """`$index [calc:ID] [table:ID] …` -> the same; the words name what stands on the screen until a reader pins."""
    pins = [word for word in directive.words if word.text.startswith(PINNED)]
    problems = [no_pin(word) for word in directive.words if word not in pins]
    return [Token("list", "", 0, info="index", meta={"pins": tuple(pins)}, block=True)], problems


def _expand_compare(directive: Directive, book: Manuscript) -> Expanded:
    """`$compare BOOK SUBJECT` -> what differs between that book and this one."""
    if len(directive.words) != 2 or directive.words[1].text not in COMPARED:
        hint = f"write <!-- $compare BOOK {'|'.join(COMPARED)} -->"
        message = "$compare takes the folder of another book and what to compare"
        return [], [Diagnostic("bad-directive", message, directive.place, hint)]
    other, subject = directive.words
    meta = {"book": other.text, "subject": subject.text, "place": other.place}
    return [Token("list", "", 0, info="compare", meta=meta, block=True)], []


def _expand_page_break(directive: Directive, book: Manuscript) -> Expanded:
    """`$page-break` -> a forced page in print, nothing on the site."""
    return [Token("page_break", "div", 0, block=True)], [too_many(word, directive) for word in directive.words[:1]]


def _expand_rule(directive: Directive, book: Manuscript) -> Expanded:
    """`$rule ID` -> the mark of the rule that the next block states; its id is a stable address."""
    if not directive.words:
        message, hint = "$rule does not say which rule", "write <!-- $rule combat.attack.critical -->"
        return [], [Diagnostic("bad-directive", message, directive.place, hint)]
    rule, *rest = directive.words
    problems = [too_many(word, directive) for word in rest[:1]]
    if not RULE_ID.fullmatch(rule.text):
        hint = "write small letters, digits and hyphens, with dots between the parts: combat.attack.critical"
        problems.append(Diagnostic("bad-directive", f"{rule.text!r} cannot be the id of a rule", rule.place, hint))
    token = Token("rule", "", 0, info=rule.text, block=True)
    token.meta["place"] = rule.place
    return [token], problems


def _expand_calculator(directive: Directive, book: Manuscript) -> Expanded:
    """`$calc ID` -> the calculator of that id."""
    return _expand_rules(directive, book, "calculator", "calculator")


def _expand_sheet(directive: Directive, book: Manuscript) -> Expanded:
    """`$sheet` -> the book's character sheet; with an id, a sheet of the whole shelf."""
    if directive.words:
        return _expand_rules(directive, book, "sheet", "sheet")
    sheet = next((rule for file in book.data for rule in file.rules if rule.kind == "sheet"), None)
    if sheet is None:
        hint = f"add a document that starts with “sheet:” to data/{book.id}"
        return [], [Diagnostic("unknown-rules", "this book has no character sheet", directive.place, hint)]
    return [Token("sheet", "", 0, info=sheet.id, block=True)], []


def _expand_example(directive: Directive, book: Manuscript) -> Expanded:
    """`$example ID [NUMBER]` -> a worked example of a calculator, checked by the build; without a number the first."""
    first, *rest = directive.words or (None,)
    tokens, problems = _expand_rules(directive, book, "calculator", "example", extra=1)
    if not tokens or first is None:
        return tokens, problems
    number = rest[0].text if rest else "1"
    written = next(r for file in book.data for r in file.rules if (r.kind, r.id) == ("calculator", first.text))
    examples = written.node.get("examples")
    count = len(examples.items) if isinstance(examples, Sequence) else 0
    if not number.isdecimal() or not 1 <= int(number) <= count:
        message = f"the calculator {first.text!r} has {count or 'no'} example{'' if count == 1 else 's'}, no {number!r}"
        return [], [*problems, Diagnostic("unknown-rules", message, (rest or [first])[0].place)]
    tokens[0].meta["number"] = int(number)
    return tokens, problems


def _expand_rules(directive: Directive, book: Manuscript, kind: str, token: str, extra: int = 0) -> Expanded:
    """A directive that names a calculator or sheet -> a token of it; up to `extra` more words may follow the name."""
    if not directive.words:
        hint = f"write <!-- ${directive.name} and the {kind}'s id -->"
        return [], [Diagnostic("bad-directive", f"${directive.name} does not say which {kind}", directive.place, hint)]
    name = directive.words[0]
    ids = [rule.id for file in book.data for rule in file.rules if rule.kind == kind]
    problems = [too_many(word, directive) for word in directive.words[1 + extra : 2 + extra]]
    if name.text not in ids:
        hint = closest(name.text, ids) or listed(f"{kind}s are", ids) or f"add it to a file in data/{book.id}"
        message = f"there is no {kind} {name.text!r} for this book"
        return [], [*problems, Diagnostic("unknown-rules", message, name.place, hint)]
    return [Token(token, "", 0, info=name.text, block=True)], problems


def _expand_header(directive: Directive, book: Manuscript) -> Expanded:
    """`$header-main TEXT` and `$header TEXT` -> a token that the assemble step names the book by."""
    if directive.words:
        return [Token("book_title", "", 0, content=directive.text, info=directive.name, block=True)], []
    message = f"${directive.name} does not say what this document is called"
    return [], [Diagnostic("bad-directive", message, directive.place, f"write <!-- ${directive.name} Handbook -->")]


EXPAND: dict[str, Callable[[Directive, Manuscript], Expanded]] = {
    "calc": _expand_calculator,
    "changes": _expand_changes,
    "compare": _expand_compare,
    "coverage": _expand_list,
    "data": _expand_data,
    "example": _expand_example,
    "glossary": _expand_glossary,
    "index": _expand_index,
    "header": _expand_header,
    "header-main": _expand_header,
    "page-break": _expand_page_break,
    "rule": _expand_rule,
    "sheet": _expand_sheet,
}


def _data_file(name: Word, book: Manuscript) -> DataFile | None:
    """The word after the directive's name -> the data file that it means."""
    return next((file for file in book.data if file.name == name.text), None)


def _table(file: DataFile, words: list[Word]) -> Table | None:
    """The words after the file's name -> the table they mean: the one named, or without a name the first."""
    named = next((table for table in file.tables if words and table.id == words[0].text), None)
    if named is None and (not words or words[0].text in CLASSES):
        return next(iter(file.tables), None)
    return named


def _division(classes: str, tokens: list[Token]) -> list[Token]:
    start = Token("division_open", "div", 1, attrs={"class": classes}, block=True)
    return [start, *tokens, Token("division_close", "div", -1, block=True)]
