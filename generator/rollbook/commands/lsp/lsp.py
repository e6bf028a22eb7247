"""Arguments -> a language server on standard input and output, until the editor ends it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from rollbook.commands.shelf_arguments import order, shelf_parser

_DESCRIPTION = """\
Answer an editor while you type: the problems that `rollbook check` finds, before you save; completion, definitions,
mentions, the average of a roll. Your editor starts it and speaks to it over standard input and output (LSP)."""

_EXAMPLES = """\
  rollbook lsp                            what to name in your editor's settings; the guide shows them for five editors
  rollbook lsp --content books            a shelf whose folders have other names

The folders are looked for in the folder that the editor has open, and above each file that it opens.
exit code: 0 ended by the editor; 2 wrong use"""


def parser() -> ArgumentParser:
    """-> what `rollbook lsp` takes."""
    return shelf_parser("lsp", _DESCRIPTION, _EXAMPLES)


def run(given: Namespace) -> int:
    """Arguments -> a server until the editor has had enough."""
    # Here, because no other command should wait for what only this one needs.
    from rollbook.commands.lsp.server import serve

    serve(order(given), strict=given.strict)
    return 0
