"""The fonts' packages: which scripts a family is written in, and its files, one for each script, weight and style."""

from __future__ import annotations

import json

from rollbook.theme_files import package_bytes

# Every family has it, and a package that names no scripts has nothing else.
LATIN = "latin"


def scripts_of(package: str) -> dict[str, str]:
    """A package -> its scripts in the order of their names, each with the ranges of its characters."""
    written = json.loads(package_bytes(scripts_file(package))) or {LATIN: ""}
    return {script.strip("[]"): ranges for script, ranges in sorted(written.items())}


def scripts_file(package: str) -> str:
    """A package -> the path, among the front-end packages, of the list of its scripts."""
    return f"@fontsource/{package}/unicode.json"


def licence_file(package: str) -> str:
    """A package -> the path of its licence."""
    return f"@fontsource/{package}/LICENSE"


def font_file(package: str, script: str, weight: int, style: str) -> str:
    """Which font -> the path of its file, in the form that is read fastest."""
    return f"@fontsource/{package}/files/{package}-{script}-{weight}-{style}.woff"
