"""The calculator, sheet and example tokens of one page -> HTML.

The shapes that styles, scripts and other programs rely on:
  a calculator <section class="widget calculator" data-calc="melee-attack" id="…">…</section>
  a sheet      <section class="widget sheet" data-sheet="adventurer" id="…">…</section>
  an example   <div class="widget example" data-example="melee-attack">…</div>
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown_it.token import Token

from generator.render.medium import Medium
from generator.render.theme_files import THEME
from generator.render.widgets.view_calculator import view_calculator
from generator.render.widgets.view_example import view_example
from generator.render.widgets.view_sheet import view_sheet
from generator.render.widgets.views import CalculatorView, ExampleView, SheetView
from generator.render.widgets.wording import Wording, wording
from generator.ruleset import Ruleset

Edition = Literal["site", "print"]

# Deeper than any heading that an author writes, so that a widget's title stands below the section that it is in.
_DEEPEST = 6


@dataclass(frozen=True, slots=True)
class WidgetMarkup:
    """Writes what can be carried out in one book."""

    rules: Ruleset
    language: str
    edition: Edition

    def render(self, token: Token, medium: Medium) -> str:
        """A token of type calculator, sheet or example -> its HTML; nothing for rules that could not be read."""
        view = self._view(token, medium)
        if view is None:
            return ""
        level = medium.heading(_DEEPEST) if token.type != "example" and self.edition == "site" else 0
        return _fill(f"{self.edition}/{token.type}", view, wording(self.language), level)

    def _view(self, token: Token, medium: Medium) -> CalculatorView | SheetView | ExampleView | None:
        words = wording(self.language)
        if token.type == "sheet":
            sheet = self.rules.sheet
            return view_sheet(sheet, medium.anchor(token.meta["anchor"]), words) if sheet else None
        calculator = self.rules.calculators.get(token.info)
        if calculator is None:
            return None
        if token.type == "example":
            return view_example(calculator, token.meta["number"], words)
        return view_calculator(calculator, medium.anchor(token.meta["anchor"]), words)


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


def _fill(template: str, view: CalculatorView | SheetView | ExampleView, words: Wording, level: int) -> str:
    return _environment().get_template(f"{template}.html").render(view=view, words=words, level=level)
