"""Where the theme's own files are. They belong to the program like its modules, so steps may read them."""

from __future__ import annotations

import re
from pathlib import Path

from rollbook.model.diagnostic import WrongUse

_PROGRAM = Path(__file__).resolve().parent
# An installed Rollbook has them inside its own folder; a checkout has them at its top, with what npm installed there.
_IS_INSTALLED = (_PROGRAM / "site_templates").is_dir()
THEME = (_PROGRAM if _IS_INSTALLED else _PROGRAM.parents[1]) / "site_templates"
PACKAGES = THEME / ("packages" if _IS_INSTALLED else "node_modules")
_REMARK = re.compile(r"^[ \t]*(?://.*|/\*\*.*\*/)\n", re.MULTILINE)


def theme_text(name: str) -> str:
    """A file's path below site_templates -> its text."""
    return (THEME / name).read_text(encoding="utf-8")


def without_remarks(script: str) -> str:
    """A script -> the same without the lines that only people read."""
    return _REMARK.sub("", script)


def package_bytes(name: str) -> bytes:
    """A file's path inside the installed front-end packages -> its bytes."""
    path = PACKAGES / name
    if not path.is_file():
        raise WrongUse("the site's fonts are not installed: run `make site` once, or `npm ci` in site_templates")
    return path.read_bytes()
