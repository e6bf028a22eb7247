"""`rollbook clean`: the cache -> empty."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from rollbook.cache import open_cache, user_cache_folder
from rollbook.commands import command_parser
from rollbook.model.diagnostic import WrongUse

_DESCRIPTION = """\
Empty the cache: results of earlier builds, kept to make the next one faster. Your books and their builds are not
touched. Set the environment variable ROLLBOOK_CACHE to keep the cache in another folder."""

_EXAMPLES = """\
  rollbook clean                          the next build starts from scratch
  rollbook build --fresh                  builds without the cache, and leaves it untouched

exit code: 0 emptied; 2 wrong usage, or the cache can't be emptied"""


def parser() -> ArgumentParser:
    """-> what `rollbook clean` takes."""
    return command_parser("clean", _DESCRIPTION, _EXAMPLES)


def run(_given: Namespace) -> int:
    """-> the cache emptied."""
    folder = user_cache_folder()
    cache = open_cache(folder)
    if cache.remark:
        raise WrongUse(cache.remark)
    try:
        removed = cache.clear()
    except OSError as error:
        raise WrongUse(f"can't empty the cache {folder}: {error.strerror}") from error
    print(f"{removed} {'entry' if removed == 1 else 'entries'} removed from the cache {folder}")
    return 0
