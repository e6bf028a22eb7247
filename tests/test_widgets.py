"""Calculators, examples and sheets as text, for the site before any script runs and for paper."""

from __future__ import annotations

import html
import json
import re
from typing import Literal

import pytest
from rollbook.check import check
from rollbook.engine.calculator import Calculator
from rollbook.engine.calculator.read import read_calculator
from rollbook.engine.sheet import Sheet
from rollbook.engine.sheet.read import read_sheet
from rollbook.engine.table import GameTable, read_table
from rollbook.model.book import Book
from rollbook.model.document.blocks import CalculatorBlock, ExampleBlock
from rollbook.model.ruleset import Ruleset
from rollbook.model.settings import BookSettings
from rollbook.model.spot import Target
from rollbook.render.fragment import render_fragment
from rollbook.render.medium import NoTools
from rollbook.render.pdf.paper import Paper
from rollbook.render.site.render_chapter import SiteMedium
from rollbook.render.widgets import WidgetMarkup
from rollbook.render.widgets.chances import forecast
from rollbook.render.widgets.view_calculator import view_calculator
from rollbook.render.widgets.view_field import view_field
from rollbook.render.widgets.view_sentence import view_example
from rollbook.render.widgets.view_sheet import view_sheet
from rollbook.render.widgets.wording import wording

from tests.shelves import CASES, clean_shelf

ENGLISH = wording("en")


@pytest.fixture(scope="module")
def book() -> Book:
    shelf = clean_shelf(CASES / "widgets")
    assert [*check(shelf)] == []
    return shelf.books[0]


def calculator(**document: object) -> Calculator:
    read = read_calculator({"calculator": "it", **document})
    assert isinstance(read, Calculator), read
    return read


def book_with(read: Calculator) -> Book:
    return Book("a", "A", BookSettings(), (), (), (), Ruleset(calculators={"it": read}))


