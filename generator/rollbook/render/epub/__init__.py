"""The EPUB edition: a book -> one e-book."""

from rollbook.render.epub.render_epub import render_epub

__all__ = ["render_epub"]
