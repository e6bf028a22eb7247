"""-> the toolkit of this Rollbook: the one that it was installed with, or in a checkout the one that is made for it."""

from __future__ import annotations

from rollbook.cache import Cache
from rollbook.model.toolkit import Toolkit
from rollbook.progress import Progress
from rollbook.toolkit.made_once import Workshop


def open_toolkit(cache: Cache, progress: Progress) -> Toolkit:
    """Results of earlier builds, whom to tell of what takes long -> the toolkit."""
    # Here and not above: an installed Rollbook has no sources to make one from.
    from rollbook.toolkit.make import make_toolkit

    return make_toolkit(Workshop(cache, progress))
