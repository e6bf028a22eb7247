"""This checkout -> a wheel that needs nothing but Python: `python generator/make_wheel.py build/wheel`.

1. **copy**     the package as it is
2. **theme**    into it, what a build reads of site_templates, and the fonts that print and pictures take from npm
3. **toolkit**  into it, what is the same for every book: made here, where Node is
4. **pack**     by setuptools; the same files give the same bytes
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from rollbook.cache import NO_CACHE, Cache
from rollbook.progress import show_progress
from rollbook.render.fonts.print_faces import font_files
from rollbook.theme_files import THEME, package_bytes
from rollbook.toolkit import Workshop, write_packaged
from rollbook.toolkit.make import make_toolkit

ROOT = Path(__file__).resolve().parents[1]
# What a build reads; the rest of site_templates is what the toolkit is made from.
THEME_PARTS = (
    "epub",
    "licences",
    "offline",
    "ornaments",
    "pages",
    "parts",
    "print",
    "styles",
    "themes",
    "widgets",
    "words",
    "icon.svg",
)
# Archives know no earlier time; any fixed one keeps the bytes the same.
EPOCH = "315532800"


def make_wheel(out: Path, cache: Cache) -> Path:
    """A folder, results of earlier builds -> the wheel in it."""
    with TemporaryDirectory(prefix="rollbook-") as name:
        stage = Path(name)
        package = _copy_package(stage)
        _copy_theme(package / "site_templates")
        with show_progress(sys.stderr) as progress:
            write_packaged(make_toolkit(Workshop(cache, progress)), package / "toolkit" / "files")
        return _pack(stage, out)


def _copy_package(stage: Path) -> Path:
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, stage / name)
    package = stage / "generator" / "rollbook"
    shutil.copytree(ROOT / "generator" / "rollbook", package, ignore=shutil.ignore_patterns("__pycache__"))
    return package


def _copy_theme(folder: Path) -> None:
    for name in THEME_PARTS:
        source, target = THEME / name, folder / name
        if source.is_dir():
            shutil.copytree(source, target)
        else:
            shutil.copy(source, target)
    for name in font_files():
        path = folder / "packages" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(package_bytes(name))


def _pack(stage: Path, out: Path) -> Path:
    out.mkdir(parents=True, exist_ok=True)
    for former in out.glob("rollbook-*.whl"):
        former.unlink()
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    packed = subprocess.run(
        [*command, "--wheel-dir", str(out), str(stage)], env={**os.environ, "SOURCE_DATE_EPOCH": EPOCH}, check=False
    )
    if packed.returncode != 0:
        sys.exit("the wheel could not be packed")
    (wheel,) = out.glob("rollbook-*.whl")
    return wheel


if __name__ == "__main__":
    # What goes to others takes nothing from a cache.
    print(make_wheel(Path(sys.argv[1] if len(sys.argv) > 1 else "build/wheel"), NO_CACHE))
