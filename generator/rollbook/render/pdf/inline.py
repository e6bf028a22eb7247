"""The elements that stand in a line of text, and don't end it."""

from __future__ import annotations

_TAGS = (
    "a abbr b bdi bdo cite code del dfn em i img ins kbd mark q ruby s samp small span strong sub sup time u var wbr"
)
INLINE = frozenset(_TAGS.split())
