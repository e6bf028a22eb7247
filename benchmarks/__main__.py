"""`python -m benchmarks`: print every ratio with its target, write build/bench.json.

`python -m benchmarks build phone` measures these parts alone. Each row is told and written down as soon as it is
measured, so that a run that ends early has what it found.
"""

from __future__ import annotations

import json
import os
import platform
import sys
from dataclasses import asdict
from pathlib import Path
from time import monotonic

from rich.console import Console
from rich.table import Table

from .browser import browser
from .build import build, build_small
from .engine import engine
from .pdf import pdf
from .phone import phone
from .ratio import Ratio
from .scale import scale
from .sentences import sentences

_OUTPUT = Path("build/bench.json")
_PARTS = {"engine": engine, "browser": browser, "phone": phone, "sentences": sentences, "pdf": pdf, "build": build}
# For those who try out whether a part runs to its end.
_SMALL = {"build-small": build_small}
# It takes minutes.
_IF_NAMED = {"scale": scale}


def main(wanted: list[str]) -> int:
    """Names of parts, none for all -> exit status: 0 when every target is met, 1 otherwise."""
    load, start = _load(), monotonic()
    ratios: list[Ratio] = []
    for name in wanted or _PARTS:
        for ratio in (_PARTS | _SMALL | _IF_NAMED)[name]():
            ratios.append(ratio)
            _write(ratios, load)
            times = "" if ratio.target is None else f", {ratio.ratio / ratio.target:.2f} of the target"
            print(f"{monotonic() - start:5.0f} s  {ratio.what}: {ratio.ours:,.0f}{times}", file=sys.stderr, flush=True)
    Console(width=110).print(_table(ratios))
    return 0 if all(ratio.met is not False for ratio in ratios) else 1


def _write(ratios: list[Ratio], load: float) -> None:
    _OUTPUT.parent.mkdir(exist_ok=True)
    machine = {"python": platform.python_version(), "machine": platform.machine(), "load": [load, _load()]}
    rows = [asdict(ratio) | {"met": ratio.met} for ratio in ratios]
    _OUTPUT.write_text(json.dumps({**machine, "ratios": rows}, indent=2) + "\n", encoding="utf-8")


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
