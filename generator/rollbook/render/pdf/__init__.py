"""The print edition: a book -> one PDF."""

from rollbook.render.pdf.render_pdf import render_pdf

__all__ = ["render_pdf"]
