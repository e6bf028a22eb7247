"""Two books -> what differs between them; two shelves -> the addresses that were lost."""

from rollbook.compare.compare_addresses import compare_addresses
from rollbook.compare.compare_books import compare_books

__all__ = ["compare_addresses", "compare_books"]
