"""Calculator without a sentence -> one made from its labels and outcomes: `Armor Class 13, Weapon 1d8: Hit 50 %, …`.

It has no words of its own, so it is right in every language; an author's sentence is better.
"""

from __future__ import annotations

from collections.abc import Iterator

from .model import Calculator, Input, Result
from .sentence import Form, Given, Part, Sentence, WhatHappens, Worked

# More would be a form again.
_MOST_INPUTS, _MOST_RESULTS = 4, 3


def make_sentence(calculator: Calculator) -> Sentence:
    """A calculator -> what stands for it in a chapter: its main inputs, a colon, and what comes of them."""
    given = list(_listed([_input(each) for each in _main(calculator.inputs)]))
    if calculator.outcomes:
        come: list[Part] = [WhatHappens()]
    else:
        come = list(_listed([_result(each) for each in calculator.results[-_MOST_RESULTS:]]))
    return Sentence((*given, *([": "] if given else []), *come))


def _main(inputs: tuple[Input, ...]) -> list[Input]:
    """Those that their author calls main; else the first that are not simply nothing or no."""
    told = [each for each in inputs if each.main and each.kind != "flag"]
    return told or [each for each in inputs if each.kind != "flag" and each.default != 0][:_MOST_INPUTS]


def _input(each: Input) -> list[Part]:
    return [f"{each.label} ", Given(each.name, Form()), *([f" {each.unit}"] if each.unit else [])]


def _result(each: Result) -> list[Part]:
    return [f"{each.label} ", Worked(each.value, each.when, Form()), *([f" {each.unit}"] if each.unit else [])]


def _listed(entries: list[list[Part]]) -> Iterator[Part]:
    for index, entry in enumerate(entries):
        if index:
            yield ", "
        yield from entry
