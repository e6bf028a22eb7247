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

    def heading(self, level: int) -> int:
        """A heading's level in the text -> its level in the finished document."""


class Live(Protocol):
    """What can be rolled where the text is read."""

    def roll(self, token: Token) -> str:
        """A roll token -> its HTML."""

    def table_bar(self, opening: Token, label: str) -> str:
        """The `table_open` token of a roll table and what the table is called -> the controls before it."""


class Widgets(Protocol):
    """What can be carried out: calculators, worked examples and character sheets."""

    def render(self, token: Token, medium: Medium) -> str:
        """A token of type calculator, sheet or example -> its HTML."""
