"""-> what every site is made with, for all tests: from their cache, or made by the first who wants it.

`make test` runs this file beside its checks, before the tests begin: so no worker waits for the snapshot of Python.
"""

from __future__ import annotations

import os
from functools import cache, partial
from uuid import uuid4

from rollbook.cache import open_cache, origins, results, trace, user_cache_folder
from rollbook.model.toolkit import Toolkit
from rollbook.progress import Silent
from rollbook.toolkit import open_toolkit
from rollbook.write.claim import lock


def use_own_cache() -> None:
    """-> a cache for tests alone, beside the user's; programs that tests start use it too.

    It outlives a run, since the snapshot of Python takes long to make; what is in it is sealed, so that no run has to
    trust the one before.
    """
    os.environ["ROLLBOOK_CACHE"] = str(user_cache_folder().with_name("rollbook-tests"))


# Whatever asks for the program's name but the toolkit, which may well be that of an earlier run.
NAMED_BY_PROGRAM = (origins, results, trace)


def reuse_no_results() -> None:
    """-> nothing that an earlier run worked out is used by this one: a test that has not run proves nothing."""
    own = partial(str, uuid4())
    for module in NAMED_BY_PROGRAM:
        module.program = own


@cache
def whole_toolkit() -> Toolkit:
    """-> the toolkit, complete with its engine; while one process makes it the others wait."""
    folder = user_cache_folder()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_suffix(".lock").open("w") as held:
        lock(held.fileno())
        return open_toolkit(open_cache(folder), Silent())


if __name__ == "__main__":
    use_own_cache()
    whole_toolkit()
