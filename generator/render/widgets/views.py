"""What the templates of widgets place: small values without logic, every number already in words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """One entry of a list to choose from; `worth` is what it stands for, empty where that is its own name."""

    name: str
    worth: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class InputView:
    """What a reader gives. `symbol`: what formulas call it, empty where that is its label; `allowed`: in words."""

    id: str
    name: str
    label: str
    symbol: str
    kind: str
    unit: str
    note: str
    low: str
    high: str
    step: str
    value: str
    choices: tuple[ChoiceView, ...]
    allowed: str
    default: str
    source: str


@dataclass(frozen=True, slots=True)
class Line:
    """A name and what is said of it; `formula` as its author wrote it, without marks of the notation."""

    name: str
    formula: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """What the rule says happened. `parts`: its words, each with whether it is worked out; `condition` empty: else."""

    condition: str
    parts: tuple[tuple[str, bool], ...]
    chance: str


@dataclass(frozen=True, slots=True)
class CalculatorView:
    """A calculator in words."""

    id: str
    anchor: str
    title: str
    note: str
    inputs: tuple[InputView, ...]
    steps: tuple[Line, ...]
    results: tuple[Line, ...]
    outcomes: tuple[OutcomeView, ...]


@dataclass(frozen=True, slots=True)
class ExampleView:
    """A worked example in words; `data` is what its button plays: the calculator's inputs and the faces, as JSON."""

    calculator: str
    title: str
    given: tuple[Line, ...]
    dice: str
    results: tuple[Line, ...]
    outcome: str
    data: str


@dataclass(frozen=True, slots=True)
class SheetView:
    """A character sheet in words."""

    id: str
    anchor: str
    title: str
    fields: tuple[Line, ...]
    pools: tuple[Line, ...]
    derived: tuple[Line, ...]
    rules: tuple[str, ...]
    levels: tuple[str, ...]
    gains: tuple[str, ...]
