"""What a search can find."""

from __future__ import annotations

from dataclasses import dataclass

from rollbook.model.ruleset import Ruleset

# The kinds that every book may have; the interface has a word for each. A row of a table goes by its column instead.
KINDS = ("book", "section", "rule", "table", "calculator", "example", "sheet", "stat_block", "term")


@dataclass(frozen=True, slots=True)
class Kind:
    """One of KINDS, or what a table calls the things in its rows: `spell`, with the column's title as its label."""

    name: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class SectionTitle:
    """The heading that something stands under. No anchor: the page's own title."""

    title: str
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A passage or a thing with an address. `names` are what else it is called: the id of a rule, a short form."""

    kind: Kind
    title: str
    page: str  # empty: the book's cover
    anchor: str
    under: SectionTitle
    text: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """Where something stands on a page: the heading above it, and the nearest anchor, which may be its own."""

    rules: Ruleset
    page: str
    under: SectionTitle
    anchor: str
