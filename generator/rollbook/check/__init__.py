"""Step 5, check: Shelf -> diagnostics that only the whole book can show."""

from rollbook.check.check import check

__all__ = ["check"]
