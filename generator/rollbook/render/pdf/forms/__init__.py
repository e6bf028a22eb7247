"""Character sheets on paper: a book's sheet -> a form to fill in, with a pencil or with a keyboard."""

from rollbook.render.pdf.forms.print_forms import form_pages, print_forms

__all__ = ["form_pages", "print_forms"]
