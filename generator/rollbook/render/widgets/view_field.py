"""An input of a calculator or a field of a sheet -> the control of a form.

An outcome's Markdown -> HTML with holes, `<span data-hole="0">damage</span>`, that the page fills in after a roll. What
comes out is whole and harmless by itself: it is cleaned here, and once more with the page that it stands in.
"""

from __future__ import annotations

import re
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

import nh3
from markupsafe import Markup

from rollbook.engine.calculator import Calculator, Input, Outcome, Result
from rollbook.engine.choices import Choice
from rollbook.engine.nodes import Number
from rollbook.engine.rolls_in_text import RollInText, rolls_in_text
from rollbook.engine.sheet import Derived, Field, PointPool
from rollbook.engine.template import HOLE, Template, with_holes
from rollbook.markdown import OnePlace, read_blocks, read_line
from rollbook.model.document.inlines import Inline, Text
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.source import Place
from rollbook.render.widgets.wording import Wording, bounds
from rollbook.render.write_html import HtmlWriter, escaped
from rollbook.words import words_around_dice

if TYPE_CHECKING:
    from rollbook.engine.nodes import Value

# Letters of a choice that a field of the usual width has room for.
_LONG = 20


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """One entry of a list to choose from; `worth` is what it stands for, empty where that is its own name."""

    name: str
    worth: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class FieldView:
    """What a reader fills in: a control. `hint`: in words, what is allowed; `hidden`: asked for only at times;
    `column`: what formulas call the number that each row of a list has, and `number` what readers call it; `press`:
    the button that rolls with it. `label` is what controls are called, `rich_label` what readers see."""

    id: str
    name: str
    label: str
    rich_label: Markup
    kind: str
    unit: str
    hint: Markup
    low: str = ""
    high: str = ""
    step: str = ""
    value: str = ""
    choices: tuple[ChoiceView, ...] = ()
    hidden: bool = False
    column: str = ""
    number: str = ""
    press: str = ""

    @property
    def is_wide(self) -> bool:
        """Whether its longest choice would be cut off in a field of the usual width."""
        return any(len(choice.name) + len(choice.worth) > _LONG for choice in self.choices)


@dataclass(frozen=True, slots=True)
class RichWords:
    """What a run's words look like where they are written in Markdown: outcomes and their labels by their number,
    labels of results by their name. The page's scripts take them from here, as the engine tells plain words."""

    outcomes: tuple[tuple[int, Markup], ...] = ()
    outcome_labels: tuple[tuple[int, Markup], ...] = ()
    result_labels: tuple[tuple[str, Markup], ...] = ()


def view_field(each: Input | Field, own_id: str, words: Wording, press: str = "", language: str = "en") -> FieldView:
    """What a reader gives, its id in the page, the button that rolls with it -> its control."""
    numbers = (each.low, each.high, each.default)
    column = each.column if isinstance(each, Field) else ""
    return FieldView(
        id=own_id,
        name=each.name,
        label=each.label,
        rich_label=rich_label(each, language),
        kind=each.kind,
        unit=each.unit,
        hint=_hint(_allowed(each, words), each.note, language),
        low=_attribute(each.low),
        high=_attribute(_most(each)),
        step="any" if any(isinstance(number, Fraction) for number in numbers) else "1",
        value=_attribute(each.default),
        choices=tuple(_choice(choice, each.default, words, column) for choice in each.choices),
        hidden=isinstance(each, Field) and each.when is not None,
        column=column,
        number=column[:1].upper() + column[1:],
        press=Markup(press),
    )


def _most(each: Input | Field) -> Value | None:
    """The greatest that may be given. A track's own is in the page before the engine runs, where it is a number."""
    most = each.most if isinstance(each, Field) else None
    return most.root.value if most and isinstance(most.root, Number) else each.high


def _hint(allowed: str, note: str, language: str) -> Markup:
    """What is allowed, and a note in Markdown -> both in one line."""
    parts = (Markup.escape(allowed), rich_note(note.rstrip(". "), language) if note else Markup(""))
    return Markup(". ").join(part for part in parts if part)


def _allowed(each: Input | Field, words: Wording) -> str:
    if each.kind == "dice":
        return words.any_dice.format(default=each.default)
    bounded = each.kind == "number" and (each.low is not None or each.high is not None)
    return bounds(each.low, each.high, words) if bounded else ""


def _attribute(value: Value | None) -> str:
    """A value -> as a form's control holds it."""
    if value is None or value is False:
        return ""
    if value is True:
        return "yes"
    return str(float(value)) if isinstance(value, Fraction) else str(value)


