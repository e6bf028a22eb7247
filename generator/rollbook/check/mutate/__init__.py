"""`rollbook check --mutate`: a shelf whose rules are changed one constant at a time -> what no example notices."""

from rollbook.check.mutate.mutate import Mutated, mutate

__all__ = ["Mutated", "mutate"]
