"""What the journeys came to: journeys.json has the browsers and versions in which each was last seen to end well."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from .driver import Driver
from .journeys import JOURNEYS

RECORD = Path(__file__).with_name("journeys.json")
OLDEST = "Oldest Chromium"  # that the packages offered
ENGINES = (OLDEST, "Chromium", "Firefox", "WebKit")


def recorded() -> dict[str, dict[str, str]]:
    """-> journey -> browser -> the version in which it was travelled."""
    found: dict[str, dict[str, str]] = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
    return found


def record(journey: str, driver: Driver) -> None:
    """A journey that has just been travelled, and the browser -> written down."""
    known = recorded()
    known.setdefault(journey, {})[driver.name] = ".".join(driver.version.split(".")[:2])
    ordered = {name: dict(sorted(known[name].items())) for name in JOURNEYS if name in known}
    RECORD.write_text(json.dumps(ordered, indent=2) + "\n", encoding="utf-8")


def table() -> str:
    """-> the record as the guide shows it: a line for each journey, a column for each browser with its versions."""
    known = recorded()
    heads = [f"{name} {', '.join(versions(known, name))}".strip() for name in ENGINES]
    lines = [f"| what a reader does | {' | '.join(heads)} |", f"|{'---|' * (1 + len(ENGINES))}"]
    for name, journey in JOURNEYS.items():
        signs = ["✓" if engine in known.get(name, {}) else "–" for engine in ENGINES]
        lines.append(f"| {summary(journey)} | {' | '.join(signs)} |")
    return "\n".join(lines)


def versions(known: dict[str, dict[str, str]], engine: str) -> list[str]:
    """-> the versions of a browser in the record, each once."""
    return sorted({found[engine] for found in known.values() if engine in found})


def summary(journey: Callable[..., None]) -> str:
    """A journey -> the first line of its docstring, as a cell of a table."""
    return (journey.__doc__ or "").splitlines()[0].removesuffix(".")
