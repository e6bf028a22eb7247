"""`$site` … `$/site` and `$print` … `$/print` in a run of blocks -> divisions that only that edition shows."""

from __future__ import annotations

from collections.abc import Iterable

from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import PRINT_ONLY, SITE_ONLY, Block, Directive, Division

EDITIONS = {"site": SITE_ONLY, "print": PRINT_ONLY}


def edition_blocks(blocks: Iterable[Block]) -> tuple[tuple[Block, ...], list[Diagnostic]]:
    """Blocks -> the same, what is between such a pair in a division of its own; and what has no counterpart."""
    found: list[Diagnostic] = []
    outside: list[Block] = []
    inside: list[Block] = []
    opened: Directive | None = None
    for block in blocks:
        name = block.name if isinstance(block, Directive) else ""
        if isinstance(block, Directive) and name.removeprefix("/") in EDITIONS:
            if opened is not None and name == f"/{opened.name}":
                outside.append(Division(EDITIONS[opened.name], tuple(inside)))
                opened, inside = None, []
            elif opened is None and name in EDITIONS:
                opened = block
            else:
                found.append(_unpaired(block, opened))
        elif opened is None:
            outside.append(block)
        else:
            inside.append(block)
    if opened is not None:
        found.append(_unpaired(opened, None))
    return (*outside, *inside), found


def _unpaired(directive: Directive, opened: Directive | None) -> Diagnostic:
    name = directive.name
    if opened is not None:
        message, hint = (
            f"${name} is inside ${opened.name}, which has not ended",
            f"write <!-- $/{opened.name} --> before it",
        )
    elif name.startswith("/"):
        message, hint = f"${name} ends nothing", f"write <!-- ${name[1:]} --> where it starts, or remove this"
    else:
        message, hint = f"${name} has no end", f"write <!-- $/{name} --> on a line of its own where it ends"
    return Diagnostic("bad-directive", message, directive.place, hint)
