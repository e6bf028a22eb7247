"""The words that the scripts say, the section `script` of each language's file -> a module for each."""

from __future__ import annotations

import json
from collections.abc import Mapping

from rollbook.words import languages, written_words


def live_words() -> dict[str, bytes]:
    """-> modules by name. Written as modules, so that they come and stay with the other scripts."""
    return {f"words-{language}.mjs": _module(written_words(language)) for language in languages()}


def _module(written: Mapping[str, Mapping[str, str]]) -> bytes:
    words = json.dumps({"plural": written["plural"], "phrases": written["script"]}, ensure_ascii=False)
    return f"export default {words};\n".encode()
