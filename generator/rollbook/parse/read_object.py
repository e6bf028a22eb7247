"""A directive with YAML inside its comment -> the directive with its words and its data, every piece with its place."""

from __future__ import annotations

import re
from dataclasses import replace

from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import Directive
from rollbook.model.source import Place, Source
from rollbook.parse.read_yaml import read_yaml

WITH_DATA = ("object", "tracker")

# What stands on the directive's own line: words, or already the YAML.
_FIRST_LINE = re.compile(r"<!--\s*\$[\w-]+([^\n]*)")


def read_object(
    directive: Directive, comment: str, start: Place, margin: int
) -> tuple[Directive, tuple[Diagnostic, ...]]:
    """A directive, its comment, where that begins and how far its lines are indented -> it with its data, problems."""
    first = _FIRST_LINE.match(comment)
    assert first is not None, "a directive begins with its name"
    begins = first.start(1) if ":" in first[1] or "{" in first[1] else first.end(1)
    # Blank where the file has something else, so that every line and column is the file's own.
    above = re.sub(r"[^\n]", " ", comment[:begins])
    written = " " * (start.column - 1) + above + comment[begins:].removesuffix("-->")
    text = written.replace("\n", "\n" + " " * margin)
    documents, problems = read_yaml(Source(start.file, text), start.line - 1)
    line = start.line + comment[:begins].count("\n")
    words = tuple(word for word in directive.words if begins == first.end(1) and word.place.line == line)
    return replace(directive, words=words, text=" ".join(word.text for word in words), data=documents), problems
