"""`python -m benchmarks`: print every ratio with its target, write build/bench.json."""

from __future__ import annotations

import json
import platform
import sys
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

from .browser import browser
from .engine import engine
from .phone import phone
from .ratio import Ratio
from .sentences import sentences

_OUTPUT = Path("build/bench.json")


def main() -> int:
    """-> exit status: 0 when every target is met, 1 otherwise."""
    ratios = engine() + browser() + phone() + sentences()
    Console(width=110).print(_table(ratios))
    _OUTPUT.parent.mkdir(exist_ok=True)
    machine = {"python": platform.python_version(), "machine": platform.machine()}
    rows = [asdict(ratio) | {"met": ratio.met} for ratio in ratios]
    _OUTPUT.write_text(json.dumps({**machine, "ratios": rows}, indent=2) + "\n", encoding="utf-8")
    return 0 if all(ratio.met is not False for ratio in ratios) else 1


def _table(ratios: list[Ratio]) -> Table:
    table = Table("what", "against", "ours, µs", "theirs, µs", "times as fast", "target", "met")
    for ratio in ratios:
        table.add_row(
            ratio.what,
            ratio.against,
            f"{ratio.ours:,.1f}",
            f"{ratio.theirs:,.1f}",
            f"{ratio.ratio:.1f}",
            "-" if ratio.target is None else f"{ratio.target:g}",
            {None: "-", True: "yes", False: "NO"}[ratio.met],
        )
    return table


if __name__ == "__main__":
    sys.exit(main())
