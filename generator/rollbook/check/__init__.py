"""Step 5, check: Shelf -> diagnostics that only the whole book can show; CHECKS lists every check."""

from rollbook.check.check_data import check_readings, compare_rules, find_unused_glossaries, find_unused_tables
from rollbook.check.check_pages import find_empty_headings, find_lacking_letters, find_same_pdfs, find_screen_words
from rollbook.check.check_rows import check_rows
from rollbook.check.try_rules import check_examples, check_sources, prove_tables, try_rules
from rollbook.model.book import Shelf
from rollbook.model.diagnostic import Diagnostic

# Every check there is.
CHECKS = (
    *(prove_tables, try_rules, check_examples, check_sources, compare_rules, check_readings, check_rows),
    *(find_unused_tables, find_unused_glossaries, find_empty_headings, find_same_pdfs, find_screen_words),
    find_lacking_letters,
)
_TRYING = (try_rules, check_examples)


def check(shelf: Shelf) -> tuple[Diagnostic, ...]:
    """All books as meant -> the problems that the checks find, in their order."""
    # The rules last: another process may be trying them out meanwhile.
    found = {look: tuple(look(shelf)) for look in sorted(CHECKS, key=_TRYING.__contains__)}
    return tuple(problem for look in CHECKS for problem in found[look])
