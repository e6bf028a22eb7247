"""A paper's measures -> the style sheet that makes its pages."""

from __future__ import annotations

from rollbook.model.paper_format import PaperFormat
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
        "text-height": paper.height - margins.top - margins.bottom,
        "column-gap": paper.gap,
    }
    # The chapter that the page begins in; above a title that stands at the top, nothing.
    which = "start" if run_on else "first-except"
    heads = f"@top-left {{ content: string(book, {which}) }} @top-right {{ content: string(chapter, {which}) }}"
    declared = " ".join(f"--{name}: {round(length, 2)}mm;" for name, length in variables.items())
    return (
        f"@page {{ size: {paper.width}mm {paper.height}mm; {upright}; {heads} }}\n"
        f"@page :left {{ margin-left: {margins.outer}mm; margin-right: {margins.inner}mm }}\n"
        f"@page :right {{ margin-left: {margins.inner}mm; margin-right: {margins.outer}mm }}\n"
        f":root {{ {declared} --columns: {paper.columns} }}\n"
    )


def references(words: PageWords) -> str:
    """The words of a language -> the rule that puts " (p. 12)" behind a link."""
    before, _, after = words.on_page.partition("{page}")
    return f'.reference::after {{ content: " ({before}" target-counter(attr(href), page) "{after})" }}\n'
