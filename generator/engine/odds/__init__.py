"""Exact odds of everything that can be rolled, from the same tree.

- `odds(expression, values, tables)` for one expression,
- `joint_odds(steps, results, values, tables)` for steps that share dice.
"""

from __future__ import annotations

from .ask import odds
from .joint import joint_odds

__all__ = ["joint_odds", "odds"]
