"""The printed book as a medium: one document, so that every id carries its page's name; and its pages' style sheet."""

from __future__ import annotations

from urllib.parse import quote

from rollbook.model.paper_format import PaperFormat, Trim
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.spot import Target
from rollbook.render.address import on_site
from rollbook.render.medium import Image
from rollbook.words import PageWords


@dataclass(frozen=True, slots=True)
class Paper:
    """A page of a printed book; `site` is where the shelf is published, or empty; `pages` are all that are printed."""

    book: str
    page: str
    site: str
    pages: frozenset[str]

    def href(self, target: Target) -> str:
        """A spot of this book -> its anchor; one that isn't printed -> its address on the site, if there is one."""
        if target.book == self.book and (not target.page or target.page in self.pages):
            return f"#{quote(spot(target.page, target.anchor))}"
        return on_site(self.site, target)

    @property
    def site_page(self) -> str:
        """This page's address on the site, if there is one."""
        return on_site(self.site, Target(self.book, self.page))

    def term(self, entry: Target) -> str:
        """A word's entry in the glossary -> nothing: links on hundreds of words would only be in the way of reading."""
        return ""

    def anchor(self, anchor: str) -> str:
        """An anchor of the page -> the id in the whole document."""
        return spot(self.page, anchor)

    def image(self, asset: str) -> Image:
        """A picture's path in the book -> its address among the build's own files."""
        return Image(picture(asset))

    def old_anchors(self, anchor: str) -> tuple[str, ...]:
        """None: nobody has an old address of it."""
        return ()


def spot(page: str, anchor: str = "") -> str:
    """A page and an anchor in it -> the id in the printed document. No page: the cover."""
    if not page:
        return "cover"
    return f"{page}--{anchor}" if anchor else page


def picture(asset: str) -> str:
    """A picture's path in the book -> its name among the build's own files."""
    return f"pictures/{quote(asset)}"


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
        "column-width": paper.column_width,
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
        # On its side, as high as a page is wide: readers see it upright, and see fit_for_paper.py for the rest.
        f"@page turned {{ size: {paper.height}mm {paper.width}mm; {upright}; "
        f"margin-left: {margins.outer}mm; margin-right: {margins.outer}mm }}\n"
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
