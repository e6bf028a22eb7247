"""Rules as data: read a calculator, roll it, ask its exact odds, and hold it to the book's worked examples."""

from __future__ import annotations

from .find_faults import check_examples, find_faults
from .inputs import filled_in, read_inputs_given
from .model import Calculator
from .odds import CalculatorOdds, calculator_odds, outcome_odds, sensitivity
from .read import read_calculator
from .roll import CalculatorRoll, roll_calculator
from .say import Said, say, sentence_of, tell

__all__ = [
    "Calculator",
    "CalculatorOdds",
    "CalculatorRoll",
    "Said",
    "calculator_odds",
    "check_examples",
    "filled_in",
    "find_faults",
    "outcome_odds",
    "read_calculator",
    "read_inputs_given",
    "roll_calculator",
    "say",
    "sensitivity",
    "sentence_of",
    "tell",
]
