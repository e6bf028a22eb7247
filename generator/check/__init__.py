"""Step 5, check: Shelf -> diagnostics that only the whole book can show."""

from generator.check.check import check

__all__ = ["check"]
