"""The words that the scripts say, one file per language under site_templates/words/live -> a module for each."""

from __future__ import annotations

import json

import yaml

from rollbook.render.theme_files import THEME


def live_words() -> dict[str, bytes]:
    """The files of words -> modules by name. Written as modules, so that they come and stay with the other scripts."""
    files = sorted((THEME / "words" / "live").glob("*.yml"))
    # BaseLoader keeps every value a text: a translator may write `no` or `on` unquoted.
    words = {file.stem: yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.BaseLoader) for file in files}
    return {f"words-{language}.mjs": _module(entries) for language, entries in words.items()}


def _module(entries: dict[str, str]) -> bytes:
    return f"export default {json.dumps(entries, ensure_ascii=False)};\n".encode()