def text_of(markup: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", markup)).split())


def on_paper(book: Book, page: str) -> Paper:
    return Paper(book.id, page, "", frozenset(each.id for each in book.pages))


def rendered(book: Book, page: int, edition: str) -> str:
    shown = book.pages[page]
    medium = SiteMedium(Target(book.id, shown.id), {}, {}) if edition == "site" else on_paper(book, shown.id)
    widgets = WidgetMarkup(book, edition)  # type: ignore[arg-type]
    return render_fragment(shown.blocks, medium, widgets=widgets)


COMPLETE = {
    "site": (
        "A blow At +2 with a Bottle",
        "and 1d4 more",
        "against a guard of 11 , face to face",
        ": hits 55 % , for 5 on average.",
        "Blows are struck one after the other.",
        "Bonus to hit bonus from −5 to 20; 2 by default",
        "Guard of the foe guard from 0 to 30 points; 11 by default. Eleven for most sailors",
        "damage = tool + extra",
        "Critical (5 %)",
        "Damage 2 to 8, average 5 HP",
        "Example A cook swings his bottle: 18 against a guard of 15, and 5 HP are gone.",
        "Given: Bonus to hit 5, Guard of the foe 15.",
        "Dice: d20 shows 13, d4 shows 3 and d4 shows 2.",
        "Result: 18 hits for 5. Attack: 18; Damage: 5 HP.",
    ),
    "print": (
        "A blow. At +2 with a Bottle and 1d4 more against a guard of 11 , face to face : hits 55 % , for 5 on average.",
        "A wave. Height 3 to 18 feet",
        "Example. A cook swings his bottle: 18 against a guard of 15, and 5 HP are gone.",
    ),
}


@pytest.mark.parametrize("edition", ["site", "print"])
def test_a_calculator_is_complete_in_words(book: Book, edition: str) -> None:
    text = text_of(rendered(book, 0, edition))
    for words in COMPLETE[edition]:
        assert words in text, words


def test_a_sheet_is_complete_in_words(book: Book) -> None:
    """On paper the form at the book's end has what is filled in, and the chapter the rest."""
    rest = (
        "A sailor with a hundred coins buys a ship.",
        "The highest level is 4. Experience needed to leave a level: 10 * level.",
        "Raise by 1: Grit or Wits (if level % 2 = 0)",
    )
    for words in rest:
        assert words in text_of(rendered(book, 1, "print")), words
    text = text_of(rendered(book, 1, "site"))
    for words in (
        *rest,
        "Home port Northquay; Southquay (Wits +1); Deepwater (Grit +1)",
        "Gift of the deep (if home.gift = 1) Gills (Luck +1); Pearls (Luck +2)",
        "Stats 6 for Grit and Wits; from 0 to 5 each",
        "Hit Points 6 + Grit + 1d6 (rolled once, then fixed)",
    ):
        assert words in text, words


def test_paper_has_no_controls(book: Book) -> None:
    for page in range(2):
        assert not re.search(r"<(button|form|input|select|output|label)\b", rendered(book, page, "print"))


def test_the_site_s_form_is_labelled_and_bounded(book: Book) -> None:
    markup = rendered(book, 0, "site")
    control = re.search(r'<input [^>]*id="calc-strike-6"[^>]*>', markup)
    assert control is not None
    for attribute in ('type="number"', 'min="0"', 'max="30"', 'value="11"', 'step="1"'):
        assert attribute in control.group()
    assert 'aria-label="Guard of the foe"' in control.group()
    assert '<label for="calc-strike-3">Stance' in markup
    assert len(re.findall(r'<select [^>]*id="calc-strike-[23]"', markup)) == 2
    assert 'data-calc="strike"' in markup
    ids = re.findall(r' id="([^"]*)"', markup)
    assert len(ids) == len(set(ids))


def test_an_author_s_words_stay_words() -> None:
    read = calculator(
        title="<script>x</script>",
        inputs=[{"name": "a", "label": "<s onclick=x>", "note": '"><img src=x>'}],
        steps=[{"b": "a + 1"}],
        outcomes=[{"otherwise": "<i>{b}</i>"}],
        examples=[{"title": "<u>", "expect": {"b": 1}}],
    )
    medium = SiteMedium(Target("a", "one"), {}, {})
    blocks = (CalculatorBlock("it", "calc-it", 2), ExampleBlock("it", 1))
    markup = render_fragment(blocks, medium, widgets=WidgetMarkup(book_with(read), "site"))
    assert not re.search(r"<(script|s|img|i|u)\b", markup)
    assert "<script>x</script>" in text_of(markup)


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("2d6 + 1", "3 to 13, average 8"),
        ("4 - 7", "−3"),
        ("7 / 2", "3½"),
        ("(2d6) > 8", "yes in 27.8\u00a0% of cases"),
        ('if d4 = 1 then "sun" else "rain"', "rain or sun"),
        ("300d6 * 1d20", "about"),
    ],
)
def test_a_result_is_forecast_in_words(step: str, words: str) -> None:
    told = forecast(calculator(steps=[{"it": step}]), ENGLISH).results["it"]
    assert words in told if words == "about" else told == words


def test_what_never_comes_up_and_what_cannot_be_worked_out() -> None:
    never = calculator(steps=[{"a": "1"}], results={"a": {"label": "A", "when": "a > 2"}})
    assert forecast(never, ENGLISH).results == {"a": "not with these numbers"}
    broken = calculator(inputs=[{"name": "n"}], steps=[{"a": "1 / n"}])
    assert forecast(broken, ENGLISH).results == {}


@pytest.mark.parametrize(
    ("document", "rolls"),
    [
        ({"steps": [{"a": "1 + 2"}]}, False),
        ({"steps": [{"a": "1d4"}]}, True),
        ({"inputs": [{"name": "n", "kind": "dice", "default": "1d4"}], "steps": [{"a": "n"}]}, True),
        ({"inputs": [{"name": "n", "choices": {"Bow": "1d6"}}], "steps": [{"a": "n"}]}, True),
        ({"inputs": [{"name": "n", "choices": ["Bow", "Old sword"]}], "steps": [{"a": "1"}]}, False),
    ],
)
def test_only_what_throws_dice_has_a_roll_button(document: dict[str, object], rolls: bool) -> None:
    assert view_calculator(calculator(**document), "x", ENGLISH, NoTools(), ()).rolls is rolls


