"""The game master's screen on paper: what its chapter puts on the screen at first -> landscape panels."""

from rollbook.render.pdf.screen.print_screen import print_screen

__all__ = ["print_screen"]
