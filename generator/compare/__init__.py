"""Two books -> what differs between them."""

from generator.compare.compare_books import compare_books

__all__ = ["compare_books"]
