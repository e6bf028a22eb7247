"""The calculator, sheet, example, index and board tokens of one page -> HTML.

The shapes that styles, scripts and other programs rely on:
  a calculator <section class="widget calculator" data-calc="melee-attack" id="…">…</section>
  a sheet      <section class="widget sheet" data-sheet="adventurer" id="…">…</section>
  an example   <div class="widget example" data-example="melee-attack">…</div>
  an index     <section class="index">…<li data-kind="table"><a href="…">…</a>…</li>…</section>
  a screen     <section class="board" data-board>…</section>, filled by the reader; on paper nothing
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown_it.token import Token

from generator.render.medium import Medium, NoTools, Tools
from generator.render.theme_files import THEME
from generator.render.widgets.view_calculator import view_calculator
from generator.render.widgets.view_example import view_example
from generator.render.widgets.view_index import links_to, view_index
from generator.render.widgets.view_sheet import view_sheet
from generator.render.widgets.views import CalculatorView, ExampleView, IndexView, SheetView
from generator.render.widgets.wording import Wording, wording
from generator.ruleset import Ruleset

Edition = Literal["site", "print"]
View = CalculatorView | SheetView | ExampleView | IndexView

# Deeper than any heading that an author writes, so that a widget's title stands below the section that it is in.
_DEEPEST = 6
_OF_THE_BOOK = ("index", "board")


@dataclass(frozen=True, slots=True)
class WidgetMarkup:
    """Writes what can be carried out in one book."""

    rules: Ruleset
    language: str
    edition: Edition
    tools: Tools = field(default_factory=NoTools)

    def render(self, token: Token, medium: Medium) -> str:
        """A token of one of these types -> its HTML; nothing for rules that could not be read."""
        view = self._view(token, medium)
        if view is None:
            return ""
        level = self._level(token, medium)
        return _fill(f"{self.edition}/{token.type}", view, wording(self.language), level)

    def _level(self, token: Token, medium: Medium) -> int:
        """The level of a widget's title; index and screen have a level below that, for what is in them."""
        if token.type == "example" or self.edition == "print":
            return 0
        return medium.heading(_DEEPEST - 1 if token.type in _OF_THE_BOOK else _DEEPEST)

    def _view(self, token: Token, medium: Medium) -> View | None:
        words = wording(self.language)
        if token.type in _OF_THE_BOOK:
            return view_index(token.meta["index"], medium, self.tools)
        if token.type == "sheet":
            sheet = self.rules.sheet
            return view_sheet(sheet, medium.anchor(token.meta["anchor"]), words) if sheet else None
        calculator = self.rules.calculators.get(token.info)
        if calculator is None:
            return None
        if token.type == "example":
            return view_example(calculator, token.meta["number"], words)
        anchor = medium.anchor(token.meta["anchor"])
        rules = links_to(token.meta.get("elsewhere", ()), medium)
        return view_calculator(calculator, anchor, words, self.tools, rules)


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(THEME / "widgets"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )


def _fill(template: str, view: View, words: Wording, level: int) -> str:
    return _environment().get_template(f"{template}.html").render(view=view, words=words, level=level)
