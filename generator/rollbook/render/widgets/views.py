"""What the templates of widgets place: small values without logic, every number already in words."""

from __future__ import annotations

from markupsafe import Markup

from rollbook.engine.calculator import Form
from rollbook.model.quick_dataclass import dataclass

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
class InputView:
    """An input of a calculator. `symbol`: what formulas call it, empty where that is its label; the rest in words."""

    field: FieldView
    symbol: str
    allowed: str
    default: str
    note: Markup


@dataclass(frozen=True, slots=True)
class Line:
    """A name and what is said of it; `formula` as its author wrote it; `key`: what the engine calls it."""

    name: str
    formula: str = ""
    words: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Run:
    """Some words of a sentence, or a number in it."""

    text: str
    number: bool


@dataclass(frozen=True, slots=True)
class PieceView:
    """A part of a sentence. `fixed`: words that stay; `field`: what is changed here, and how it is written; `before`
    and `after`: marks that no line may part from it."""

    runs: tuple[Run, ...]
    fixed: bool
    field: FieldView | None
    form: Form
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """What may happen. `text`: what more its words say than its label; `impossible`: not at the defaults.

    `rich` is the whole text as HTML, where it is written in Markdown: its holes are filled in after a roll."""

    label: Markup
    text: str
    rich: Markup
    chance: str
    impossible: bool


@dataclass(frozen=True, slots=True)
class RichWords:
    """What a run's words look like where they are written in Markdown: outcomes and their labels by their number,
    labels of results by their name. The page's scripts take them from here, as the engine tells plain words."""

    outcomes: tuple[tuple[int, Markup], ...] = ()
    outcome_labels: tuple[tuple[int, Markup], ...] = ()
    result_labels: tuple[tuple[str, Markup], ...] = ()


@dataclass(frozen=True, slots=True)
class LinkView:
    """Words and where they lead; no `href`: this edition doesn't hold it. `mark`: del or ins, if they were changed."""

    words: str
    href: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class ListView:
    """A table that the build makes by itself; `empty` is said where it has no rows, `summary` above them.

    Of `is_pair` the first column names what the two others show: side by side, or stacked on a phone.
    """

    titles: tuple[str, ...]
    rows: tuple[tuple[tuple[LinkView, ...], ...], ...]
    empty: str = ""
    summary: str = ""
    is_pair: bool = False


@dataclass(frozen=True, slots=True)
class OddsRow:
    """A row of a table of chances: what it is for, and its cells."""

    head: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OddsView:
    """A table of chances. `corner` names what its rows are, `over` what `heads` are values of; `told`: what its cells
    tell, where the rows don't say it."""

    corner: str
    over: str
    heads: tuple[str, ...]
    rows: tuple[OddsRow, ...]
    told: str = ""


@dataclass(frozen=True, slots=True)
class CalculatorView:
    """A calculator in words. `sentence` is what is in the chapter, `others` the inputs that are not in it;
    `rules`: those that it carries out and that stand in other sections; `printed`: what stands for it on paper."""

    id: str
    anchor: str
    title: str
    note: Markup
    rolls: bool  # whether anything is left to chance
    press: str  # what the button says; empty: there is nothing to throw or to change
    printed: str
    odds: OddsView | None  # where `printed` asks for them and there are any
    sentence: tuple[PieceView, ...]
    inputs: tuple[InputView, ...]
    others: tuple[InputView, ...]
    steps: tuple[Line, ...]
    results: tuple[Line, ...]
    outcomes: tuple[OutcomeView, ...]
    rich: RichWords
    link: Markup
    pin: Markup
    rules: tuple[LinkView, ...]


@dataclass(frozen=True, slots=True)
class ExampleView:
    """A worked example: `text` tells it, the rest is its table; `data` is what its button plays: the calculator's
    inputs and the faces, as JSON."""

    calculator: str
    title: str
    text: str
    given: tuple[Line, ...]
    dice: str
    results: tuple[Line, ...]
    outcome: str
    data: str


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Fields that are together; those that points are spent on have the pool's name and label."""

    pool: str
    label: Markup
    fields: tuple[FieldView, ...]


@dataclass(frozen=True, slots=True)
class DerivedView:
    """A value of the character that the engine works out; `rolled`: once, with dice that the reader throws; `press`:
    the value as a button that rolls with it; `hidden`: it concerns only some characters."""

    key: str
    name: str
    rich_name: Markup
    rolled: bool
    press: Markup
    hidden: bool


@dataclass(frozen=True, slots=True)
class SheetView:
    """A character sheet: its form, and how a character is made, in words. `named_by`: the field of their name."""

    id: str
    anchor: str
    title: str
    named_by: str
    groups: tuple[FieldGroup, ...]
    worked_out: tuple[DerivedView, ...]
    rises: bool
    with_xp: bool
    fields: tuple[Line, ...]
    pools: tuple[Line, ...]
    derived: tuple[Line, ...]
    rules: tuple[str, ...]
    levels: tuple[str, ...]
    gains: tuple[str, ...]
    all: tuple[str, ...] = ()  # the ids of the book's sheets, this one among them
