"""What `roll` and `odds` have in common: an expression and the values of its names."""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rollbook.commands import command_parser
from rollbook.engine.problem import Problem, ProblemError
from rollbook.engine.words import Words
from rollbook.model.diagnostic import WrongUse
from rollbook.report import excerpt, visible

_TAKE_A_VALUE = ("--set", "--seed", "--faces", "--language")
# `--d6` and `--STR` are expressions with two signs; an option is all lowercase letters, also when it is mistyped.
_OPTION = re.compile(r"-h|--[a-z]{3,}(=.*)?", re.DOTALL)


class ExpressionParser(ArgumentParser):
    """An argument parser that lets an expression start with a minus and have several words."""

    def parse_known_args(self, args=None, namespace=None):  # type: ignore[no-untyped-def]  # as argparse has it
        return super().parse_known_args(_expression_last(args), namespace)


def expression_parser(command: str, description: str, examples: str) -> ArgumentParser:
    """Name, what it does, examples -> a parser of EXPR, --set and --json."""
    parser = command_parser(command, description, examples, ExpressionParser)
    parser.add_argument(
        "words",
        metavar="EXPR",
        nargs="+",
        help="dice and arithmetic; put it in quotes, so that your shell leaves it alone",
    )
    parser.add_argument(
        "--set",
        metavar="NAME=VALUE",
        dest="values",
        action="append",
        type=_setting,
        default=[],
        help="what a name in the expression stands for: a number or an expression; can be repeated",
    )
    parser.add_argument(
        "--language", metavar="TAG", default="en", help="language of the answer, such as de (default: en)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON for other programs")
    return parser


def expression(given: Namespace) -> str:
    """Parsed arguments -> the expression as one text."""
    return " ".join(given.words)


def values(given: Namespace) -> dict[str, int | str]:
    """Parsed arguments -> names and what they stand for."""
    return dict(given.values)


@contextmanager
def explained(text: str, words: Words) -> Iterator[None]:
    """An expression, words -> its mistakes shown with a caret, as a wrong use of the command."""
    try:
        yield
    except ProblemError as error:
        raise WrongUse(_explain(text, error.problem, words)) from error


def _explain(text: str, problem: Problem, words: Words) -> str:
    lines = [visible(problem.told(words))]
    # Behind the text something may be missing; one that is about no place of it has none at all.
    if problem.end > 0 and not problem.path:
        lines += [f"  {line}" for line in excerpt(text, problem.start + 1, problem.end - problem.start)]
    if instead := _instead(problem):
        lines.append(f"  {words.say('instead', text=visible(instead))}")
    return "\n".join(lines)


def _instead(problem: Problem) -> str:
    """A mistake -> what to type for it, if that is known."""
    values = dict(problem.values)
    if problem.code == "unknown-name" and not values.get("instead"):
        return f'--set "{values["name"]}=2"'
    return str(values.get("instead", ""))


def _expression_last(arguments: Sequence[str]) -> list[str]:
    """Arguments -> options first, then `--` and the expression, so that argparse can't take `-1d4` for an option."""
    options: list[str] = []
    words: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        if argument == "--":
            words += rest
        elif argument in _TAKE_A_VALUE:
            # Joined, since a value may start with a minus too: --faces -1,0,1
            options.append("=".join([argument, *([value] if (value := next(rest, None)) is not None else [])]))
        elif _OPTION.fullmatch(argument):
            options.append(argument)
        else:
            words.append(argument)
    return [*options, "--", *words]


def _setting(text: str) -> tuple[str, int | str]:
    """`NAME=VALUE` -> name and value; what isn't a whole number is an expression."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not (name and equals and value):
        raise ArgumentTypeError(f"{text!r} should be NAME=VALUE, such as STR=3")
    return name, int(value) if re.fullmatch(r"[+-]?\d{1,15}", value, re.ASCII) else value
