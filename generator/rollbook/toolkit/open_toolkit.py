"""-> the toolkit of this Rollbook: the one that it was installed with, or in a checkout the one that is made for it."""

from __future__ import annotations

from rollbook.cache import Cache
from rollbook.model.toolkit import Toolkit
from rollbook.progress import Progress
from rollbook.toolkit.made_once import Workshop
from rollbook.toolkit.packaged import read_packaged


def open_toolkit(cache: Cache, progress: Progress) -> Toolkit:
    """Results of earlier builds, whom to tell of what takes long -> the toolkit."""
    packaged = read_packaged()
    if packaged is not None:
        return packaged
    # Here and not above: only a checkout has the sources to make one from, and the packages that this takes.
    from rollbook.toolkit.make import make_toolkit

    return make_toolkit(Workshop(cache, progress))
