"""Calculators, sheets, examples and lists of one page -> HTML that is complete without any script, for every edition.

The shapes that styles, scripts and other programs rely on:
  a calculator <section class="widget calculator" data-calc="melee-attack" id="…">…</section>
  a sheet      <section class="widget sheet" data-sheet="adventurer" id="…">…</section>
  an example   <div class="widget example" data-example="melee-attack">…</div>
  a creature   <section class="widget stat-block" data-stat-block="marsh-goblin" data-tracks="[…]" id="…">…</section>
  an index     <section class="index">…<li data-kind="table"><a href="…">…</a>…</li>…</section>
  a screen     <section class="board" data-board>…</section>, filled by the reader; on paper nothing

Each view_*.py makes what the templates of its widgets place: small values without logic, every number already in words.
"""

from __future__ import annotations

from dataclasses import field, replace
from typing import Literal, assert_never

from rollbook.model.book import Book
from rollbook.model.document import blocks as kinds
from rollbook.model.quick_dataclass import dataclass
from rollbook.render.medium import Live, Medium, NoTools, StatTexts, Tools
from rollbook.render.templates import templates
from rollbook.render.widgets.view_calculator import CalculatorView, view_calculator
from rollbook.render.widgets.view_lists import IndexView, ListView, links_to, view_comparison, view_coverage, view_index
from rollbook.render.widgets.view_sentence import ExampleView, view_example
from rollbook.render.widgets.view_sheet import SheetView, view_sheet
from rollbook.render.widgets.view_stat_block import StatBlockView, TrackerView, view_stat_block, view_tracker
from rollbook.render.widgets.wording import Wording, wording

Edition = Literal["site", "print", "epub"]
View = CalculatorView | SheetView | ExampleView | IndexView | StatBlockView | TrackerView


@dataclass(frozen=True, slots=True)
class WidgetMarkup:
    """Writes what can be carried out in one book, and its lists."""

    book: Book
    edition: Edition
    tools: Tools = field(default_factory=NoTools)
    live: Live | None = None  # on paper nothing is

    def render(self, widget: kinds.Widget, medium: Medium) -> str:
        """A widget -> its HTML; nothing for rules that could not be read."""
        words = self._words
        match widget:
            case kinds.CalculatorBlock():
                calculator = self.book.rules.calculators.get(widget.id)
                if calculator is None:
                    return ""
                rules = links_to(widget.elsewhere, medium)
                anchor, language = medium.anchor(widget.anchor), self.book.settings.language
                view = view_calculator(calculator, anchor, words, self.tools, rules, language)
                return self._fill("calculator", view, widget.level, widget.in_text)
            case kinds.ExampleBlock():
                calculator = self.book.rules.calculators.get(widget.calculator)
                # One that only tests is for the coverage page.
                if calculator is None or not calculator.examples[widget.number - 1].shown:
                    return ""
                return self._fill("example", view_example(calculator, widget.number, words))
            case kinds.SheetBlock():
                sheet = self.book.rules.sheets.get(widget.id)
                if sheet is None:
                    return ""
                view_of_sheet = view_sheet(
                    sheet, medium.anchor(widget.anchor), words, self.live, self.book.settings.language
                )
                return self._fill("sheet", replace(view_of_sheet, all=tuple(self.book.rules.sheets)), widget.level)
            case kinds.IndexBlock() | kinds.BoardBlock():
                view_of_index = view_index(self.book.lists.index, widget.pins, medium, self.tools)
                return self._fill(
                    "index" if isinstance(widget, kinds.IndexBlock) else "board", view_of_index, widget.level
                )
            case kinds.TrackerBlock():
                return self._fill("tracker", view_tracker(widget.rules, self.book.rules.stats), widget.level)
            case kinds.CoverageBlock():
                return self._fill_list(view_coverage(self.book.lists.coverage, words, medium))
            case kinds.ComparisonBlock():
                other = self.book.lists.others.get(widget.book.text)
                if other is None:
                    return ""
                return self._fill_list(view_comparison(widget.subject, other, self.book, words, medium))
        assert_never(widget)

    def stat_block(self, block: kinds.StatBlock, texts: StatTexts, medium: Medium) -> str:
        """A stat block, its texts as HTML -> its HTML."""
        numbers = self.book.rules.stats.get(block.data.id)
        if numbers is None:
            return ""
        anchor, calculators = medium.anchor(block.anchor), self.book.rules.calculators
        view = view_stat_block(
            block, numbers, texts, anchor, self._words, self.tools, calculators, self.book.settings.language
        )
        return self._fill("stat_block", view, block.level)

    def label(self, name: str) -> str:
        """The name of a word -> the word in the book's language."""
        return str(getattr(self._words, name))

    @property
    def _words(self) -> Wording:
        return wording(self.book.settings.language)

    def _fill(self, template: str, view: View, level: int = 0, in_text: bool = False) -> str:
        path = f"{self.edition}/{template}.html"
        given = {"view": view, "words": self._words, "level": level, "in_text": in_text}
        return templates("widgets").get_template(path).render(given)

    def _fill_list(self, view: ListView) -> str:
        return templates("widgets").get_template("parts/list.html").render(view=view)