def test_an_example_plays_what_its_author_gave() -> None:
    read = calculator(
        inputs=[{"name": "n", "default": "1½"}, {"name": "f", "kind": "flag"}],
        steps=[{"a": "d6 + n"}],
        examples=[{"given": {"f": True, "n": "½"}, "faces": [4], "expect": {"a": "4½"}}],
    )
    view = view_example(read, 1, ENGLISH)
    assert json.loads(view.data) == {"inputs": {"f": True, "n": "½"}, "faces": [4]}
    assert [(line.name, line.words) for line in view.given] == [("F", "yes"), ("N", "½")]
    assert view.dice == "d6 shows 4"
    assert [line.words for line in view.results] == ["4½"]


def test_rules_that_could_not_be_read_show_nothing() -> None:
    widgets = WidgetMarkup(book_with(calculator(steps=[{"a": "1"}])), "site")
    gone = CalculatorBlock("gone", "calc-gone", 2)
    assert render_fragment([gone], SiteMedium(Target("a", "one"), {}, {}), widgets=widgets) == ""


TOOLS = {"table": "tools", "columns": ["tool", "price", "harm"], "rows": ["Rope | 3 | 0", "Oar | 5 | 2d4"]}


@pytest.mark.parametrize(
    ("inputs", "step", "rolls"),
    [
        ([], "2d6", True),
        ([], "12", False),
        ([], "lookup(tools, 'Rope', price)", False),
        ([], "lookup(tools, 'Rope', harm)", True),
        ([{"name": "tool", "table": "tools"}], "tool.price", False),
        ([{"name": "tool", "table": "tools"}], "tool.harm", True),
        ([{"name": "more", "kind": "dice", "default": "1d4"}], "more", True),
    ],
)
def test_only_a_calculator_that_may_throw_dice_offers_a_roll(
    inputs: list[dict[str, str]], step: str, rolls: bool
) -> None:
    tools = read_table(TOOLS)
    assert isinstance(tools, GameTable)
    document = {"calculator": "it", "inputs": inputs, "steps": [{"sum": step.replace("'", '"')}]}
    read = read_calculator(document, tables={"tools": tools})
    assert isinstance(read, Calculator), read
    assert view_calculator(read, "it", ENGLISH, NoTools(), ()).rolls is rolls


def test_outcomes_are_markdown_with_holes_for_numbers() -> None:
    text = (
        "**Hit** for {wound}. Choose:\n\n- [flee](https://x.example/)\n- [fight](combat.md) <b>on</b>"
        "<script>alert(1)</script></section>\n- 1 < 2 {wound:+}\n"
    )
    read = calculator(steps=[{"wound": "d6"}], outcomes=[{"when": "wound > 3", "text": text}, {"otherwise": "Miss"}])
    first, second = view_calculator(read, "x", ENGLISH, NoTools(), ()).outcomes
    assert first.rich == (
        '<p><strong>Hit</strong> for <span data-hole="0">wound</span>. Choose:</p>\n<ul>\n'
        '<li><a href="https://x.example/">flee</a></li>\n<li>fight on</li>\n'
        '<li>1 &lt; 2 <span data-hole="1">wound</span></li>\n</ul>'
    )
    assert second.rich == ""
    editions: tuple[Literal["site", "print"], ...] = ("site", "print")
    for edition in editions:
        medium = Paper("a", "p", "", frozenset())
        shown = render_fragment([CalculatorBlock("it")], medium, None, WidgetMarkup(book_with(read), edition))
        assert "<script" not in shown
        assert ("Choose:</p>" in shown) == (edition == "site")  # printed as a sentence, unless the book says otherwise
    assert first.label == "Hit for wound"


def test_dice_in_an_outcome_are_marked_and_notes_are_markdown() -> None:
    data = {
        "calculator": "fall",
        "note": "A *long* way down, see [the rules](https://example.org).",
        "inputs": [{"name": "feet", "default": "20", "note": "Every **ten** count."}],
        "steps": {"height": "feet"},
        "outcomes": [{"otherwise": "You lose 1d6 HP for {height} feet.", "label": "A fall"}],
    }
    calculator = read_calculator(data)
    assert isinstance(calculator, Calculator), calculator
    view = view_calculator(calculator, "calc-fall", wording("en"), NoTools(), ())
    assert view.note == 'A <em>long</em> way down, see <a href="https://example.org">the rules</a>.'
    assert view.inputs[0].field.hint == "Every <strong>ten</strong> count"
    rich = view.outcomes[0].rich
    assert '<span data-roll="1d6">1d6</span>' in rich
    assert '<span data-hole="0">height</span>' in rich


