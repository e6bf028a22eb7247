"""A book's data files -> its Ruleset: calculators and sheets read by the engine, every name in them resolved.

What is in the book's own folder is always read. What is in data/ itself is for every book: a calculator or
sheet there is read where a chapter of the book shows it, because another book may not have the words that it uses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from rollbook.assemble.read_stat_blocks import read_stat_blocks
from rollbook.cache import reused, stored
from rollbook.engine.calculator import Calculator
from rollbook.engine.calculator.read import read_calculator
from rollbook.engine.problem import Problem, ProblemError
from rollbook.engine.sheet import Sheet
from rollbook.engine.sheet.read import included, read_sheet
from rollbook.engine.table import GameTable
from rollbook.engine.vocabulary import Vocabulary
from rollbook.model.chapter import Chapter, Manuscript, WrittenBook
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import Block, CalculatorBlock, Directive, ExampleBlock, SheetBlock, StatBlock
from rollbook.model.document.walk import every_block
from rollbook.model.ruleset import Ruleset, engine_table
from rollbook.model.table import DataFile, RuleDocument, Table, phrases_in
from rollbook.model.way_out import way_out
from rollbook.model.yaml_tree import Data, data_with_apostrophes, key_in, place_in, to_data
from rollbook.words import dice_phrases


def read_rules(book: Manuscript) -> tuple[Ruleset, list[Diagnostic]]:
    """A book in blocks -> its rules, and what is wrong in them."""
    shown = frozenset(name for chapter in book.chapters for name in _shown_in(chapter))
    return _read(book.data, shown & _to_be_shown(book.data), book.settings.language)


def foresee_rules(book: WrittenBook, parts: tuple[Chapter, ...]) -> Ruleset:
    """A book as written, parts that it may include -> its rules, if its directives show whatever they name.

    For those who would rather not wait until the directives are replaced. Only `read_rules` knows.
    """
    asked, named, chapters = _to_be_shown(book.data), set[str](), list(book.chapters)
    for chapter in chapters if asked else ():
        words = _named_in(chapter)
        named |= words
        files = {word.rpartition("/")[2] for word in words}
        chapters += (part for part in parts if part.name.rpartition("/")[2] in files and part not in chapters)
    stats = (stats for file in book.data for stats in file.stat_blocks if stats.id in named)
    named |= {action.calculator.text for each in tuple(stats) for action in each.actions}
    return _read(book.data, asked & named, book.settings.language)[0]


def _to_be_shown(data: tuple[DataFile, ...]) -> frozenset[str]:
    """A book's data files -> the names of what is only read, or only stands by itself, if a chapter shows it."""
    sheets = (_data(rule) for file in data for rule in file.rules if rule.kind == "sheet")
    included_names = (name for sheet in sheets for name in included(sheet))
    shared = [file for file in data if file.shared]
    rules, stats = (each.id for file in shared for each in file.rules), (s.id for f in shared for s in f.stat_blocks)
    return frozenset((*included_names, *rules, *stats))


# The directives that show what is read here, and the one that may bring them.
_SHOWING = ("calc", "example", "sheet", "stat-block", "include")


@stored
def _named_in(chapter: Chapter) -> frozenset[str]:
    directives = (block for block in every_block(chapter.blocks) if isinstance(block, Directive))
    return frozenset(word.text for each in directives if each.name in _SHOWING for word in each.words)


@reused
def _read(data: tuple[DataFile, ...], shown: frozenset[str], language: str) -> tuple[Ruleset, list[Diagnostic]]:
    """A book's data files, what its chapters show, its language -> its rules, and what is wrong in them."""
    rules, found = _read_documents(data, tuple(_documents(data, shown)), shown, language)
    written = ((file, stats) for file in data for stats in file.stat_blocks)
    blocks = tuple(stats for file, stats in written if not file.shared or stats.id in shown)
    if not blocks:
        return rules, found
    stats, problems = read_stat_blocks(blocks, rules)
    return replace(rules, stats=stats), [*found, *problems]


