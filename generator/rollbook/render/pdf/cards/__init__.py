"""A book's records and stat blocks as cards to cut out."""

from rollbook.render.pdf.cards.print_cards import print_cards

__all__ = ["print_cards"]