def _choice(choice: Choice, default: Value, words: Wording, column: str) -> ChoiceView:
    if column:  # what a row of a list counts, as a form's control holds it
        number = dict(choice.parts).get(column, "")
        return ChoiceView(choice.name, _attribute(number) if not isinstance(number, str) else "", False)
    worth = words.speech.value(choice.value)
    # A choice that stands for its own name, or for a text beside it, needs no number in brackets.
    shown = "" if worth == choice.name or not worth[-1:].isdigit() else worth
    return ChoiceView(choice.name, shown, choice.name.casefold() == str(default).casefold())


_TAGS = {"p", "br", "em", "strong", "del", "code", "ul", "ol", "li", "blockquote", "a", "span"}
_TAG = re.compile(r"<[^>]*>")
# A place in the book has another address on each page and on paper; an outcome appears on any of them.
_LINK_INSIDE = re.compile(r'<a href="(?!https?:|mailto:)[^"]*"[^>]*>(.*?)</a>', re.DOTALL)


class _Writer(HtmlWriter):
    """Dice in the words are marked, for the page to make them roll."""

    breaks = True

    def __init__(self, language: str) -> None:
        self._language = language

    def inline(self, inline: Inline) -> str:
        if not isinstance(inline, Text):
            return super().inline(inline)
        written, done = "", 0
        for found in _rolls(inline.text, self._language):
            words = inline.text[found.start : found.end]
            written += escaped(inline.text[done : found.start])
            written += f'<span data-roll="{escaped(found.target)}">{escaped(words)}</span>'
            done = found.end
        return written + escaped(inline.text[done:])


def _rolls(text: str, language: str) -> list[RollInText]:
    """A text -> the dice in it; where a number is still to be filled in, there is nothing to throw yet."""
    found = rolls_in_text(text, around=words_around_dice(language))
    return [each for each in found if each.kind == "roll" and HOLE not in each.target and text[each.start] != "["]


def rich_outcome(each: Outcome, language: str) -> Markup:
    """An outcome, the book's language -> its HTML where it is Markdown or dice stand in it."""
    shown = each.markdown or (each.text if _rolls(with_holes(each.text), language) else None)
    return rich_text(shown, language) if shown else Markup("")


def rich_words(calculator: Calculator, language: str) -> RichWords:
    """A calculator, the book's language -> everything that a run of it tells in Markdown."""
    told = [(number, each, rich_outcome(each, language)) for number, each in enumerate(calculator.outcomes)]
    return RichWords(
        tuple((number, rich) for number, _, rich in told if rich),
        tuple((number, rich_label(each, language)) for number, each, _ in told if each.rich_label),
        tuple((each.name, rich_label(each, language)) for each in calculator.results if each.rich_label),
    )


def rich_note(text: str, language: str) -> Markup:
    """A note in Markdown, the book's language -> its HTML: of one paragraph the words alone."""
    blocks, _ = read_blocks(text, OnePlace(Place("")), language)
    html = _cleaned(HtmlWriter().blocks(blocks)).strip()
    alone = html.startswith("<p>") and html.count("<p>") == 1 and html.endswith("</p>")
    return Markup(html.removeprefix("<p>").removesuffix("</p>") if alone else html)


def rich_label(each: Input | Result | Outcome | Field | Derived | PointPool, language: str) -> Markup:
    """What has a label, the book's language -> the label as HTML."""
    if not each.rich_label:
        return Markup.escape(each.label)
    line = read_line(each.rich_label, OnePlace(Place("")).words(each.rich_label, 0), language)
    return Markup(_cleaned(HtmlWriter().inlines(line.inlines)))


def _cleaned(html: str) -> str:
    cleaned = nh3.clean(
        html,
        tags=_TAGS,
        attributes={"a": {"href"}, "ol": {"start"}, "span": {"data-roll"}},
        url_schemes={"http", "https", "mailto"},
        link_rel=None,
    )
    return _LINK_INSIDE.sub(r"\1", cleaned)


def rich_text(template: Template, language: str) -> Markup:
    """A sentence in Markdown, the book's language -> its HTML."""
    blocks, _ = read_blocks(with_holes(template), OnePlace(Place("")), language)
    html = _TAG.sub(lambda tag: tag[0].replace(HOLE, ""), _cleaned(_Writer(language).blocks(blocks)))
    first, *texts = html.strip().split(HOLE)
    for number, (expression, text) in enumerate(zip(template.expressions, texts, strict=False)):
        first += f'<span data-hole="{number}">{escape(expression.text.strip())}</span>{text}'
    return Markup(first)
