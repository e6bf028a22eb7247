"""Shelf -> what is wrong in its books, each check in a file of its own."""

from __future__ import annotations

from rollbook.check.check_readings import check_readings
from rollbook.check.check_rows import check_rows
from rollbook.check.check_sources import check_sources
from rollbook.check.compare_rules import compare_rules
from rollbook.check.find_empty_headings import find_empty_headings
from rollbook.check.find_lacking_letters import find_lacking_letters
from rollbook.check.find_same_pdfs import find_same_pdfs
from rollbook.check.find_screen_words import find_screen_words
from rollbook.check.find_unused import find_unused_glossaries, find_unused_tables
from rollbook.check.prove_tables import prove_tables
from rollbook.check.try_rules import check_examples, try_rules
from rollbook.model.book import Shelf
from rollbook.model.diagnostic import Diagnostic

CHECKS = (
    *(prove_tables, try_rules, check_examples, check_sources, compare_rules, check_readings, check_rows),
    *(find_unused_tables, find_unused_glossaries, find_empty_headings, find_same_pdfs, find_screen_words),
    find_lacking_letters,
)


def check(shelf: Shelf) -> tuple[Diagnostic, ...]:
    """All books as meant -> the problems that the checks find, in their order."""
    return tuple(problem for look in CHECKS for problem in look(shelf))