def test_labels_are_markdown_for_eyes_and_words_for_everything_else() -> None:
    read = calculator(
        inputs=[{"name": "feet", "label": "*Feet* <b>fallen</b>", "default": "20"}],
        steps=[{"height": "d6 + feet"}],
        results={"height": {"label": "**Height** of [the fall](https://example.org/fall)"}},
        outcomes=[{"when": "height > 3", "text": "Ouch", "label": "1. _Hurt_"}, {"otherwise": "Nothing"}],
        odds={"of": ["1. _Hurt_"]},
    )
    assert read.inputs[0].label == "Feet <b>fallen</b>"
    assert [read.results[0].label, read.outcomes[0].label, *read.odds.of] == ["Height of the fall", *["1. Hurt"] * 2]
    view = view_calculator(read, "x", ENGLISH, NoTools(), ())
    assert view.inputs[0].field.rich_label == "<em>Feet</em> fallen"
    height = '<strong>Height</strong> of <a href="https://example.org/fall">the fall</a>'
    assert view.results[0].name == height
    assert view.outcomes[0].label == "1. <em>Hurt</em>"
    assert (view.rich.outcome_labels, view.rich.result_labels) == (((0, "1. <em>Hurt</em>"),), (("height", height),))
    shown = render_fragment(
        [CalculatorBlock("it")], Paper("a", "p", "", frozenset()), None, WidgetMarkup(book_with(read), "site")
    )
    assert f'<span data-result-label="height" hidden="">{height}</span>' in shown


def test_labels_and_notes_of_a_sheet_are_markdown() -> None:
    fields = [{"name": "wind", "label": "*Wind* left", "kind": "track", "max": 9}, {"name": "grit", "points": "all"}]
    derived = [{"reach": {"value": "wind + 1", "label": "**Reach**", "note": "see *there*"}}]
    sheet = read_sheet(
        {
            "sheet": "rider",
            "fields": fields,
            "points": {"all": {"spend": 3, "label": "_All_ of it"}},
            "derived": derived,
        }
    )
    assert isinstance(sheet, Sheet), sheet
    view = view_sheet(sheet, "s", wording("en"), None)
    assert view.groups[0].fields[0].label == "Wind left"
    assert view.groups[0].fields[0].rich_label == "<em>Wind</em> left"
    assert (view.groups[1].label, view.pools[0].name) == ("<em>All</em> of it", "<em>All</em> of it")
    assert (view.worked_out[0].name, view.worked_out[0].rich_name) == ("Reach", "<strong>Reach</strong>")
    assert (view.derived[0].name, view.derived[0].words) == ("<strong>Reach</strong>", "see <em>there</em>")


def test_a_track_shows_its_greatest_before_the_engine_runs() -> None:
    tracks = [{"name": "stress", "kind": "track", "max": 9}, {"name": "wind", "kind": "track", "max": "level + 1"}]
    sheet = read_sheet(
        {"sheet": "rider", "fields": [*tracks, {"name": "alarm", "kind": "clock", "segments": 6}], "levels": {}}
    )
    assert isinstance(sheet, Sheet), sheet
    assert [view_field(field, field.name, wording("en")).high for field in sheet.fields] == ["9", "", "6"]


def test_a_result_that_is_always_shown_is_not_one_that_counts_at_times() -> None:
    """A shot's total is shown whenever the target is in range; what it costs the target, only after a hit."""
    document = {
        "calculator": "shot",
        "inputs": [{"name": "distance", "default": 8}],
        "steps": [{"shot": "d20"}, {"wound": "1d6"}],
        "results": {
            "shot": {"label": "Total", "when": "distance < 24"},
            "wound": {"label": "Loss", "when": "shot > 10"},
        },
    }
    calculator = read_calculator(document)
    assert isinstance(calculator, Calculator), calculator
    assert forecast(calculator, wording("en")).at_times == ("wound",)
