"""The hard limits of the language, the same at build time, on the command line and in the browser.

They keep every expression that a page can hold answerable at once; passing one is a problem, never a hang.
"""

from __future__ import annotations

MAX_TEXT = 1_000  # characters of one expression
MAX_DEPTH = 64  # levels of nesting, names that stand for expressions included
MAX_DICE_PER_TERM = 1_000  # dice that one term throws at first; extra dice of explosions count to the roll
MAX_DICE_PER_ROLL = 10_000  # dice of one roll, every reroll and explosion included
MAX_SIDES = 10**6
MAX_EXPLOSIONS = 100  # extra throws that one die may earn by exploding; there it stops
MAX_INTEGER = 10**15  # magnitude of every number; of a fraction's numerator and denominator
MAX_STEPS = 10**6  # tree nodes evaluated by one roll
