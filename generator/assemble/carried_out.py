"""Which rules a calculator carries out, and with how many examples that is checked."""

from __future__ import annotations

from generator.engine.calculator import Calculator


def examples_of(calculator: Calculator, rule: str) -> int:
    """How many examples of a calculator check a rule: all, or those that name it; 0 if it has nothing to do with it.

    A calculator that carries the rule out but has no example yet is -1, so that it is still listed.
    """
    if rule in calculator.rules:
        return len(calculator.examples) or -1
    return sum(example.rule == rule for example in calculator.examples)


def rules_of(calculator: Calculator) -> tuple[str, ...]:
    """A calculator -> the rules that it carries out, each once: those that it names, then those of its examples."""
    named = (*calculator.rules, *(example.rule for example in calculator.examples if example.rule))
    return tuple(dict.fromkeys(named))
