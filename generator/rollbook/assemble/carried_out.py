"""Which rules a calculator carries out, and with how many examples that is checked."""

from __future__ import annotations

from rollbook.engine.calculator import Calculator


def carried_out(calculator: Calculator) -> dict[str, int]:
    """A calculator -> its rules, those that it names before those of its examples, each with how many examples check
    it: all of them, or where only examples name the rule those that do."""
    rules = dict.fromkeys(calculator.rules, len(calculator.examples))
    for example in calculator.examples:
        if example.rule and example.rule not in calculator.rules:
            rules[example.rule] = rules.get(example.rule, 0) + 1
    return rules
