"""Words beside something that can be pressed -> the marks that must share its line, and the rest.

A browser may begin a new line before and after a control: without this an opening bracket hangs at the end of a line,
and the full stop behind a roll begins the next.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from rollbook.model.document.inlines import Inline, Roll, Text
from rollbook.render.write_html import escaped

_OPENING = re.compile(r"[(\[{“„‘«¿¡]+$")
_CLOSING = re.compile(r"[)\]}”’»,.;:!?…%]+")


def split_opening(text: str) -> tuple[str, str]:
    """The words before a control -> those, and the marks that open what it belongs to."""
    found = _OPENING.search(text)
    return (text[: found.start()], found[0]) if found else (text, "")


def split_closing(text: str) -> tuple[str, str]:
    """The words behind a control -> the marks that close what it belongs to, and the others."""
    found = _CLOSING.match(text)
    return (found[0], text[found.end() :]) if found else ("", text)


def write_unbroken(inlines: tuple[Inline, ...], write: Callable[[Inline], str]) -> Iterator[str]:
    """Inlines, how to write one -> their HTML, each roll in one piece with the marks around it."""
    taken = 0  # letters of these words that stand with the roll before them
    for before, inline, after in zip((None, *inlines), inlines, (*inlines[1:], None), strict=False):
        if isinstance(inline, Text):
            words = inline.text[taken:]
            yield escaped(split_opening(words)[0] if isinstance(after, Roll) else words)
            taken = 0
        elif isinstance(inline, Roll):
            opening = split_opening(before.text)[1] if isinstance(before, Text) else ""
            closing = split_closing(after.text)[0] if isinstance(after, Text) else ""
            taken = len(closing)
            roll = write(inline)
            unbroken = f'<span class="unbroken">{escaped(opening)}{roll}{escaped(closing)}</span>'
            yield unbroken if opening or closing else roll
        else:
            yield write(inline)
