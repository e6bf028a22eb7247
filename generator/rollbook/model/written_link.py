"""A target -> the link that leads there, as an editor writes it in a chapter."""

from __future__ import annotations

from rollbook.model.target import Target


def written_link(target: Target, file: str, book: str) -> str:
    """A target, the chapter file that it stands in, and a book -> the link that a chapter of that book would write."""
    kind, dash, name = target.anchor.partition("-")
    if dash and kind in ("calc", "rule", "table", "term"):
        return f"{kind}:{name}" if target.book == book else f"{kind}:{target.book}/{name}"
    path = file if target.book == book else f"../{target.book}/{file}".removesuffix("/")
    return f"{path}#{target.anchor}" if target.anchor else path or "../" + book
