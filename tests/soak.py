"""How many of its cases a long run tries, and which: a run that was ended goes on where it stopped.

ROLLBOOK_SOAK_COUNT=20000 ROLLBOOK_SOAK_FROM=100000 python -m pytest -m soak FILE tries the seeds 100,000 to 119,999.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from time import process_time


def seeds(usual: int) -> range:
    """How many a test tries unless it is told otherwise -> the seeds of this run."""
    start = int(os.environ.get("ROLLBOOK_SOAK_FROM", "0"))
    return range(start, start + int(os.environ.get("ROLLBOOK_SOAK_COUNT", usual)))


def parts(whole: range, size: int) -> Iterator[range]:
    """Seeds -> the same in parts of so many; after each the rate is told, so that a run that ends early has it.

    Rubbish is collected after each part, and never in between: trees that live as long as a part are not looked through
    again and again."""
    begun = process_time()
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        for start in range(whole.start, whole.stop, size):
            part = range(start, min(start + size, whole.stop))
            yield part
            gc.collect()
            took = max(process_time() - begun, 1e-9)
            done = part.stop - whole.start
            print(f"{done:,} of {len(whole):,}, up to seed {part.stop:,}: {done / took:,.0f} a second", flush=True)
    finally:
        gc.enable()
        gc.unfreeze()
