"""Where the theme's own files lie. They belong to the program like its modules, so the render step may read them."""

from __future__ import annotations

import re
from pathlib import Path

from rollbook.model.wrong_use import WrongUse

THEME = Path(__file__).resolve().parents[3] / "site_templates"
_REMARK = re.compile(r"^[ \t]*//.*\n", re.MULTILINE)


def theme_text(name: str) -> str:
    """A file's path below site_templates -> its text."""
    return (THEME / name).read_text(encoding="utf-8")


def without_remarks(script: str) -> str:
    """A script -> the same without the lines that only people read."""
    return _REMARK.sub("", script)


def package_bytes(name: str) -> bytes:
    """A file's path inside the installed front-end packages -> its bytes."""
    path = THEME / "node_modules" / name
    if not path.is_file():
        raise WrongUse("the site's fonts are not installed: run `make site` once, or `npm ci` in site_templates")
    return path.read_bytes()
