"""A sentence as the engine says it -> what the templates place: words, numbers, and fields to change them in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rollbook.engine.calculator import Calculator, Said, say, sentence_of
from rollbook.engine.calculator.sentence import Form, Given
from rollbook.engine.problem import ProblemError
from rollbook.render.kept_marks import keep_closing, keep_opening
from rollbook.render.widgets.spell import listed
from rollbook.render.widgets.views import FieldView, PieceView, Run
from rollbook.render.widgets.wording import Wording


def view_sentence(
    calculator: Calculator, fields: Mapping[str, FieldView], words: Wording
) -> tuple[tuple[PieceView, ...], frozenset[str]]:
    """A calculator, its fields by name -> its sentence at the defaults, and the names of the fields that stand in it.

    Empty where the defaults lead nowhere, which the check step reports.
    """
    try:
        said = say(calculator, {}, words.speech)
    except ProblemError:
        return (), frozenset()
    shown: set[str] = set()
    pieces = []
    for part, there in zip(sentence_of(calculator).parts, said, strict=True):
        # Of an input that is named twice the first is the one to change.
        name = part.name if isinstance(part, Given) and part.name not in shown else ""
        shown |= {name} - {""}
        form = part.form if isinstance(part, Given) else Form()
        pieces.append(PieceView(runs_of(there, words), isinstance(part, str), fields.get(name), form))
    return _with_marks(pieces), frozenset(shown)


def _with_marks(pieces: list[PieceView]) -> tuple[PieceView, ...]:
    """Pieces -> the same; a bracket before a field and a mark behind it stand on its line."""
    for at, piece in enumerate(pieces):
        if piece.field is None:
            continue
        before, after = "", ""
        if at and pieces[at - 1].fixed:
            words, before = keep_opening(_text(pieces[at - 1]))
            pieces[at - 1] = _with_text(pieces[at - 1], words)
        if at + 1 < len(pieces) and pieces[at + 1].fixed:
            after, words = keep_closing(_text(pieces[at + 1]))
            pieces[at + 1] = _with_text(pieces[at + 1], words)
        pieces[at] = replace(piece, before=before, after=after)
    return tuple(pieces)


def _text(fixed: PieceView) -> str:
    return "".join(run.text for run in fixed.runs)


def _with_text(fixed: PieceView, text: str) -> PieceView:
    return replace(fixed, runs=(Run(text, False),))


def runs_of(said: tuple[Said, ...], words: Wording) -> tuple[Run, ...]:
    """What is said in one place -> its words, and its numbers to be marked."""
    outcomes = [each for each in said if each.kind == "outcome"]
    if outcomes:
        return tuple(_outcomes(outcomes, words))
    return tuple(_run(each, words) for each in said)


def _outcomes(outcomes: list[Said], words: Wording) -> Iterator[Run]:
    for index, each in enumerate(outcomes):
        label, chance = each.shown
        yield Run(f"{', ' if index else ''}{label} ", False)
        yield Run(_about(chance, each.exact, words), True)


def _run(said: Said, words: Wording) -> Run:
    match said.kind:
        case "words":
            return Run(said.shown[0], False)
        case "input" | "value" | "average" | "chance":
            return Run(_about(said.shown[0], said.exact, words), True)
        case "range":
            low, high = said.shown
            return Run(words.said_range.format(low=low, high=high), True)
        case "several":
            return Run(listed(list(said.shown), words.list_or), True)
        case "never":
            return Run("–", True)
        case "outcome":
            raise AssertionError("outcomes are told together")
    raise AssertionError(said.kind)


def _about(text: str, exact: bool, words: Wording) -> str:
    return text if exact else words.about.format(value=text)
