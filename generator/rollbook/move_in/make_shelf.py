"""Repository and Plan -> the files of the shelf, and Notes of what was done and what needs a decision: IMPORT.md."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from posixpath import basename

from rollbook.expand.expand_directive import EXPAND
from rollbook.model.allowed_markup import known_class
from rollbook.model.files import OutputFile
from rollbook.move_in.convert_chapter import Notes, Placement, convert_chapter
from rollbook.move_in.find_books import Plan, PlannedBook, PlannedChapter, Setting
from rollbook.move_in.repository import PICTURES, STYLES, YAML, Repository

_DIRECTIVE = re.compile(r"<!--\s*\$(?P<name>[\w-]+)(?P<words>[^>]*?)-->", re.DOTALL)
_CLASS = re.compile(r"<[a-zA-Z][^<>]*?\sclass\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_TITLE = re.compile(r"^#(?!#)[ \t]+\S|^title:", re.MULTILINE)


def make_shelf(repository: Repository, plan: Plan) -> tuple[tuple[OutputFile, ...], Notes]:
    """A repository and its books -> the files of the shelf below its folder, and notes about them."""
    notes = Notes()
    chapters = {chapter.path: f"{book.id}/{chapter.name}" for book in plan.books for chapter in book.chapters}
    files = Placement(repository, chapters)
    texts: dict[str, str] = {}
    data: dict[str, set[str]] = {}
    settings = []
    for book in plan.books:
        own = {f"{book.id}/{chapter.name}": _text(chapter, book, files, notes) for chapter in book.chapters}
        own = {path: _without_strangers(text, path, book.id, repository, data, notes) for path, text in own.items()}
        texts |= own
        if said := _book_settings(book, own.values()):
            settings.append(OutputFile(f"content/{book.id}/book.yml", said.encode()))
    for path, placed in files.parts.items():
        texts.setdefault(placed, convert_chapter(repository.text(path), path, placed, files, notes))
    outputs = [OutputFile(f"content/{path}", text.encode()) for path, text in texts.items()]
    outputs += [*settings, OutputFile("content/shelf.yml", _shelf_settings(plan).encode())]
    outputs += _data_files(repository, data)
    outputs += [
        OutputFile(f"content/{placed}", repository.content(path)) for (_, path), placed in files.pictures.items()
    ]
    used = {*chapters, *files.parts, *data, *(path for _, path in files.pictures)}
    _note_left_out(repository, plan, used, notes)
    outputs.append(OutputFile("IMPORT.md", _write_report(repository.name, plan, notes).encode()))
    return tuple(outputs), notes


def _text(chapter: PlannedChapter, book: PlannedBook, files: Placement, notes: Notes) -> str:
    """A chapter -> its text for the shelf, below the title that a list of contents gives it if it has none."""
    if not files.repository.is_utf8(chapter.path):
        notes.changed.append(f"{chapter.path}: saved as UTF-8; it was in an old Windows encoding")
    written = files.repository.text(chapter.path)
    text = convert_chapter(written, chapter.path, f"{book.id}/{chapter.name}", files, notes)
    if chapter.title and not _TITLE.search(text):
        notes.changed.append(f"{chapter.path}: now starts with its title from the table of contents")
        return f"# {chapter.title}\n\n{text}"
    return text


def _without_strangers(
    text: str, placed: str, book: str, repository: Repository, data: dict[str, set[str]], notes: Notes
) -> str:
    """A chapter -> the same; directives that nothing answers become comments. Files of data are added to `data`."""

    def answered(found: re.Match[str]) -> str:
        name, words = found["name"], found["words"].split()
        path = _data_file(repository, words[0], placed) if name == "data" and words else ""
        if path:
            data.setdefault(path, set()).add(f"{book}/{words[0]}")
        elif name == "data" or name not in (*EXPAND, "include"):
            notes.decide.append(
                f"{placed}: {' '.join(found[0].split())} refers to nothing here; it is now a plain comment"
            )
            return found[0].replace("$", "was: $", 1)
        return found[0]

    return _DIRECTIVE.sub(answered, text)


def _data_file(repository: Repository, name: str, placed: str) -> str:
    found = repository.find_by_name(name, placed)
    return found if found.lower().endswith(YAML) else ""


def _data_files(repository: Repository, data: dict[str, set[str]]) -> Iterator[OutputFile]:
    """Data files with the names by which books ask for them -> each in its book's folder, or above if several ask."""
    for path, asked in data.items():
        names = {name.partition("/")[2] for name in asked}
        shared = len(asked) > 1 and len(names) == 1
        content = repository.text(path).encode()
        for place in names if shared else asked:
            yield OutputFile(f"data/{place}", content)


