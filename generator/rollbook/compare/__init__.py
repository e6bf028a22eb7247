"""Two books -> what differs between them; two shelves -> the addresses that were lost."""

from rollbook.compare.compare_addresses import compare_addresses
from rollbook.compare.compare_books import compare_books, compare_odds_at_examples, compare_sheets, find_out_of_step
from rollbook.compare.passages import compare_prose

__all__ = [
    "compare_addresses",
    "compare_books",
    "compare_odds_at_examples",
    "compare_prose",
    "compare_sheets",
    "find_out_of_step",
]
