"""Arguments -> the command they name, and an exit code; no mistake and no fault ends in a traceback."""

from __future__ import annotations

import errno
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType

from rollbook.model.diagnostic import WrongUse, closest
from rollbook.report import visible_lines

# Each is a module of rollbook.commands, imported when it is asked for: a roll must not wait for the PDF renderer.
COMMANDS = {
    "build": "build the website, the PDFs and the e-books",
    "print": "make only the PDFs and e-books, for a later build",
    "check": "find mistakes in the books",
    "serve": "preview the site in your browser while you write",
    "lsp": "check and complete what you type in your editor",
    "roll": "roll dice",
    "odds": "show how likely each result is",
    "diff": "show which rules changed, and what that does to the odds",
    "new": "start your own shelf",
    "import": "make a shelf from books you already have",
    "schemas": "write JSON Schemas, so that editors can check your YAML",
    "clean": "empty the cache that makes builds faster",
}

# What is beyond any program: a full or failing disk, too many open files, no memory, missing permissions.
_FROM_THE_WORLD = frozenset(
    (errno.EACCES, errno.EDQUOT, errno.EIO, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOSPC, errno.EPERM)
) | {errno.EROFS}

_HELP = """\
usage: rollbook COMMAND …

Rollbook turns tabletop rulebooks written in Markdown and YAML into a website where readers can play the rules on the
page, and into PDFs worth printing.

commands:
{commands}

examples:
  rollbook new my-game && cd my-game      start here
  rollbook build                          content/ and data/ -> build/site, build/pdf and build/epub
  rollbook roll "4d6kh3"

`rollbook COMMAND --help` explains a command with examples; `rollbook --version` prints the version.
exit code: 0 no errors; 1 problems in the content; 2 wrong usage; 3 a bug in Rollbook itself
"""

_NO_MEMORY = "rollbook: not enough memory: close other programs, or work on fewer books at once (--book)"
_SELDOM = (1_000_000, 50, 100)


def main(arguments: Sequence[str] | None = None) -> int:
    """Arguments, or those of the process -> the exit code; the one door between the program and its user."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal without “quotes” gets \\u201c rather than a crash
            stream.reconfigure(errors="backslashreplace")
    # A shelf's trees are made once and stay; to look through all of them for garbage takes a fifth of the time.
    gc.set_threshold(*_SELDOM)
    try:
        code = _run(list(sys.argv[1:] if arguments is None else arguments))
        sys.stdout.flush()
        gc.freeze()  # the system takes everything back at once; Python would first look through all of it for garbage
        return code
    except MemoryError:
        pass  # what is said needs some itself: there is some again once this block has let go of the work
    except WrongUse as mistake:
        return _say(f"rollbook: {mistake}", 2)
    except KeyboardInterrupt:
        return _say("rollbook: stopped", 130)
    except BrokenPipeError:
        # The reader, such as `head`, has had enough. Python would complain once more when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except OSError as error:
        if error.errno not in _FROM_THE_WORLD:
            return _say(_explain(error), 3)
        named = f" ({error.filename})" if error.filename else ""
        return _say(f"rollbook: the system refused: {error.strerror}{named}", 2)
    except Exception as fault:
        return _say(_explain(fault), 3)
    return _say(_NO_MEMORY, 2)


def _run(arguments: list[str]) -> int:
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        width = max(len(name) for name in COMMANDS)
        print(_HELP.format(commands="\n".join(f"  {name:<{width}}  {does}" for name, does in COMMANDS.items())), end="")
        return 0 if arguments else 2
    name, *rest = arguments
    if name == "--version":
        # Here and not above, as what explains a bug: every command starts faster without.
        from importlib.metadata import version

        print(f"rollbook {version('rollbook')}")
        return 0
    if name not in COMMANDS:
        raise WrongUse(f"there is no command {name!r}: {closest(name, COMMANDS) or 'rollbook --help lists them all'}")
    command = import_command(name)
    try:
        given = command.parser().parse_args(rest)
    except SystemExit as finished:  # argparse has printed the help, or what is wrong
        return int(finished.code or 0)
    return int(command.run(given))


def import_command(name: str) -> ModuleType:
    """The name of a command -> its module."""
    # Python itself has taken the name `import`.
    return import_module(f"rollbook.commands.{'import_shelf' if name == 'import' else name}")


def _say(message: str, code: int) -> int:
    print("\n".join(visible_lines(message)), file=sys.stderr)
    return code


def _explain(fault: Exception) -> str:
    """A bug -> what whoever found it can do; the traceback only for those who ask."""
    import traceback

    if os.environ.get("ROLLBOOK_TRACEBACK"):
        return "".join(traceback.format_exception(fault)).rstrip()
    return (
        f"rollbook: a bug in Rollbook itself, not in your books: {type(fault).__name__}: {fault} ({_where(fault)})\n"
        "Please report it with these lines, the command you ran and, if possible, the file that caused it.\n"
        "Set ROLLBOOK_TRACEBACK=1 and run the command again to see all the details."
    )


def _where(fault: Exception) -> str:
    """A bug -> the last line of our own that it passed, as rollbook/step.py:12."""
    import traceback

    root = Path(__file__).parent
    frames = [frame for frame in traceback.extract_tb(fault.__traceback__) if Path(frame.filename).is_relative_to(root)]
    return f"{Path(frames[-1].filename).relative_to(root.parent).as_posix()}:{frames[-1].lineno}"
