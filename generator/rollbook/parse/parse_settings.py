"""book.yml and shelf.yml -> settings. The fields of the dataclasses in settings.py are the keys that are known."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields
from importlib.metadata import version
from urllib.parse import unquote

from rollbook.cache import reused
from rollbook.markdown import read_line
from rollbook.model.allowed_html import OUTSIDE_SCHEMES
from rollbook.model.diagnostic import Diagnostic, closest
from rollbook.model.document.inlines import Link, Picture
from rollbook.model.document.walk import inlines_in
from rollbook.model.paper_format import PAPER_FORMATS
from rollbook.model.settings import ADDRESS, ADDRESS_HINT, BookSettings, ShelfSettings
from rollbook.model.source import Source
from rollbook.model.spelling import verbatim
from rollbook.model.yaml_tree import Entry, Mapping, Node, Scalar, Sequence
from rollbook.parse.read_yaml import read_yaml

_Value = str | tuple[str, ...]
_Read = tuple[dict[str, _Value], list[Diagnostic]]
_Checks = dict[str, Callable[[Entry], list[Diagnostic]]]

_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|\d{3}))?(-[A-Za-z0-9]{5,8})*")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
_FOLDER = re.compile(r"(?!/)(?!.*(^|/)\.\.?(/|$))[^\s\\]+")
_AT_LEAST = re.compile(r">= ?(\d+(?:\.\d+){0,2})")
_BRANCH = re.compile(r"[\w.-]+(/[\w.-]+)*")

# What a single text must look like, and the hint where it doesn't.
_SHAPES: dict[str, tuple[re.Pattern[str], str]] = {
    "accent": (_COLOUR, 'write it as "#7a1f1f", with the quotation marks: without them YAML takes # for a comment'),
    "language": (_LANGUAGE, "write a language tag such as en, de or pt-BR"),
    "repository": (ADDRESS, ADDRESS_HINT),
    "address": (ADDRESS, ADDRESS_HINT),
    "branch": (_BRANCH, "write the name of a branch, such as main"),
    "path": (_FOLDER, "write a folder inside the repository, such as content/rules"),
    "requires": (_AT_LEAST, 'write the oldest version that will do, such as ">=1.2"'),
    "system_fonts": (re.compile("yes|no"), "write yes or no"),
}


@reused
def parse_book_settings(
    source: Source | None, chapters: tuple[str, ...]
) -> tuple[BookSettings, tuple[Diagnostic, ...]]:
    """book.yml and the names of the book's chapter files -> its settings, and what is wrong in them."""
    checks: _Checks = {
        "chapters": lambda entry: _check_chapters(entry, chapters),
        "licence": _check_licence,
        "papers": _check_papers,
        "print": lambda entry: _check_names(entry, ("yes", *chapters), "chapter"),
        "site_only": lambda entry: _check_names(entry, chapters, "chapter"),
    }
    values, found = _read(source, BookSettings, checks)
    return BookSettings(**values), tuple(found)  # type: ignore[arg-type]  # _read gives each field its own type


def parse_shelf_settings(source: Source | None, books: tuple[str, ...]) -> tuple[ShelfSettings, tuple[Diagnostic, ...]]:
    """shelf.yml and the ids of the books -> the shelf's settings, and what is wrong in them."""
    checks: _Checks = {
        "books": lambda entry: _check_names(entry, books, "book"),
        "papers": _check_papers,
        "requires": _check_version,
    }
    values, found = _read(source, ShelfSettings, checks)
    return ShelfSettings(**values), tuple(found)  # type: ignore[arg-type]  # _read gives each field its own type


def _read(
    source: Source | None,
    settings: type[BookSettings] | type[ShelfSettings],
    checks: _Checks,
) -> _Read:
    """A file of settings -> the value of each known key that is right, and every problem."""
    if source is None:
        return {}, []
    documents, problems = read_yaml(source)
    found = list(problems)
    values: dict[str, _Value] = {}
    known = {field.name: isinstance(field.default, tuple) for field in fields(settings)}
    for entry in _entries(documents, found):
        key = entry.key.text
        if key not in known:
            hint = closest(key, known) or f"settings are {', '.join(known)}"
            found.append(Diagnostic("unknown-setting", f"there is no setting {key!r}", entry.key.place, hint))
            continue
        value, problems_here = _list(entry) if known[key] else _text(entry)
        problems_here = problems_here or (checks[key](entry) if key in checks else [])
        found += problems_here
        if value and not problems_here:
            values[key] = value
    return values, found


