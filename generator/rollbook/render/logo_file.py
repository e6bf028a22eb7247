"""A logo -> its file, small enough to stand on every page."""

from __future__ import annotations

from rollbook.cache import stored
from rollbook.model.source import Asset
from rollbook.render.painting import narrowed, pixels_of, saved

# Three times what any page shows of it.
_WIDEST = 600


def logo_file(asset: Asset) -> tuple[str, bytes]:
    """A picture of a logo -> the ending of its file's name, and its bytes: a drawing, or at most so many pixels."""
    if asset.path.lower().endswith(".svg"):
        return "svg", asset.content
    made = _small(asset.content)
    return ("png", made) if made else (asset.path.rpartition(".")[2].lower(), asset.content)


@stored
def _small(content: bytes) -> bytes | None:
    image = pixels_of(content)
    return saved(narrowed(image, _WIDEST), "PNG") if image else None
