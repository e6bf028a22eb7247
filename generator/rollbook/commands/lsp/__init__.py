"""`rollbook lsp`: tells an editor what `rollbook check` knows while its user types (the Language Server Protocol).

1. **survey**    the files of a shelf, open documents in their place -> Known: the shelf, its problems, every name in it
2. **ask**       Known, a place in a document -> what can be written there, what is there, where that comes from
3. **server**    the editor's questions -> these, and its positions -> ours
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from rollbook.commands.shelf_arguments import order, shelf_parser

_DESCRIPTION = """\
A language server for your editor. While you type it shows what `rollbook check` finds, completes names, goes to
definitions and references, and shows the average of a roll. Your editor starts it and talks to it over standard input
and output (LSP)."""

_EXAMPLES = """\
  rollbook lsp                            the command for your editor's settings; the guide shows five editors
  rollbook lsp --content books            a shelf whose folders have other names

The folders are looked for in the folder open in your editor, and above each file you open.
exit code: 0 ended by the editor; 2 wrong usage"""


def parser() -> ArgumentParser:
    """-> what `rollbook lsp` takes."""
    return shelf_parser("lsp", _DESCRIPTION, _EXAMPLES)


def run(given: Namespace) -> int:
    """Arguments -> a server that runs until the editor ends it."""
    # Here, because no other command should wait for what only this one needs.
    from rollbook.commands.lsp.server import serve

    serve(order(given), strict=given.strict)
    return 0
