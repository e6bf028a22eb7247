"""Plan and Notes -> IMPORT.md: what came from where, what was changed, what needs a decision, what was left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rollbook.move_in.plan import Notes, Plan


def write_report(name: str, plan: Plan, notes: Notes) -> str:
    """The name of a repository, its books and the notes -> the report, in Markdown."""
    return "\n".join(_lines(name, plan, notes)) + "\n"


def _lines(name: str, plan: Plan, notes: Notes) -> Iterator[str]:
    yield from (f"# What was imported from {name}", "", "| book | chapters | from |", "|---|---|---|")
    for book in plan.books:
        files = ", ".join(chapter.path for chapter in book.chapters[:5])
        more = f" and {len(book.chapters) - 5} more" if len(book.chapters) > 5 else ""
        yield f"| content/{book.id} | {len(book.chapters)} | {files}{more} |"
    yield from _section("Needs your decision", notes.decide, "Nothing.")
    yield from _section("Changed on the way", notes.changed, "Nothing: all files are as they were.")
    yield from _section("Left where it is", notes.left_out, "Nothing.")
    yield from (
        "",
        "The files that this was made from are as they were. Run `rollbook check` next, then `rollbook serve`.",
    )


def _section(title: str, notes: Iterable[str], none: str) -> Iterator[str]:
    listed = [f"- {note}" for note in dict.fromkeys(notes)]
    yield from ("", f"## {title}", "", *(listed or [none]))
