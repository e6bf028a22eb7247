"""A paper's measures -> the style sheet that makes its pages."""

from __future__ import annotations

from rollbook.model.paper_format import PaperFormat, Trim
from rollbook.words import PageWords


def page_styles(paper: PaperFormat, run_on: bool) -> str:
    """A paper -> its page size and margins, its running heads, and the measures that the other style sheets use.

    `run_on`: chapters begin anywhere on a page.
    """
    margins = paper.margins
    upright = f"margin-top: {margins.top}mm; margin-bottom: {margins.bottom}mm"
    variables = {
        "sheet-width": paper.width,
        "sheet-height": paper.height,
        "text-height": paper.text_height,
        "column-gap": paper.gap,
        "bleed": paper.trim.bleed if paper.trim else 0,
    }
    # The chapter on the left and the section on the right that the page begins in; above a title that stands at the
    # top, nothing.
    which, section = ("start", "start") if run_on else ("first-except", "first")
    left = f"@top-left {{ content: string(chapter, {which}) }} @top-right {{ content: string(book, {which}) }}"
    right = f"@top-left {{ content: string(book, {which}) }} @top-right {{ content: string(section, {section}) }}"
    declared = " ".join(f"--{name}: {round(length, 2)}mm;" for name, length in variables.items())
    return (
        f"@page {{ size: {paper.width}mm {paper.height}mm; {upright} }}\n"
        f"{_cut(paper.trim) if paper.trim else ''}"
        f"@page :left {{ margin-left: {margins.outer}mm; margin-right: {margins.inner}mm; {left} }}\n"
        f"@page :right {{ margin-left: {margins.inner}mm; margin-right: {margins.outer}mm; {right} }}\n"
        f":root {{ {declared} --columns: {paper.columns} }}\n"
    )


def _cut(trim: Trim) -> str:
    """How a shop cuts -> the rule for its sheets. Margin boxes inherit from the page, not from the root."""
    marks = "marks: crop; " if trim.marks else ""
    return f"@page {{ bleed: {trim.room}mm; {marks}--bleed: {trim.bleed}mm }}\n"


def references(words: PageWords) -> str:
    """The words of a language -> the rule that puts " (p. 12)" behind a link."""
    before, _, after = words.on_page.partition("{page}")
    return f'.reference::after {{ content: " ({before}" target-counter(attr(href), page) "{after})" }}\n'
