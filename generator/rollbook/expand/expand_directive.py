"""One directive -> the blocks that it stands for."""

from __future__ import annotations

import re
from collections.abc import Callable

from rollbook.cache import reused
from rollbook.expand.catalogue import Catalogue, Expanded, no_pin, too_many
from rollbook.expand.expand_data import expand_data, expand_glossary, expand_list, expand_readings, make_news
from rollbook.expand.expand_stat_block import expand_object, expand_stat_block
from rollbook.expand.expand_tracker import expand_tracker
from rollbook.model.diagnostic import Diagnostic, closest, listed
from rollbook.model.document import blocks as kinds
from rollbook.model.yaml_tree import Sequence

RULE_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*")

# More digits than any calculator has examples.
_NUMBER = re.compile(r"[0-9]{1,6}")

# What `$compare` can show.
COMPARED = ("rules", "tables", "formulas", "odds")

# What can be pinned to the game master's screen, as links name it.
PINNED = ("calc:", "table:", "record:", "stat-block:")


@reused
def expand_directive(directive: kinds.Directive, known: Catalogue) -> Expanded:
    """A directive and what it may name -> blocks, and what is wrong with it."""
    if directive.name in EXPAND:
        return EXPAND[directive.name](directive, known)
    names = [f"${name}" for name in DIRECTIVES]
    hint = closest("$" + directive.name, names) or listed("directives are", DIRECTIVES, "$")
    return (), [Diagnostic("unknown-directive", f"there is no directive ${directive.name}", directive.place, hint)]


def _expand_coverage(directive: kinds.Directive, known: Catalogue) -> Expanded:
    """`$coverage` -> the place of a list that the assemble step makes from the whole book."""
    problems = [too_many(word, directive) for word in directive.words[:1]]
    return (kinds.CoverageBlock(),), problems


def _expand_changes(directive: kinds.Directive, known: Catalogue) -> Expanded:
    """`$changes` -> the dated entries of changes.yml."""
    problems = [too_many(word, directive) for word in directive.words[:1]]
    if not known.book.changes:
        message, hint = (
            "this book has no dated changes",
            f"list them in the file changes.yml of the folder {known.book.id!r}",
        )
        problems.append(Diagnostic("bad-directive", message, directive.place, hint))
    return tuple(map(make_news, known.book.changes)), problems


def _expand_index(directive: kinds.Directive, known: Catalogue) -> Expanded:
    """`$index [calc:ID] [table:ID] …` -> the same; the words name what is on the screen until a reader pins."""
    pins = [word for word in directive.words if word.text.startswith(PINNED)]
    problems = [no_pin(word) for word in directive.words if not word.text.startswith(PINNED)]
    return (kinds.IndexBlock(tuple(pins)),), problems


def _expand_compare(directive: kinds.Directive, known: Catalogue) -> Expanded:
    """`$compare BOOK SUBJECT` -> what differs between that book and this one."""
    if len(directive.words) != 2 or directive.words[1].text not in COMPARED:
        hint = f"write <!-- $compare BOOK {'|'.join(COMPARED)} -->"
        message = "$compare takes the folder of another book and what to compare"
        return (), [Diagnostic("bad-directive", message, directive.place, hint)]
    other, subject = directive.words
    return (kinds.ComparisonBlock(other, subject.text),), []


def _expand_page_break(directive: kinds.Directive, known: Catalogue) -> Expanded:
    """`$page-break` -> a forced page in print, nothing on the site."""
    return (kinds.PageBreak(),), [too_many(word, directive) for word in directive.words[:1]]


