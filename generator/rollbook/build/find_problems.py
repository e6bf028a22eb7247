"""Order -> the problems alone, with the texts to show them in: of files that did not change, as they were."""

from __future__ import annotations

from collections.abc import Mapping

from rollbook.build.order import Order, read
from rollbook.cache import Results
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.source import Source
from rollbook.progress import Progress


def find_problems(
    order: Order, progress: Progress, results: Results
) -> tuple[tuple[Diagnostic, ...], Mapping[str, Source]]:
    """Order, results of earlier runs -> every problem of the chosen books, and the texts of all."""
    sources, unloaded = read(order, progress)

    def find() -> tuple[Diagnostic, ...]:
        # Here and not above: to load the steps takes longer than to find that nothing has changed.
        from rollbook.build.examine import examine_sources

        return examine_sources(sources, unloaded, order, progress)[1]

    with results.in_use():
        return results.store("problems", (order, sources, unloaded), find), sources.texts
