"""moved.yml -> old addresses and where each leads now."""

from __future__ import annotations

from rollbook.model.diagnostic import Diagnostic
from rollbook.model.source import Source
from rollbook.model.target import WrittenMove
from rollbook.model.yaml_tree import Entry, Mapping, Scalar
from rollbook.parse.read_yaml import read_yaml

_EXAMPLE = "write the old address, a colon and the new one: “combat.html#called-shots: combat.md#called-shot”"


def parse_moved(source: Source | None) -> tuple[tuple[WrittenMove, ...], list[Diagnostic]]:
    """moved.yml -> its lines, and what is wrong in them. Whether they lead anywhere shows when links are resolved."""
    if source is None:
        return (), []
    documents, problems = read_yaml(source)
    found = list(problems)
    moves = []
    for document in documents:
        if isinstance(document, Mapping):
            for entry in document.entries:
                moves += _move(entry, found)
        elif not (isinstance(document, Scalar) and document.absent):
            found.append(Diagnostic("bad-move", "moved.yml is a list of addresses", document.place, _EXAMPLE))
    return tuple(moves), found


def _move(entry: Entry, found: list[Diagnostic]) -> list[WrittenMove]:
    old, new = entry.key, entry.value
    if isinstance(new, Scalar) and new.text.strip() and old.text.strip():
        return [WrittenMove(old.text.strip(), old.place, new.text.strip(), new.place)]
    message = f"{old.text!r} does not say where it moved"
    found.append(Diagnostic("bad-move", message, old.place, _EXAMPLE))
    return []
