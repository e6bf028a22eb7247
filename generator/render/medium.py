"""How the same tokens come out on a site's page and on paper."""

from __future__ import annotations

from typing import Protocol

from markdown_it.token import Token

from generator.book import Target


class Medium(Protocol):
    """What a page of the site and the printed book write differently."""

    def href(self, target: Target) -> str:
        """A spot on the shelf -> the address that leads there; empty where this edition doesn't hold it."""

    def term(self, entry: Target) -> str:
        """A word's entry in the glossary -> the address that the word leads to; empty where it stays a word."""

    def anchor(self, anchor: str) -> str:
        """An anchor of the page -> the id to write, unique in the finished document."""

    def image(self, asset: str) -> str:
        """A picture's path in the book -> the address to write."""

    def image_size(self, asset: str) -> tuple[int, int] | None:
        """A picture's path in the book -> the width and height to write, so that nothing moves when it arrives."""

    def heading(self, level: int) -> int:
        """A heading's level in the text -> its level in the finished document."""


class Live(Protocol):
    """What can be rolled where the text is read."""

    def roll(self, token: Token) -> str:
        """A roll token -> its HTML."""

    def table_bar(self, opening: Token, label: str) -> str:
        """The `table_open` token of a roll table and what the table is called -> the controls before it."""

    def table_foot(self, opening: Token, label: str) -> str:
        """The `table_open` token of any table and what it is called -> what stands below it."""

    def heading_link(self, anchor: str, title: str) -> str:
        """A heading's id and words -> what stands beside it."""

    def rule_links(self, token: Token, medium: Medium) -> str:
        """A rule token -> links to what carries the rule out, where that stands in another section."""


class Widgets(Protocol):
    """What can be carried out: calculators, worked examples and character sheets."""

    def render(self, token: Token, medium: Medium) -> str:
        """A token of type calculator, sheet or example -> its HTML."""


class Tools(Protocol):
    """The small controls beside something: a link to copy, and a pin for the game master's screen."""

    def pin(self, pin: str, name: str, width: int = 1) -> str:
        """What a reader can pin and what it is called -> its button."""

    def both(self, anchor: str, pin: str, name: str, width: int = 1) -> str:
        """An anchor of the page, what can be pinned, and what it is called -> its link and its button."""


class NoTools:
    """On paper nothing is pinned or copied."""

    def pin(self, pin: str, name: str, width: int = 1) -> str:
        return ""

    def both(self, anchor: str, pin: str, name: str, width: int = 1) -> str:
        return ""
