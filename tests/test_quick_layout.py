"""The quick layout gives the bytes of WeasyPrint's own, and leaves WeasyPrint as it was."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import weasyprint
from rollbook.model.paper_format import PAPER_FORMATS
from rollbook.model.printing import Pdf, Printing
from rollbook.render.pdf import quick_layout as module
from rollbook.render.pdf import render_pdf
from rollbook.render.pdf.quick_layout import KNOWN_VERSION, quick_layout
from weasyprint.css import ComputedStyle
from weasyprint.css.targets import TargetCollector
from weasyprint.formatting_structure.boxes import Box, ParentBox
from weasyprint.layout import block, inline, page, preferred, table

from tests.shelves import CASES, ROOT, shelf_of

FUNCTIONS = (
    (inline, "split_first_line"),
    (preferred, "split_first_line"),
    (inline, "get_next_linebox"),
    (block, "columns_layout"),
    (block, "block_box_layout"),
    (inline, "strut"),
    (inline, "resolve_percentages"),
    (table, "resolve_percentages"),
    (ComputedStyle, "__missing__"),
    (Box, "is_in_normal_flow"),
    (ParentBox, "page_values"),
    (TargetCollector, "cache_target_page_counters"),
)


def lantern(paper: str) -> Pdf | None:
    shelf = shelf_of(CASES / "print")
    book = next(book for book in shelf.books if book.id == "lantern")
    return render_pdf(Printing(book, PAPER_FORMATS[paper], "lantern.pdf"), shelf.settings.address)[0]


def test_it_is_made_for_the_version_that_is_installed() -> None:
    """With another it does nothing. Look at what changed in WeasyPrint, then at the bytes, then raise the version."""
    assert weasyprint.__version__ == KNOWN_VERSION


@pytest.mark.parametrize("paper", ["a4", "plain", "a5"])
def test_the_bytes_are_those_of_the_plain_layout(paper: str, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = lantern(paper)
    monkeypatch.setattr(module, "KNOWN_VERSION", "another")
    with quick_layout():
        assert not any(_is_ours(getattr(*function)) for function in FUNCTIONS)
    assert quick is not None
    assert lantern(paper) == quick


# What lines can have in them and around them, each in columns, so that it is laid out more than once.
ODD_STYLES = """
@page { size: 90mm 70mm; margin: 8mm; @top-left { content: element(tab) } @bottom-left { content: string(name) } }
@page wide { size: 130mm 70mm }
article { columns: 2; text-align: justify; --shade: #246; page-break-after: always; font-size: 8pt }
.tab { position: running(tab) } h2 { string-set: name content(); break-after: avoid }
.first::first-letter { font-size: 3em } .line::first-line { font-weight: bold }
.right { direction: rtl; margin-inline-start: 3mm; padding-inline-end: 10% } .float { float: left; width: 30% }
.small { font-size: 5pt; vertical-align: super } .block { display: inline-block; width: 20% }
.top { vertical-align: top }
.placed { position: absolute; right: 0 } .moved { position: relative; top: 1mm } .note { float: footnote }
.box { box-sizing: border-box; width: calc(50% + 4mm); padding: 2mm; border: 1mm solid var(--shade); text-indent: 10% }
table { border-collapse: collapse } td { border: 0.3mm solid; padding: 1mm } .apart { border-collapse: separate }
.toc::after { content: leader(".") target-counter(attr(href), page) }
.ref::after { content: target-counter("#z", page) }
pre { white-space: pre-wrap } .wide { page: wide }
u { text-decoration-color: red; padding: 0 2px; border-left: 1px solid }
"""
ODD_WORDS = "Whoever holds the lantern sees the road, and is seen by what lives beside it. "
ODD_PARAGRAPHS = (
    *("<p>{}<u>{}</u> and <i>so <b>on</b></i></p>", '<p class="first">{}</p>', '<p class="line">{}{}</p>'),
    *(
        '<p class="right">{}</p>',
        '<p><span class="float">aside</span>{}{}</p>',
        '<p>{}<span class="small">1</span></p>',
    ),
    *('<p><span class="block">in it</span>{}<span class="top">high</span></p>', "<pre>{}\n  {}\n</pre>", "<p> </p>"),
    *('<p>{}<span class="placed">there</span> <span class="moved">lower</span></p>', '<p class="ref">{}</p>'),
    *('<p>{}<span class="note">Small print. {}</span></p>', '<div class="box">{}<br>{}</div>'),
    *("<table><thead><tr><td>name</td><td>{}</td></tr></thead>" + "<tr><td>{}</td><td>one</td></tr>" * 4 + "</table>",),
    *('<table class="apart"><tr><td>{}<td>{}</table>', '<p><a class="toc" href="#z">End</a></p>', "<p>{}{}{}{}</p>"),
)


# Never both at once: WeasyPrint prints the notes of a page again each time that it makes the page again, and it does so
# more often than is needed where pages refer to others.
NOTES, REFERENCES = ('class="note"',), ('class="ref"', 'class="toc"')


@pytest.mark.parametrize("left_out", [NOTES, REFERENCES], ids=["without-notes", "without-references"])
def test_odd_lines_are_those_of_the_plain_layout(left_out: tuple[str, ...]) -> None:
    """Floats, initials, notes, what runs in margins, references, tables over several pages, right to left."""
    shown = [each for each in ODD_PARAGRAPHS if not any(kind in each for kind in left_out)]
    filled = "".join(each.format(*[ODD_WORDS] * 5) for each in shown)
    parts = [f'<h2>Part {number}</h2><div class="tab">{number}</div>{filled}' for number in range(3)]
    html = f'<article>{parts[0]}</article><article class="wide">{parts[1]}</article>{parts[2]}<p id="z">{ODD_WORDS}</p>'
    document = weasyprint.HTML(string=f'<html lang="en"><style>{ODD_STYLES}</style>{html}')
    with quick_layout():
        quick = document.write_pdf(pdf_identifier=b"same")
    assert document.write_pdf(pdf_identifier=b"same") == quick


def test_numbers_of_other_pages_take_two_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forwards and backwards, on pages that end where they did: no page is made a third time."""
    made = []
    make_page = page.make_page

    def counted(context: object, root: object, kind: object, resume: object, number: int, *rest: object) -> object:
        made.append(number)
        return make_page(context, root, kind, resume, number, *rest)

    monkeypatch.setattr(page, "make_page", counted)
    style = "section { break-before: page } a::after { content: target-counter(attr(href), page) }"
    links = '<a href="#one"></a> <a href="#two"></a> <a href="#three"></a>'
    html = "".join(f'<section id="{name}">{links}</section>' for name in ("one", "two", "three"))
    with quick_layout():
        document = weasyprint.HTML(string=f"<style>{style}</style>{html}").render()
    assert [made.count(number) for number in (1, 2, 3)] == [2, 2, 2]
    words = [
        "".join(box.text for box in each._page_box.descendants() if hasattr(box, "text")) for each in document.pages
    ]
    assert ["".join(text.split()) for text in words] == ["123", "123", "123"]


def test_weasyprint_and_the_collector_are_left_as_they_were() -> None:
    before = [getattr(*function) for function in FUNCTIONS]
    with quick_layout():
        assert all(_is_ours(getattr(*function)) for function in FUNCTIONS)
        assert not gc.isenabled()
    with pytest.raises(ZeroDivisionError):
        _fail_in_the_middle()
    assert [getattr(*function) for function in FUNCTIONS] == before
    assert gc.isenabled()


def _fail_in_the_middle() -> None:
    with quick_layout():
        raise ZeroDivisionError


def _is_ours(function: object) -> bool:
    return getattr(function, "__module__", "").startswith("rollbook.")


def test_the_patch_for_weasyprint_fits_its_sources(tmp_path: Path) -> None:
    shutil.copytree(Path(weasyprint.__file__).parent, tmp_path / "weasyprint", ignore=shutil.ignore_patterns("*.pyc"))
    patch = ROOT / "docs/weasyprint" / f"fewer-passes-{KNOWN_VERSION}.patch"
    subprocess.run(["git", "apply", str(patch)], cwd=tmp_path, check=True, capture_output=True)
    style = "section { break-before: page } a::after { content: target-counter(attr(href), page) }"
    html = '<section id="one"><a href="#two"></a></section><section id="two"><a href="#one"></a></section>'
    program = (
        "import logging, sys, weasyprint; log = logging.getLogger('weasyprint.progress'); log.setLevel(logging.INFO); "
        "log.addHandler(logging.StreamHandler(sys.stdout)); weasyprint.HTML(string=sys.argv[1]).render()"
    )
    command = [sys.executable, "-c", program, f"<style>{style}</style>{html}"]
    counts = []
    for folder in (tmp_path, Path(weasyprint.__file__).parents[1]):
        environment = os.environ | {"PYTHONPATH": str(folder)}
        told = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
        counts.append(len([line for line in told.splitlines() if line.endswith(("Page 1", "Page 2"))]))
    assert counts == [4, 6], "each page twice, and without the patch three times"
