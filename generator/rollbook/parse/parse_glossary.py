"""A `glossary:` document -> its definitions.

glossary:
  Bulk: Size and weight of [what you carry](rule:bulk.sizes).
  Armor Class (AC):
    meaning: The number that an attack must beat.
    also: [armour class]
    match: as written
"""

from __future__ import annotations

from rollbook.model.data_documents import MATCHES, Definition
from rollbook.model.diagnostic import Diagnostic, closest
from rollbook.model.yaml_tree import Entry, Mapping, Scalar, one_or_more

KEYS = ("meaning", "also", "match")


def parse_glossary(document: Mapping) -> tuple[list[Definition], list[Diagnostic]]:
    """A document with the key `glossary` -> its definitions in the order written, and what is wrong in it."""
    found = [
        Diagnostic(
            "bad-term", f"a glossary has no key {entry.key.text!r}", entry.key.place, "indent it to make it a term"
        )
        for entry in document.entries
        if entry.key.text != "glossary"
    ]
    terms = document.get("glossary")
    if not isinstance(terms, Mapping):
        hint = "write “Bulk: Size and weight of what you carry.” below it"
        place = document.place if terms is None else terms.place
        return [], [*found, Diagnostic("bad-term", "a glossary is a list of terms and their meanings", place, hint)]
    read = [_definition(entry, found) for entry in terms.entries]
    return [definition for definition in read if definition is not None], found


def _definition(entry: Entry, found: list[Diagnostic]) -> Definition | None:
    title = " ".join(entry.key.text.split())
    fields = entry.value if isinstance(entry.value, Mapping) else None
    meaning = fields.get("meaning") if fields else entry.value
    if not title or not isinstance(meaning, Scalar) or not meaning.text.strip():
        message = f"the term {title!r} has no meaning" if title else "this meaning has no term"
        hint = "write one or two sentences after the colon" if title else "write the term before the colon"
        found.append(Diagnostic("bad-term", message, entry.key.place, hint))
        return None
    if fields is None:
        return Definition(title, meaning, entry.key.place)
    found += _unknown_keys(fields)
    return Definition(title, meaning, entry.key.place, _also(fields, found), _match(fields, found))


def _unknown_keys(fields: Mapping) -> list[Diagnostic]:
    return [
        Diagnostic(
            "bad-term",
            f"a term has no key {entry.key.text!r}",
            entry.key.place,
            closest(entry.key.text, KEYS) or f"keys are {', '.join(KEYS)}",
        )
        for entry in fields.entries
        if entry.key.text not in KEYS
    ]


def _also(fields: Mapping, found: list[Diagnostic]) -> tuple[str, ...]:
    """`also: [DCs, difficulty]` -> these words; one text is a list of one."""
    words = []
    for item in one_or_more(fields.get("also")):
        if isinstance(item, Scalar) and item.text.strip():
            words.append(" ".join(item.text.split()))
        else:
            hint = "write a list such as [AC, armour class]"
            found.append(Diagnostic("bad-term", "'also' is a list of other words for the term", item.place, hint))
    return tuple(words)


def _match(fields: Mapping, found: list[Diagnostic]) -> str:
    node = fields.get("match")
    if node is None:
        return MATCHES[0]
    if isinstance(node, Scalar) and node.text in MATCHES:
        return node.text
    written = repr(node.text) if isinstance(node, Scalar) else "this"
    hint = (closest(node.text, MATCHES) if isinstance(node, Scalar) else "") or f"write {', '.join(MATCHES)}"
    found.append(Diagnostic("bad-term", f"{written} is not a way to find the term in the text", node.place, hint))
    return MATCHES[0]