def _entries(documents: tuple[Node, ...], found: list[Diagnostic]) -> tuple[Entry, ...]:
    """The documents of a file of settings -> the entries of the one mapping that it should be."""
    written = [document for document in documents if not (isinstance(document, Scalar) and document.absent)]
    entries: list[Entry] = []
    for number, document in enumerate(written):
        if isinstance(document, Mapping) and number == 0:
            entries += document.entries
        else:
            message = "settings are one mapping of keys and values"
            hint = "write “title: The name” and so on, one setting on a line, without a line of dashes between them"
            found.append(Diagnostic("bad-setting", message, document.place, hint))
    return tuple(entries)


def _text(entry: Entry) -> tuple[str, list[Diagnostic]]:
    key, node = entry.key.text, entry.value
    if not isinstance(node, Scalar):
        return "", [Diagnostic("bad-setting", f"{key!r} is one text", node.place, "write one text after the colon")]
    text = " ".join(node.text.split())
    shape, hint = _SHAPES.get(key, (None, ""))
    if shape is None or shape.fullmatch(text) or (node.absent and key != "accent"):
        return text, []
    message = f"{text!r} is not right for {key!r}" if text else f"{key!r} is empty"
    return "", [Diagnostic("bad-setting", message, node.place if text else entry.key.place, hint)]


def _list(entry: Entry) -> tuple[tuple[str, ...], list[Diagnostic]]:
    """A list of texts; one text is a list of one."""
    texts = _texts(entry)
    wrong = [item for item in _items(entry) if not isinstance(item, Scalar)]
    hint = "write a list of texts below it, each behind a dash"
    problems = [Diagnostic("bad-setting", f"{entry.key.text!r} is a list of texts", node.place, hint) for node in wrong]
    return tuple(scalar.text.strip() for scalar in texts), problems


def _items(entry: Entry) -> tuple[Node, ...]:
    return entry.value.items if isinstance(entry.value, Sequence) else (entry.value,)


def _texts(entry: Entry) -> list[Scalar]:
    return [item for item in _items(entry) if isinstance(item, Scalar) and item.text.strip()]


def _check_names(entry: Entry, known: tuple[str, ...], what: str) -> list[Diagnostic]:
    """A list of files or folders -> those that aren't there or stand twice."""
    found = []
    seen: set[str] = set()
    for scalar in _texts(entry):
        name = scalar.text.strip()
        if name not in known:
            hint = closest(name, known) or f"there are {', '.join(known)}"
            found.append(Diagnostic("bad-setting", f"there is no {what} {name!r}", scalar.place, hint))
        elif name in seen:
            found.append(
                Diagnostic("bad-setting", f"the {what} {name!r} appears twice", scalar.place, "remove one of them")
            )
        seen.add(name)
    return found


def _check_licence(entry: Entry) -> list[Diagnostic]:
    """One line of Markdown: it may link to other sites, as the text of a book may, and shows no pictures."""
    found = []
    for scalar in _texts(entry):
        for inline in inlines_in(read_line(scalar.text, verbatim(scalar.place)).inlines):
            if isinstance(inline, Picture):
                found.append(Diagnostic("bad-setting", "'licence' shows no pictures", scalar.place, "name it in words"))
            elif isinstance(inline, Link) and not inline.address.lower().startswith(OUTSIDE_SCHEMES):
                message = f"{unquote(inline.address)!r} is not an address that 'licence' can link to"
                found.append(Diagnostic("bad-setting", message, scalar.place, ADDRESS_HINT))
    return found


def _check_papers(entry: Entry) -> list[Diagnostic]:
    return _check_names(entry, tuple(PAPER_FORMATS), "paper")


def _check_version(entry: Entry) -> list[Diagnostic]:
    """`requires` -> nothing where this program will do."""
    needed = [found[1] for scalar in _texts(entry) if (found := _AT_LEAST.fullmatch(scalar.text.strip()))]
    hint = "install a newer one; `rollbook --version` says which one this is"
    return [
        Diagnostic("needs-newer", f"this shelf needs Rollbook {oldest} or newer", entry.value.place, hint)
        for oldest in needed
        if _numbers(oldest) > _numbers(version("rollbook"))
    ]


def _numbers(written: str) -> tuple[int, ...]:
    """`1.2` -> (1, 2, 0), to be compared; what follows the numbers, as in `1.2.0rc1`, doesn't count."""
    numbers = [int(number) for number in re.findall(r"\d+", written)[:3]]
    return (*numbers, 0, 0)[:3]


def _check_chapters(entry: Entry, chapters: tuple[str, ...]) -> list[Diagnostic]:
    """`chapters` must name every Markdown file of the book, so that none is left out of it by oversight."""
    found = _check_names(entry, chapters, "chapter")
    listed = {scalar.text.strip() for scalar in _texts(entry)}
    missing = [name for name in chapters if name not in listed]
    if listed and missing and not found:
        message = f"'chapters' leaves out {', '.join(missing)}"
        hint = "add what is missing where it belongs, or remove the file"
        found.append(Diagnostic("bad-setting", message, entry.key.place, hint))
    return found
