"""A paper's measures -> the style sheet that makes its pages."""

from __future__ import annotations

from rollbook.model.paper_format import PaperFormat


def sheet(paper: PaperFormat) -> str:
    """A paper -> its page size and margins, and the measures that the other style sheets use."""
    margins = paper.margins
    upright = f"margin-top: {margins.top}mm; margin-bottom: {margins.bottom}mm"
    variables = {
        "sheet-width": paper.width,
        "sheet-height": paper.height,
        "text-height": paper.height - margins.top - margins.bottom,
        "column-gap": paper.gap,
    }
    declared = " ".join(f"--{name}: {round(length, 2)}mm;" for name, length in variables.items())
    return (
        f"@page {{ size: {paper.width}mm {paper.height}mm; {upright} }}\n"
        f"@page :left {{ margin-left: {margins.outer}mm; margin-right: {margins.inner}mm }}\n"
        f"@page :right {{ margin-left: {margins.inner}mm; margin-right: {margins.outer}mm }}\n"
        f":root {{ {declared} --columns: {paper.columns} }}\n"
    )
