"""The one way from files to a site in tests: a folder with content/ and data/ -> its shelf -> its pages in a folder."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from rollbook.assemble import assemble
from rollbook.expand import expand
from rollbook.load import load
from rollbook.model.book import Shelf
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.files import OutputFile
from rollbook.model.source import Sources
from rollbook.model.toolkit import Toolkit
from rollbook.parse import parse
from rollbook.render.browser import render_offline
from rollbook.render.site import render_site

from tests.make_toolkit import whole_toolkit

ROOT = Path(__file__).parents[1]
CASES = ROOT / "tests" / "cases"
# Handbooks as their authors keep them: two of our own, and the real ones where they lie beside the repository.
OUR_HANDBOOKS = CASES / "handbooks"
HANDBOOKS = ROOT.parent / "shared" / "handbooks"


def assembled(sources: Sources) -> tuple[Shelf, tuple[Diagnostic, ...]]:
    """Sources -> their shelf, and what the steps after the loading found."""
    draft, in_parse = parse(sources)
    draft, in_expand = expand(draft)
    shelf, in_assemble = assemble(draft)
    return shelf, (*in_parse, *in_expand, *in_assemble)


def read_shelf(content: Path, data: Path) -> tuple[Shelf, tuple[Diagnostic, ...]]:
    """Two folders -> their shelf, and everything that was found wrong on the way."""
    sources, in_load = load(content, data)
    shelf, found = assembled(sources)
    return shelf, (*in_load, *found)


def shelf_of(folder: Path) -> Shelf:
    """A folder with content/ and data/ -> its shelf, whatever is wrong with it."""
    return read_shelf(folder / "content", folder / "data")[0]


def clean_shelf(folder: Path) -> Shelf:
    """A folder with content/ and data/ -> its shelf, with which nothing is wrong."""
    shelf, problems = read_shelf(folder / "content", folder / "data")
    assert problems == ()
    return shelf


def write_site(files: Iterable[OutputFile], folder: Path) -> None:
    """A site's files -> on disk, the site's root in this folder."""
    for file in files:
        path = folder / file.path.removeprefix("site/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)


def to_read() -> Toolkit:
    """-> the toolkit without its engine: for sites on which nothing is rolled, whose pages don't name its hashes."""
    return replace(whole_toolkit(), engine={})


def build_site(source: Path, toolkit: Toolkit, folder: Path) -> None:
    """A folder with content/ and data/ -> its whole site, complete with its engine, in another folder."""
    files = render_site(shelf_of(source), {}, toolkit)
    write_site((*files, *render_offline(files)), folder)
