"""Shelf -> what the reader's browser searches: every passage of every book, and where each word stands."""

from rollbook.render.site.search.index_book import LIST, render_search, search_calls

__all__ = ["LIST", "render_search", "search_calls"]
