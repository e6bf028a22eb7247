"""`{right width=40% credit="A. Painter"}` behind a picture -> its words, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rollbook.model.document.inlines import Attribute
from rollbook.model.spelling import Spelling

# With its braces, as it stands in the text; and one word of it, with a value or alone.
ATTRIBUTES = re.compile(r"""\{((?:[^{}"']|"[^"]*"|'[^']*')*)\}""")
_ATTRIBUTE = re.compile(r"""([^\s=]+)(?:=("[^"]*"|'[^']*'|\S*))?""")


def read_attributes(written: str, start: int, spelling: Spelling) -> Iterator[Attribute]:
    """What stands between the braces, where that begins in its block -> its words; a dot before one says no more."""
    for found in _ATTRIBUTE.finditer(written):
        quoted = found[2] or ""
        inside = quoted[:1] in ("'", '"')
        value = quoted[1:-1] if inside else quoted
        begin = start + max(found.start(2), 0) + inside
        place = spelling.at(start + found.start(), len(found[0]))
        yield Attribute(found[1].removeprefix("."), value, place, spelling.part(begin, begin + len(value)))
