"""Exact odds of everything that can be rolled, from the same tree.

- `odds(expression, values, tables)` for one expression,
- `affordable_odds(expression, values, tables, allowance)` for one of many that share what they may cost,
- `joint_odds(steps, results, values, tables)` for steps that share dice.
"""

from __future__ import annotations

from .ask import affordable_odds, odds
from .budget import Allowance
from .joint import joint_odds

__all__ = ["Allowance", "affordable_odds", "joint_odds", "odds"]
