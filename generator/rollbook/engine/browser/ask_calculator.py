"""Requests about a book's calculators: draw the form, check inputs, say the sentence, roll, ask odds, move a number."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..calculator import Calculator, Input
from ..calculator.inputs import filled_in, read_inputs_given
from ..calculator.odds import CalculatorOdds, OutcomeOdds, calculator_odds, sensitivity
from ..calculator.roll import CalculatorRoll, roll_calculator
from ..calculator.say import Said, say
from ..nodes import Value
from ..problem import Problem, ProblemError
from ..rolled import Die, plain
from ..sheet.advance import plan_move
from ..words import Words
from .ask_sheet import PlayerValues, player_values, present_move
from .present import present_chance, present_distribution, present_roll
from .request import Request, known
from .session import Session

_DO = ("roll", "odds", "move", "check", "form", "say")
_MOST_MOVES = 100


def ask_calculator(session: Session, request: Request) -> dict[str, object]:
    """`calculator`, `inputs` by name, `do`: form, check, say, roll, odds or move (`name`, `to`) -> its answer."""
    book = session.book(request)
    name = request.text("calculator")
    known(name, book.calculators, "unknown-calculator", f"no calculator “{name}” is loaded", "calculator")
    calculator, words = book.calculators[name], session.words(request)
    players = player_values(book, request)
    sheet = players.values
    do, inputs = request.one_of("do", _DO, "roll"), request.mapping("inputs")
    if do == "form":
        return {"form": _form(calculator, filled_in(calculator, inputs, sheet), words)}
    problems = read_inputs_given(calculator, inputs, sheet)[1]
    if do == "check" or problems:
        return {"problems": [problem.to_json(words) for problem in problems]}
    if do == "say":
        return {"parts": [[_present_said(each) for each in part] for part in say(calculator, inputs, words, sheet)]}
    if do == "odds":
        return _present_odds(calculator_odds(calculator, inputs, sheet), words)
    if do == "move":
        return _present_moves(calculator, inputs, request, sheet, words)
    dice, seed = session.dice(request)
    run = roll_calculator(calculator, inputs, dice, sheet)
    return {**_present_run(run, words), "changes": _present_changes(players, run), "seed": seed}


def _present_changes(players: PlayerValues, run: CalculatorRoll) -> list[dict[str, object]]:
    """What the reader may do to their characters now; a track that is already there needs no change."""
    offered = []
    for change in run.changes:
        for number, (sheet, character) in enumerate(players.players):
            try:
                move = plan_move(sheet, character, change.track, change.by, change.to)
            except ProblemError:
                # A hero without this track, or who has yet to roll for it, has nothing to change.
                continue
            if move.before != move.after:
                offered.append({**present_move(move), "player": number})
            break
    return offered


def _present_said(said: Said) -> dict[str, object]:
    return {"kind": said.kind, "shown": list(said.shown), "name": said.name, "exact": said.exact}


def _present_run(run: CalculatorRoll, words: Words) -> dict[str, object]:
    results = [
        {
            "name": each.result.name,
            "label": each.result.label,
            "unit": each.result.unit,
            **present_roll(each.roll, words, each.result.label),
        }
        for each in run.results
    ]
    return {
        "outcome": None if run.outcome is None else run.calculator.outcomes.index(run.outcome),
        "text": run.text(words),
        "holes": run.holes(words),
        "results": results,
        "steps": [{"name": name, **present_roll(rolled, words, name)} for name, rolled in run.steps],
        "dice": [die.to_json() for _, rolled in run.steps for die in rolled.dice],
        "sentence": _sentence(run, words, words.value),
        "spoken": _sentence(run, words, words.spoken),
    }


def _sentence(run: CalculatorRoll, words: Words, write: Callable[[Value], str]) -> str:
    """`Hit for 8. Attack: 18; Damage: 8 HP. Dice: d20 (13), d8 (6).` How each came about is in its own sentence."""
    results = [
        words.say("run.result", label=each.result.label, value=f"{write(each.roll.total)} {each.result.unit}".rstrip())
        for each in run.results
    ]
    dice = [
        words.say(
            "run.die" if die.kept else "run.die_dropped", sides="F" if die.fudge else die.sides, face=write(die.face)
        )
        for _, rolled in run.steps
        for die in rolled.dice
    ]
    parts = (
        run.text(words),
        words.say("run.results", results=words.say("semicolon").join(results)) if results else "",
        words.say("run.dice", dice=words.say("comma").join(dice)) if dice else "",
    )
    return " ".join(part for part in parts if part)


def _die(die: Die, words: Words, write: Callable[[Value], str]) -> str:
    sides = "F" if die.fudge else die.sides
    return words.say("run.die" if die.kept else "run.die_dropped", sides=sides, face=write(die.face))


def _present_odds(chances: CalculatorOdds, words: Words) -> dict[str, object]:
    return {
        "outcomes": _present_outcomes(chances.outcomes, words),
        "results": [
            {
                "name": each.result.name,
                "label": each.result.label,
                "unit": each.result.unit,
                "shown": present_chance(each.shown, words),
                "odds": None if each.distribution is None else present_distribution(each.distribution, words),
            }
            for each in chances.results
        ],
        "exact": chances.exact,
        "samples": chances.samples,
    }


def _present_outcomes(chances: tuple[OutcomeOdds, ...], words: Words) -> list[dict[str, object]]:
    return [
        {
            "label": each.outcome.label if each.outcome else words.say("run.none"),
            **present_chance(each.chance, words),
        }
        for each in chances
    ]


def _present_moves(
    calculator: Calculator, inputs: Mapping[str, object], request: Request, sheet: Mapping[str, Value], words: Words
) -> dict[str, object]:
    """`name` of an input and the values `to` move it to -> the chances of the outcomes for each."""
    name = request.text("name")
    known(name, [each.name for each in calculator.inputs], "unknown-input", f"no input is called “{name}”", "name")
    values = [place.data for place in request.place("to").items()]
    if len(values) > _MOST_MOVES:
        message = f"at most {_MOST_MOVES} values can be asked for at once"
        raise ProblemError(Problem("too-many", message, 0, 0, "", ("to",)))
    moves = sensitivity(calculator, inputs, name, values, sheet)
    shown = [{"value": value, "outcomes": _present_outcomes(odds, words)} for value, odds in moves]
    return {"name": name, "moves": shown}


def _form(calculator: Calculator, filled: Mapping[str, Value], words: Words) -> dict[str, object]:
    """What a page needs to draw the form, with what the sheet fills in."""
    return {
        "id": calculator.id,
        "title": calculator.title,
        "note": calculator.note,
        "rules": list(calculator.rules),
        "inputs": [_present_input(each, filled, words) for each in calculator.inputs],
        "results": [{"name": each.name, "label": each.label, "unit": each.unit} for each in calculator.results],
        "outcomes": [each.label for each in calculator.outcomes],
    }


def _present_input(each: Input, filled: Mapping[str, Value], words: Words) -> dict[str, object]:
    return {
        "name": each.name,
        "label": each.label,
        "kind": each.kind,
        "min": None if each.low is None else plain(each.low),
        "max": None if each.high is None else plain(each.high),
        "value": plain(filled.get(each.name, each.default)),
        "from_sheet": each.name in filled,
        "choices": [{"name": choice.name, "shown": words.value(choice.value)} for choice in each.choices],
        "unit": each.unit,
        "note": each.note,
    }
