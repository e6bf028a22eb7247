"""One module for each command: `parser()` says what it takes, `run(given)` does it and gives the exit code."""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter


def command_parser(
    command: str, description: str, examples: str, kind: type[ArgumentParser] = ArgumentParser
) -> ArgumentParser:
    """A command's name, what it does, examples and exit codes -> its parser, without arguments yet."""
    return kind(
        prog=f"rollbook {command}",
        description=description,
        epilog=f"examples:\n{examples}",
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
