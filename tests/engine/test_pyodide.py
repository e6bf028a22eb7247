"""The engine rolls the same in Pyodide as here: ten thousand expressions with fixed seeds, the deepest among them."""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from pathlib import Path

from tests.browsers import skip_missing

from .generate import VALUES, expression
from .many_rolls import many_rolls

HERE = Path(__file__).parent
REPOSITORY = HERE.parents[1]
PYODIDE = REPOSITORY / "site_templates/node_modules/pyodide/pyodide.mjs"
ROLLS = 10_000


def needs_pyodide() -> str:
    """-> the path of Node, which runs Pyodide."""
    node = shutil.which("node")
    if not node or not PYODIDE.exists():
        skip_missing("pyodide is not installed: run npm ci in site_templates")
    return node


def test_ten_thousand_rolls_are_the_same_in_pyodide(tmp_path: Path) -> None:
    node = needs_pyodide()
    archive = tmp_path / "engine.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.write(REPOSITORY / "generator/rollbook/__init__.py", "rollbook/__init__.py")
        for source in sorted((REPOSITORY / "generator/rollbook/engine").rglob("*.py")):
            packed.write(source, source.relative_to(REPOSITORY / "generator"))
        for name in ("many_rolls.py", "generate.py"):
            packed.write(HERE / name, name)
    there = subprocess.run(
        [node, str(HERE / "pyodide_rolls.mjs"), PYODIDE.as_uri(), str(archive), str(ROLLS)],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    ).stdout.splitlines()
    here = many_rolls(expression, VALUES, ROLLS).splitlines()
    assert len(there) == len(here) > ROLLS
    assert [pair for pair in zip(here, there, strict=True) if pair[0] != pair[1]] == []