def _expand_rule(directive: kinds.Directive, known: Catalogue) -> Expanded:
    """`$rule ID` -> the mark of the rule that the next block states; its id is a stable address."""
    if not directive.words:
        message, hint = "$rule does not say which rule", "write <!-- $rule combat.attack.critical -->"
        return (), [Diagnostic("bad-directive", message, directive.place, hint)]
    rule, *rest = directive.words
    problems = [too_many(word, directive) for word in rest[:1]]
    if not RULE_ID.fullmatch(rule.text):
        hint = "write lowercase letters, digits and hyphens, with dots between the parts: combat.attack.critical"
        problems.append(Diagnostic("bad-directive", f"{rule.text!r} cannot be the id of a rule", rule.place, hint))
    return (kinds.RuleMark(rule.text, rule.place),), problems


def _expand_index_entry(directive: kinds.Directive, known: Catalogue) -> Expanded:
    """`$index-entry WORDS; WORDS` or `$index-entry WORDS see WORDS` -> a mark for the printed index."""
    written, _, see = directive.text.partition(" see ")
    words = tuple(" ".join(part.split()) for part in written.split(";") if part.strip())
    if words:
        return (kinds.IndexMark(words, " ".join(see.split()), directive.place),), []
    message, hint = "$index-entry does not say under which words", "write <!-- $index-entry Cover; Walls, behind -->"
    return (), [Diagnostic("bad-directive", message, directive.place, hint)]


def _expand_calculator(directive: kinds.Directive, known: Catalogue) -> Expanded:
    """`$calc ID` -> the calculator of that id; at the end of a paragraph, its roll."""
    name, problems = _named(directive, known, "calculator")
    return (kinds.CalculatorBlock(name, in_text=directive.ends_paragraph),) if name else (), problems


def _expand_sheet(directive: kinds.Directive, known: Catalogue) -> Expanded:
    """`$sheet` -> the book's character sheet; with an id, a sheet of the whole shelf."""
    if directive.words:
        name, problems = _named(directive, known, "sheet")
        return (kinds.SheetBlock(name),) if name else (), problems
    sheet = next(iter(known.rules["sheet"].values()), None)
    if sheet is None:
        hint = f"add a document that starts with “sheet:” to data/{known.book.id}"
        return (), [Diagnostic("unknown-sheet", "this book has no character sheet", directive.place, hint)]
    return (kinds.SheetBlock(sheet.id),), []


def _expand_example(directive: kinds.Directive, known: Catalogue) -> Expanded:
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
    return (kinds.ExampleBlock(name, int(number)),), problems


def _named(directive: kinds.Directive, known: Catalogue, kind: str, extra: int = 0) -> tuple[str, list[Diagnostic]]:
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


def _expand_header(directive: kinds.Directive, known: Catalogue) -> Expanded:
    """`$header-main TEXT` and `$header TEXT` -> a block that the assemble step names the book by."""
    if directive.words:
        return (kinds.BookTitle(directive.text, directive.name),), []
    message = f"${directive.name} does not say what this document is called"
    return (), [Diagnostic("bad-directive", message, directive.place, f"write <!-- ${directive.name} Handbook -->")]


EXPAND: dict[str, Callable[[kinds.Directive, Catalogue], Expanded]] = {
    "calc": _expand_calculator,
    "changes": _expand_changes,
    "compare": _expand_compare,
    "coverage": _expand_coverage,
    "data": expand_data,
    "example": _expand_example,
    "glossary": expand_glossary,
    "index": _expand_index,
    "index-entry": _expand_index_entry,
    "list": expand_list,
    "object": expand_object,
    "header": _expand_header,
    "header-main": _expand_header,
    "page-break": _expand_page_break,
    "readings": expand_readings,
    "rule": _expand_rule,
    "sheet": _expand_sheet,
    "stat-block": expand_stat_block,
    "tracker": expand_tracker,
}

# `$site` … `$/site` and `$print` … `$/print`: the class of the division that only that edition shows.
EDITIONS = {"site": kinds.SITE_ONLY, "print": kinds.PRINT_ONLY}

# Every name that may stand behind the `$`; what is not in EXPAND, whole runs of blocks are needed for.
DIRECTIVES = (*EXPAND, "include", *EDITIONS, *(f"/{name}" for name in EDITIONS))
