"""The one door to the browser: a JSON request in, a JSON answer out.

The requests are listed in content/guide/05-rules-as-data.md.
"""

from __future__ import annotations

from .door import Door, answer

__all__ = ["Door", "answer"]
