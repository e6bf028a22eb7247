"""A cursor -> what is there, in Markdown, and where it is defined."""

from __future__ import annotations

from fractions import Fraction

from rollbook.assemble.fill_lists import list_coverage
from rollbook.assemble.find_terms import TermFinder
from rollbook.commands.lsp.names import Name
from rollbook.commands.lsp.survey import Known
from rollbook.commands.lsp.yaml_cursor import local_names, yaml_cursor
from rollbook.engine.calculator import Calculator
from rollbook.engine.problem import ProblemError
from rollbook.engine.rolls_in_text import RollInText, rolls_in_text
from rollbook.engine.vocabulary import Vocabulary
from rollbook.model.book import Book
from rollbook.model.chapter import WrittenBook
from rollbook.model.data_documents import Definition
from rollbook.model.ruleset import engine_table
from rollbook.model.source import Place
from rollbook.model.table import Table, phrases_in
from rollbook.render.roll_notes import RollNotes, notes_allowance
from rollbook.words import dice_phrases, words_around_dice

_MOST_ROWS = 8


def hover(known: Known, path: str, text: str, line: int, column: int) -> str:
    """A line of a file, a cursor counted from 1 -> Markdown; nothing where nothing can be said."""
    books = known.book_of(path)
    if books is None:
        return ""
    mention = known.at(path, line, column)
    if mention and (told := _thing(known, mention.name)):
        return told
    if roll := _roll_at(text, column - 1, books[0]):
        return _roll(roll, books[0])
    definition = _term_at(text, column - 1, books[0])
    return f"**{definition.title}**: {definition.meaning.text}" if definition else ""


def _roll_at(text: str, column: int, book: WrittenBook) -> RollInText | None:
    """A line, a column from 0, the book -> the dice that are there."""
    language = book.settings.language
    vocabulary = Vocabulary({**dice_phrases(language), **phrases_in(book.data)})
    found = rolls_in_text(text, vocabulary, words_around_dice(language))
    return next((roll for roll in found if roll.kind == "roll" and roll.start <= column <= roll.end), None)


def _term_at(text: str, column: int, book: WrittenBook) -> Definition | None:
    """A line, a column from 0, the book -> the word of its glossary that is there."""
    definitions = [definition for file in book.data for definition in file.definitions]
    found = TermFinder(definitions, book.settings.language).find(text)
    return next((term.definition for term in found if term.start <= column <= term.end), None)


def _roll(roll: RollInText, book: WrittenBook) -> str:
    tables = {table.id: engine_table(table) for file in reversed(book.data) for table in file.tables}
    try:
        note = RollNotes(phrases_in(book.data), tables, notes_allowance()).note(roll.target, ())
    except ProblemError:
        return ""
    if note.spread is None:
        return f"`{roll.target}`"
    asked = f", with 0 for {' and '.join(note.asks.values())}" if note.asks else ""
    low, high = note.spread.low, note.spread.high
    return f"`{roll.target}`: {low} to {high}, on average {_number(note.spread.average)}{asked}"


def _number(value: Fraction) -> str:
    """7/2 -> 3.5; 15869/1296 -> 12.2446 (15869/1296), since a fraction is exact and nobody can read it."""
    if value.denominator in (1, 2, 4, 5, 10, 20):
        return f"{float(value):g}"
    return f"{float(value):.6g} ({value})"


def _thing(known: Known, name: Name) -> str:
    """A name -> what it is."""
    for written in known.written.books:
        meant = next((book for book in known.shelf.books if book.id == written.id), None)
        if meant is None or name.book not in ("", written.id):
            continue
        if told := _in_book(name, written, meant):
            return told
    return ""


def _in_book(name: Name, written: WrittenBook, meant: Book) -> str:
    match name.kind:
        case "rule":
            return _rule(name.id, meant)
        case "table":
            return next((_table(table) for f in written.data for table in f.tables if table.id == name.id), "")
        case "calculator":
            calculator = meant.rules.calculators.get(name.id)
            return _calculator(calculator) if calculator else ""
        case "sheet":
            sheet = meant.rules.sheets.get(name.id)
            return f"**{sheet.title or sheet.id}**: a sheet of {len(sheet.fields)} fields" if sheet else ""
        case "term":
            definitions = (definition for file in written.data for definition in file.definitions)
            return next((f"**{d.title}**: {d.meaning.text}" for d in definitions if d.title == name.id), "")
        case "chapter":
            return next((f"**{page.title}**" for page in meant.pages if page.file == name.id), "")
        case "book" | "data file" | "heading" | "part" | "picture" | "stat block":
            return ""


def _rule(id_: str, book: Book) -> str:
    row = next((row for row in list_coverage(book) if row.rule.id == id_), None)
    if row is None:
        return f"`{id_}`: no chapter of {book.title} states this rule"
    lines = [f"**{row.rule.title}** (`{id_}`), in “{row.rule.section}”"]
    lines += [f"- carried out by {player.title}" for player in row.players]
    if row.checked is not None:
        lines.append(f"- checked by {row.checked} example{'' if row.checked == 1 else 's'}")
    return "\n".join(lines)


def _table(table: Table) -> str:
    head = " | ".join(column.title for column in table.columns)
    rows = [" | ".join(cell.text for cell in row) for row in table.rows[:_MOST_ROWS]]
    more = [f"… {len(table.rows) - _MOST_ROWS} more rows"] if len(table.rows) > _MOST_ROWS else []
    rolled = f", rolled with {table.roll}" if table.roll else ""
    title = f"**{table.title or table.id}**{rolled}"
    ruled = " | ".join("---" for _ in table.columns)
    return "\n".join([title, "", f"| {head} |", f"| {ruled} |", *(f"| {row} |" for row in rows), "", *more])


def _calculator(calculator: Calculator) -> str:
    lines = [f"**{calculator.title or calculator.id}**", ""]
    lines += [f"- {each.label}: {each.default}" for each in calculator.inputs]
    lines += [f"- `{step.name}` = `{step.expression.text}`" for step in calculator.steps]
    lines.append(f"- {len(calculator.examples)} example{'' if len(calculator.examples) == 1 else 's'}")
    return "\n".join(lines)


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
            return names[found].place if found in names else phrases[found].meaning.place
    definition = _term_at(text, column, written)
    return definition.place if definition else None


def _word_at(text: str, column: int, words: tuple[str, ...]) -> str:
    """A line, a column, known words -> the longest of them that is there whole."""
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