def _read_documents(
    data: tuple[DataFile, ...], documents: tuple[RuleDocument, ...], shown: frozenset[str], language: str
) -> tuple[Ruleset, list[Diagnostic]]:
    """The same without stat blocks, of these documents.

    A sheet that others include and that no chapter shows is only a part of those.
    """
    phrases = {**dice_phrases(language), **phrases_in(data)}
    tables = _tables(data)
    sheets = {document.id: _data(document) for document in documents if document.kind == "sheet"}
    parts = {name for sheet in sheets.values() for name in included(sheet)}
    reader = _Reader(Vocabulary(phrases), {name: engine_table(table) for name, table in tables.items()}, sheets)
    for document in documents:
        reader.read(document)
    rules = Ruleset(
        phrases,
        tables,
        reader.calculators,
        {name: sheet for name, sheet in reader.sheets.items() if name in shown or name not in parts},
        {name: _data(document) for name, document in reader.written.items()},
        reader.written,
    )
    return rules, reader.found


@reused
def _data(document: RuleDocument) -> Data:
    """A document -> what the engine reads of it."""
    return data_with_apostrophes(to_data(document.node))


def _tables(data: tuple[DataFile, ...]) -> dict[str, Table]:
    """The book's tables by id; of two with the same id the one nearer to the book counts."""
    tables: dict[str, Table] = {}
    for file in data:
        for table in file.tables:
            tables.setdefault(table.id, table)
    return tables


def _documents(data: tuple[DataFile, ...], shown: frozenset[str]) -> Iterator[RuleDocument]:
    own = [rule for file in data if not file.shared for rule in file.rules]
    yield from own
    # A book's own document of the same name stands before one of the whole shelf.
    taken = {(rule.kind, rule.id) for rule in own}
    shared = [rule for file in data if file.shared for rule in file.rules]
    yield from (rule for rule in shared if rule.id in shown and (rule.kind, rule.id) not in taken)


@stored
def _shown_in(chapter: Chapter) -> frozenset[str]:
    return frozenset(name for block in every_block(chapter.blocks) for name in _shown(block))


def _shown(block: Block) -> tuple[str, ...]:
    match block:
        case CalculatorBlock() | SheetBlock():
            return (block.id,)
        case ExampleBlock():
            return (block.calculator,)
        case StatBlock():
            return (block.data.id, *(action.calculator.text for action in block.data.actions))
    return ()


@dataclass(slots=True)
class _Reader:
    """Reads one document after the other and gathers what is wrong."""

    vocabulary: Vocabulary
    tables: Mapping[str, GameTable]
    sheet_data: Mapping[str, Data]
    calculators: dict[str, Calculator] = field(default_factory=dict)
    sheets: dict[str, Sheet] = field(default_factory=dict)
    written: dict[str, RuleDocument] = field(default_factory=dict)
    found: list[Diagnostic] = field(default_factory=list)

    def read(self, document: RuleDocument) -> None:
        key = f"{document.kind}/{document.id}"
        if key in self.written:
            self._report_twice(document, self.written[key])
            return
        self.written[key] = document
        data = _data(document)
        read = self._engine_reads(document.kind, data)
        if isinstance(read, tuple):
            self.found += [_diagnostic(problem, document) for problem in read]
        elif isinstance(read, Calculator):
            self.calculators[document.id] = read
        else:
            self.sheets[document.id] = read

    def _engine_reads(self, kind: str, data: Data) -> Calculator | Sheet | tuple[Problem, ...]:
        try:
            if kind == "calculator":
                return read_calculator(data, self.vocabulary, self.tables)
            return read_sheet(data, self.vocabulary, self.tables, self.sheet_data)
        except ProblemError as error:
            return (error.problem,)

    def _report_twice(self, document: RuleDocument, first: RuleDocument) -> None:
        other = first.node.place
        message = f"there are two documents “{document.kind}: {document.id}”; the other is {other.file}:{other.line}"
        self.found.append(Diagnostic("duplicate-document", message, document.node.place, "give each its own id"))


def _diagnostic(problem: Problem, document: RuleDocument) -> Diagnostic:
    if problem.code == "unknown-key":
        place = key_in(document.node, problem.path)
    else:
        place = place_in(document.node, problem.path, problem.start, problem.end)
    return Diagnostic(f"bad-{document.kind}", problem.message, place, way_out(problem))
