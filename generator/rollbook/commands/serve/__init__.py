"""`rollbook serve`: a live preview. Builds in memory, writes nothing, and shows problems on the page."""

from rollbook.commands.serve.serve import parser, run

__all__ = ["parser", "run"]
