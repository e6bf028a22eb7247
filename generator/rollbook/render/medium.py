"""How the same tree comes out on a site's page and on paper, and what of it the site shows."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from rollbook.cache import stored
from rollbook.engine.roll_table import RollTable
from rollbook.model.book import Page, Shelf
from rollbook.model.document.blocks import PRINT_ONLY, Division, RuleMark, StatBlock, TableBlock, Widget
from rollbook.model.document.inlines import Roll
from rollbook.model.printing import without
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.spot import Target


@dataclass(frozen=True, slots=True)
class Image:
    """A picture as an edition has it: its address; its width and height, so that nothing moves when it arrives.

    `copies` are others to choose from, the best first: the type of each set, and the value of its srcset.
    """

    address: str
    size: tuple[int, int] | None = None
    copies: tuple[tuple[str, str], ...] = ()


class Medium(Protocol):
    """What a page of the site and the printed book write differently."""

    def href(self, target: Target) -> str:
        """A spot on the shelf -> the address that leads there; empty where this edition doesn't hold it."""

    def term(self, entry: Target) -> str:
        """A word's entry in the glossary -> the address that the word leads to; empty where it stays a word."""

    def anchor(self, anchor: str) -> str:
        """An anchor of the page -> the id to write, unique in the finished document."""

    def image(self, asset: str) -> Image:
        """A picture's path in the book -> the same as this edition has it."""
        ...

    def old_anchors(self, anchor: str) -> tuple[str, ...]:
        """An anchor of the page -> those that stood here before and that readers may still have."""


class Live(Protocol):
    """What can be rolled where the text is read."""

    def roll(self, roll: Roll) -> str:
        """A roll -> its HTML."""

    def press(self, expression: str, title: str, label: str, shown: str) -> str:
        """Dice, what is rolled, what the button is called, its HTML -> the button on a sheet that throws them."""

    def table_bar(self, table: TableBlock, rolled: RollTable) -> str:
        """A table that a die picks a row of -> the controls before it."""

    def table_foot(self, table: TableBlock) -> str:
        """Any table -> what is below it."""

    def record_tools(self, own_id: str, pin: str, name: str) -> str:
        """A record's id in the page, what it is pinned by, its name -> its tools."""

    def heading_link(self, anchor: str, title: str) -> str:
        """A heading's id and words -> what is beside it."""

    def facts(self, rule: RuleMark) -> str:
        """A rule -> the attribute with what its editor wants to see of it."""
        ...

    def rule_links(self, rule: RuleMark, medium: Medium) -> str:
        """A rule -> links to what carries the rule out, where that stands in another section."""


@dataclass(frozen=True, slots=True)
class StatTexts:
    """The texts of a stat block as HTML: of each field its label and value, of each action its name and note."""

    title: str
    note: str
    fields: tuple[tuple[str, str], ...]
    deeds: tuple[tuple[str, str], ...]
    text: str


class Widgets(Protocol):
    """What can be carried out: calculators, worked examples and character sheets."""

    def render(self, widget: Widget, medium: Medium) -> str:
        """A calculator, example, sheet or list -> its HTML."""

    def stat_block(self, block: StatBlock, texts: StatTexts, medium: Medium) -> str:
        """A stat block, its texts as HTML -> its HTML."""

    def label(self, name: str) -> str:
        """The name of a word of the interface -> that word in the book's language."""


class Tools(Protocol):
    """The small controls beside something: a link to copy, and a pin for the game master's screen."""

    def link(self, anchor: str, name: str) -> str:
        """An anchor of the page and what is there -> its link."""

    def pin(self, pin: str, name: str, width: int = 1) -> str:
        """What a reader can pin and what it is called -> its button."""

    def both(self, anchor: str, pin: str, name: str, width: int = 1) -> str:
        """An anchor of the page, what can be pinned, and what it is called -> its link and its button."""


class NoTools:
    """On paper nothing is pinned or copied."""

    def link(self, anchor: str, name: str) -> str:
        return ""

    def pin(self, pin: str, name: str, width: int = 1) -> str:
        return ""

    def both(self, anchor: str, pin: str, name: str, width: int = 1) -> str:
        return ""


def shown_on_site(shelf: Shelf) -> Shelf:
    """All books as meant -> as the site shows them: without what is for print alone."""
    books = (replace(book, pages=tuple(map(_shown, book.pages))) for book in shelf.books)
    return replace(shelf, books=tuple(books))


def _shown(page: Page) -> Page:
    return _without_print(page) if Division in page.kinds else page


@stored
def _without_print(page: Page) -> Page:
    return without(PRINT_ONLY, page)
