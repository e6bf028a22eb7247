"""What `build`, `print` and `check` have in common: which books to work on, and for which address."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path

from rollbook.build.order import Order
from rollbook.commands import command_parser
from rollbook.model.settings import ADDRESS, ADDRESS_HINT


def shelf_parser(command: str, description: str, examples: str) -> ArgumentParser:
    """Name, what it does, examples -> a parser of --content, --data, --theme, --book and --strict."""
    parser = command_parser(command, description, examples)
    parser.add_argument("--content", metavar="DIR", type=Path, default=Path("content"), help="books (default: content)")
    parser.add_argument("--data", metavar="DIR", type=Path, default=Path("data"), help="data files (default: data)")
    parser.add_argument(
        "--theme", metavar="DIR", type=Path, default=Path("theme"), help="your own theme (default: theme)"
    )
    parser.add_argument(
        "--book",
        metavar="ID",
        action="append",
        default=[],
        help="only this book, named by its folder; can be repeated",
    )
    parser.add_argument("--strict", action="store_true", help="warnings count as errors")
    return parser


def add_address(parser: ArgumentParser) -> None:
    """A parser -> the same with --address."""
    parser.add_argument(
        "--address",
        metavar="URL",
        type=_address,
        default="",
        help="where the site will be published; overrides the address in shelf.yml",
    )


def add_fresh(parser: ArgumentParser) -> None:
    """A parser -> the same with --fresh."""
    parser.add_argument("--fresh", action="store_true", help="start from scratch, without the cache")


def order(given: Namespace) -> Order:
    """Parsed arguments -> what to work on."""
    return Order(given.content, given.data, tuple(given.book), given.theme)


def _address(written: str) -> str:
    """An address as typed -> itself. An empty one is none, so that a workflow may pass whatever it has."""
    if written and not ADDRESS.fullmatch(written):
        raise ArgumentTypeError(f"{written!r} is not an address a site can be published at: {ADDRESS_HINT}")
    return written
