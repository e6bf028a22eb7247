"""`$include FILE` -> the part that it names."""

from __future__ import annotations

from collections.abc import Mapping
from posixpath import dirname, normpath

from rollbook.model.chapter import Chapter
from rollbook.model.diagnostic import Diagnostic, closest
from rollbook.model.document.blocks import Directive


def find_part(directive: Directive, file: str, parts: Mapping[str, Chapter]) -> Chapter | Diagnostic:
    """An $include, the file it stands in and the parts by their paths below content -> the part, or what is wrong."""
    if len(directive.words) != 1:
        hint = "write <!-- $include _file.md -->"
        return Diagnostic("bad-directive", "$include takes the name of one file", directive.place, hint)
    word = directive.words[0]
    path = normpath(f"{dirname(file)}/{word.text}")
    if path in parts:
        return parts[path]
    near = closest(path, parts) and closest(path.rsplit("/", 1)[-1], [name.rsplit("/", 1)[-1] for name in parts])
    hint = near or "a file that others include has a name, or lies in a folder, that starts with _"
    return Diagnostic("unknown-file", f"there is no file {word.text!r} to include", word.place, hint)
