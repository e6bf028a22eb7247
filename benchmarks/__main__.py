"""`python -m benchmarks`: print every ratio with its target, write build/bench.json.

`python -m benchmarks build phone` measures these parts alone.
"""

from __future__ import annotations

import json
import os
import platform
import sys
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

from .browser import browser
from .build import build
from .engine import engine
from .pdf import pdf
from .phone import phone
from .ratio import Ratio
from .sentences import sentences

_OUTPUT = Path("build/bench.json")
_PARTS = {"engine": engine, "browser": browser, "phone": phone, "sentences": sentences, "pdf": pdf, "build": build}


def main(wanted: list[str]) -> int:
    """Names of parts, none for all -> exit status: 0 when every target is met, 1 otherwise."""
    load = _load()
    ratios = [ratio for name in wanted or _PARTS for ratio in _PARTS[name]()]
    Console(width=110).print(_table(ratios))
    _OUTPUT.parent.mkdir(exist_ok=True)
    machine = {"python": platform.python_version(), "machine": platform.machine(), "load": [load, _load()]}
    rows = [asdict(ratio) | {"met": ratio.met} for ratio in ratios]
    _OUTPUT.write_text(json.dumps({**machine, "ratios": rows}, indent=2) + "\n", encoding="utf-8")
    return 0 if all(ratio.met is not False for ratio in ratios) else 1


def _load() -> float:
    """-> how many processes want a processor, on average of the last minute: what is measured is worth that much."""
    return os.getloadavg()[0]


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
    sys.exit(main(sys.argv[1:]))
