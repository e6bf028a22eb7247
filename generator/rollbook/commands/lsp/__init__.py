"""`rollbook lsp`: what `rollbook check` knows, told to an editor while its user types (the Language Server Protocol).

1. **survey**    the files of a shelf, open documents in their place -> Known: the shelf, its problems, every name in it
2. **ask**       Known, a place in a document -> what can be written there, what is there, where that comes from
3. **server**    the editor's questions -> these, and its positions -> ours
"""

from rollbook.commands.lsp.lsp import parser, run

__all__ = ["parser", "run"]