def _book_settings(book: PlannedBook, texts: Iterable[str]) -> str:
    """book.yml: what the list of contents says, the order of the chapters, and the classes that the texts use."""
    settings: dict[str, Setting] = dict(book.settings)
    if book.in_order:
        settings["chapters"] = tuple(chapter.name for chapter in book.chapters)
    classes = tuple(dict.fromkeys(word for text in texts for word in _own_classes(text)))
    if classes:
        settings["classes"] = classes
    return _as_yaml(settings)


def _own_classes(text: str) -> Iterator[str]:
    """A text -> the classes in it that are not ours: of tags, and after a `$data` or `$object`."""
    words = [word for pair in _CLASS.findall(text) for word in " ".join(pair).split()]
    for found in _DIRECTIVE.finditer(text):
        if found["name"] == "data":
            words += found["words"].split()[2:]
        elif found["name"] == "object" and ":" not in (line := found["words"].split("\n")[0]):
            words += line.split()
    return (word for word in words if not known_class(word))


def _shelf_settings(plan: Plan) -> str:
    return _as_yaml({"title": plan.title, "books": tuple(book.id for book in plan.books)})


def _as_yaml(settings: dict[str, Setting]) -> str:
    """Settings -> YAML; a text as JSON writes it is one of YAML, too."""
    lines = []
    for key, value in settings.items():
        shown = json.dumps(value, ensure_ascii=False) if isinstance(value, str) else ""
        lines += [f"{key}: {shown}".rstrip()]
        lines += [] if isinstance(value, str) else [f"- {json.dumps(item, ensure_ascii=False)}" for item in value]
    return "".join(f"{line}\n" for line in lines)


def _note_left_out(repository: Repository, plan: Plan, used: set[str], notes: Notes) -> None:
    notes.left_out += [f"{path}: not a chapter of any book" for path in plan.left_out if path not in used]
    notes.left_out += [f"{path}: no chapter shows it" for path in repository.ending(PICTURES) if path not in used]
    for path in repository.ending(YAML):
        if path not in used and basename(path) not in ("mkdocs.yml", "mkdocs.yaml"):
            notes.left_out.append(f"{path}: no $data asks for it")
    styles = repository.ending(STYLES)
    notes.left_out += [f"{path}: styles and fonts belong in a theme; see “Appearance” in the guide" for path in styles]


def _write_report(name: str, plan: Plan, notes: Notes) -> str:
    """The name of a repository, its books and the notes -> the report, in Markdown."""
    return "\n".join(_lines(name, plan, notes)) + "\n"


def _lines(name: str, plan: Plan, notes: Notes) -> Iterator[str]:
    yield from (f"# What was imported from {name}", "", "| book | chapters | from |", "|---|---|---|")
    for book in plan.books:
        files = ", ".join(chapter.path for chapter in book.chapters[:5])
        more = f" and {len(book.chapters) - 5} more" if len(book.chapters) > 5 else ""
        yield f"| content/{book.id} | {len(book.chapters)} | {files}{more} |"
    yield from _section("For you to decide", notes.decide, "Nothing.")
    yield from _section("Changed on the way", notes.changed, "Nothing: all files are unchanged.")
    yield from _section("Left behind", notes.left_out, "Nothing.")
    yield from (
        "",
        "The original files are unchanged. Run `rollbook check` next, then `rollbook serve`.",
    )


def _section(title: str, notes: Iterable[str], none: str) -> Iterator[str]:
    listed = [f"- {note}" for note in dict.fromkeys(notes)]
    yield from ("", f"## {title}", "", *(listed or [none]))
